package dev.spine.i2o.sgl;

import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Builds a scatter-gather list in a frame or in a fragment; allocated once and pointed again for each list.
 *
 * <p>A method that adds an element returns false when it does not fit the slot and changes nothing then: the caller posts what it has, or
 * refuses. {@link #finish()} marks the last element and, in a frame, sets the message size. Writing a count or context outside its range is
 * an error of the caller. Confined to one agent.
 */
public final class SglWriter {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int NOTHING_WRITTEN = -1;
    /** What kind of element the flags name, whatever its direction and address space. */
    private static final int CODE_MASK = SglFlags.TYPE_MASK & ~(SglFlags.FROM_BUFFER | SglFlags.LOCAL_ADDRESS);

    private MemorySegment memory = MemorySegment.NULL;
    private long start;
    private long position;
    private long limit;
    private long lastElement = NOTHING_WRITTEN;
    private @Nullable MessageFrame frame;

    /** Makes a writer that points at nothing. */
    public SglWriter() {
    }

    /**
     * Points the writer at a frame; it may fill the frame's slot.
     *
     * @param frame a frame that the caller holds, with its header written, whose view stays pointed at it until {@link #finish()}
     * @param firstWord word index of the first element
     */
    public void begin(MessageFrame frame, int firstWord) {
        begin(frame.memory(), frame.offset() + (long) firstWord * Integer.BYTES, frame.slotBytes() - firstWord * Integer.BYTES);
        this.frame = frame;
    }

    /**
     * Points the writer at plain memory: a fragment that a chain element will name.
     *
     * @param memory where the list goes
     * @param offset byte offset of the first element
     * @param room bytes that it may take
     */
    public void begin(MemorySegment memory, long offset, int room) {
        this.memory = memory;
        this.start = offset;
        this.position = offset;
        this.limit = offset + room;
        this.lastElement = NOTHING_WRITTEN;
        this.frame = null;
    }

    /**
     * Adds a run that the target writes into.
     *
     * @param address bus address
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean into(int address, int byteCount) {
        return element(SglFlags.SIMPLE, byteCount, address);
    }

    /**
     * Adds a run that the target reads from.
     *
     * @param address bus address
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean from(int address, int byteCount) {
        return element(SglFlags.SIMPLE | SglFlags.FROM_BUFFER, byteCount, address);
    }

    /**
     * Adds a run that the target writes into, with a 32-bit context: a receive bucket.
     *
     * @param context the caller's cookie for the buffer
     * @param address bus address
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean into(int context, int address, int byteCount) {
        return element(SglFlags.SIMPLE, byteCount, context, address);
    }

    /**
     * Adds a run that the target reads from, with a 32-bit context: the first run of a packet to send.
     *
     * @param context the caller's cookie for the buffer
     * @param address bus address
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean from(int context, int address, int byteCount) {
        return element(SglFlags.SIMPLE | SglFlags.FROM_BUFFER, byteCount, context, address);
    }

    /**
     * Adds a run without memory: what the target writes into it is dropped, what it reads from it is zeros.
     *
     * @param byteCount bytes, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean bitBucket(int byteCount) {
        // The word after the count is the buffer's context, which this element always has.
        return element(SglFlags.BIT_BUCKET, byteCount, 0);
    }

    /**
     * Begins a page list that the target writes into. Its pages have the size that the host announced when it initialised the outbound
     * queue; as many {@link #page}s follow as the bytes touch.
     *
     * @param address bus address of the first byte, anywhere in its page
     * @param byteCount bytes in all pages, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean pagesInto(int address, int byteCount) {
        return element(SglFlags.PAGE_LIST, byteCount, address);
    }

    /**
     * Begins a page list that the target reads from, like {@link #pagesInto}.
     *
     * @param address bus address of the first byte, anywhere in its page
     * @param byteCount bytes in all pages, 0 to {@link SglFlags#MAX_COUNT}
     * @return false: no room
     */
    public boolean pagesFrom(int address, int byteCount) {
        return element(SglFlags.PAGE_LIST | SglFlags.FROM_BUFFER, byteCount, address);
    }

    /**
     * Adds a page to the page list that was begun last.
     *
     * @param address bus address of the page
     * @return false: no room
     */
    public boolean page(int address) {
        if (lastElement == NOTHING_WRITTEN || (memory.get(WORD, lastElement) >>> 24 & CODE_MASK) != SglFlags.PAGE_LIST) {
            throw new IllegalStateException("a page belongs to a page list: begin one first");
        }
        if (limit - position < Integer.BYTES) {
            return false;
        }
        put(address);
        return true;
    }

    /**
     * Ends the list here with a pointer to its continuation. The caller still calls {@link #finish()}.
     *
     * @param address bus address of the fragment
     * @param byteCount bytes of the fragment, at least 4
     * @return false: no room
     */
    public boolean chain(int address, int byteCount) {
        return element(SglFlags.CHAIN, byteCount, address);
    }

    /**
     * Marks the element added last as the end of its buffer.
     *
     * @throws IllegalStateException there is no element, or it describes no data
     */
    public void endBuffer() {
        mark(SglFlags.END_OF_BUFFER);
    }

    /**
     * Ends the list: the element added last ends its buffer and the list, unless it is a chain. In a frame the message size is set.
     *
     * @return bytes that the list takes here; 0 for a list without elements
     */
    public int finish() {
        if (lastElement != NOTHING_WRITTEN && describesData()) {
            mark(SglFlags.LAST | SglFlags.END_OF_BUFFER);
        }
        if (frame != null) {
            frame.resize((int) ((position - frame.offset()) / Integer.BYTES));
        }
        return (int) (position - start);
    }

    private boolean element(int flags, int byteCount, int address) {
        check(byteCount);
        if (limit - position < 2L * Integer.BYTES) {
            return false;
        }
        opens(flags, byteCount);
        put(address);
        return true;
    }

    private boolean element(int flags, int byteCount, int context, int address) {
        check(byteCount);
        if (limit - position < 3L * Integer.BYTES) {
            return false;
        }
        opens(flags | 1, byteCount);
        put(context);
        put(address);
        return true;
    }

    private static void check(int byteCount) {
        if (byteCount < 0 || byteCount > SglFlags.MAX_COUNT) {
            throw new IllegalArgumentException("an element holds 0 to 16777215 bytes, not " + byteCount + "; split the run");
        }
    }

    private void opens(int flags, int byteCount) {
        if (lastElement != NOTHING_WRITTEN && endsWithChain()) {
            throw new IllegalStateException("a chain element ends its fragment; put further elements into the fragment it names");
        }
        lastElement = position;
        put(flags << 24 | byteCount);
    }

    private void put(int word) {
        memory.set(WORD, position, word);
        position += Integer.BYTES;
    }

    /** Whether the element added last has a bit for the end of a buffer. */
    private boolean describesData() {
        int type = memory.get(WORD, lastElement) >>> 24 & SglFlags.TYPE_MASK & ~SglFlags.END_OF_BUFFER;
        return type >= SglFlags.BIT_BUCKET && type < SglFlags.CHAIN;
    }

    private boolean endsWithChain() {
        return (memory.get(WORD, lastElement) >>> 24 & SglFlags.TYPE_MASK) == SglFlags.CHAIN;
    }

    private void mark(int flags) {
        if (lastElement == NOTHING_WRITTEN || !describesData()) {
            throw new IllegalStateException("only an element that describes data can end a buffer; add one first");
        }
        memory.set(WORD, lastElement, memory.get(WORD, lastElement) | flags << 24);
    }
}
