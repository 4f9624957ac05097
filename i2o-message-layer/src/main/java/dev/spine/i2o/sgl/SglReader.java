package dev.spine.i2o.sgl;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.sgl.FragmentSource.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Walks a scatter-gather list: a cursor that is allocated once and pointed at list after list.
 *
 * <pre>{@code
 * reader.begin(frame, fixedWord);
 * while (reader.next()) {
 *     ... reader.kind(), reader.address(), reader.byteCount(), reader.buffer() ...
 * }
 * if (reader.end().isError()) { answer with reader.end().detailedStatus() }
 * }</pre>
 *
 * <p>It delivers runs: a simple element is one run, a page list is one run per page. Immediate data and bit buckets are runs of their own
 * kind. Ignore, transport, transaction and attributes elements are skipped (the attributes are obeyed), chain elements are followed. An
 * element with a length that cannot be true ends the list with an error; nothing is thrown. Elements of 2.0 may stand among those of 1.5:
 * each entry of a page or fragment list is one run.
 *
 * <p>Interpretations that no public source settles, kept here: the count of a transport or transaction element, and the length of an
 * element of 2.0, is its own length in words; a chain element is followed whether or not it is marked as the last; an ignore element is
 * one word.
 *
 * <p>Confined to one agent. The list must be a copy that nobody else writes: a frame in scratch memory, as dispatch delivers it.
 */
public final class SglReader extends SglRun {
    /** What a run is. */
    public enum Kind {
        /** Memory at {@link SglRun#address()}. */
        MEMORY,
        /** Data in the list itself, at {@link SglRun#dataMemory()} and {@link SglRun#dataOffset()}. */
        IMMEDIATE,
        /** No memory: data is discarded, or zeros are supplied. */
        BIT_BUCKET
    }

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int WORD_BYTES = Integer.BYTES;
    private static final long MAX_32_BIT = 0x1_0000_0000L;
    private static final int SMALLEST_PAGE = 512;

    private final SglLimits limits;
    private final ChainFragments fragments;
    private final AddressList entries = new AddressList();

    private long position;
    private long limit;
    private SglEnd end = SglEnd.END_OF_MESSAGE;
    private int elements;
    private long bytes;
    private int defaultPageBytes;
    private int pageBytes;
    private boolean wideAddresses;
    private boolean wideContexts;

    private int flags;
    private boolean closesBuffer;
    private int pageBytesLeft;

    /**
     * Makes a reader.
     *
     * @param limits how much it reads of one list
     * @param fragments where chained fragments come from
     */
    public SglReader(SglLimits limits, FragmentSource fragments) {
        this.limits = limits;
        this.fragments = new ChainFragments(limits, fragments);
    }

    /**
     * Says how large the host's pages are, as OutboundInit told. Until then a page list needs an attributes element before it.
     *
     * @param bytes a power of two from 512; any other value means that page lists are refused
     */
    public void hostPageBytes(int bytes) {
        defaultPageBytes = validPage(bytes);
    }

    /**
     * Points the reader at the list of a request whose fixed part has a known size. The list begins where the header says, or after the
     * fixed part if the header says nothing or something earlier: NetBSD leaves the offset of OutboundInit 0, OpenSolaris states 4 instead
     * of 6 for SysTabSet.
     *
     * @param frame a checked frame
     * @param fixedWords words of the function's fixed part, the header included
     */
    public void begin(MessageFrame frame, int fixedWords) {
        int first = Math.max(frame.sglOffsetWords(), fixedWords);
        boolean outside = first < MessageFrame.MIN_WORDS || first > frame.sizeWords();
        begin(frame.memory(), frame.offset() + (long) first * WORD_BYTES, outside ? 0 : (frame.sizeWords() - first) * WORD_BYTES);
        wideContexts = (frame.flags() & MessageFlags.CONTEXT_64_BIT) != 0;
        if (outside) {
            end = SglEnd.BAD_OFFSET;
        }
    }

    /**
     * Points the reader at the list of a request that may come without one: where the header says, or nowhere.
     *
     * @param frame a checked frame; a private message, for example
     */
    public void beginOptional(MessageFrame frame) {
        begin(frame, frame.sglOffsetWords() == 0 ? frame.sizeWords() : MessageFrame.MIN_WORDS);
    }

    /**
     * Points the reader at a list in memory.
     *
     * @param list a copy that nobody else writes
     * @param offset byte offset of the first element
     * @param byteLength bytes of the list; it may end earlier
     */
    public void begin(MemorySegment list, long offset, int byteLength) {
        memory = list;
        position = offset;
        limit = offset + byteLength;
        end = SglEnd.NOT_YET;
        elements = 0;
        bytes = 0;
        fragments.reset();
        entries.clear();
        pageBytes = defaultPageBytes;
        wideAddresses = false;
        wideContexts = false;
        buffer = 0;
        bufferEnds = false;
        pageBytesLeft = 0;
        flags = 0;
        byteCount = 0;
        contextWords = 0;
        context = 0;
    }

    /**
     * Goes to the next run.
     *
     * @return true: the accessors describe it. False: the list has ended; ask {@link #end()}
     */
    public boolean next() {
        if (end != SglEnd.NOT_YET) {
            return false;
        }
        if (bufferEnds) {
            buffer++;
            bufferEnds = false;
        }
        if (pageBytesLeft > 0) {
            return nextPage();
        }
        if (entries.hasNext()) {
            return nextEntry();
        }
        if ((flags & SglFlags.LAST) != 0) {
            return ended(SglEnd.LAST_ELEMENT);
        }
        while (true) {
            if (position >= limit) {
                return ended(SglEnd.END_OF_MESSAGE);
            }
            if (limit - position < WORD_BYTES) {
                return ended(SglEnd.CUT_ELEMENT);
            }
            if (++elements > limits.maxElements()) {
                return ended(SglEnd.TOO_MANY_ELEMENTS);
            }
            int first = memory.get(WORD, position);
            flags = first >>> 24;
            byteCount = first & SglFlags.MAX_COUNT;
            local = (flags & SglFlags.LOCAL_ADDRESS) != 0;
            fromBuffer = (flags & SglFlags.FROM_BUFFER) != 0;
            closesBuffer = (flags & SglFlags.END_OF_BUFFER) != 0;
            contextWords = 0;
            context = 0;
            int type = flags & SglFlags.TYPE_MASK;
            boolean last = (flags & SglFlags.LAST) != 0;
            switch (type) {
                case SglFlags.IGNORE -> position += WORD_BYTES;
                case SglFlags.TRANSPORT -> skipWords(Math.max(1, byteCount));
                case SglFlags.LONG_TRANSACTION -> skipSized(byteCount);
                case SglFlags.SHORT_TRANSACTION -> skipSized(first >>> 16 & 0xFF);
                case 0x74, 0x78, SglFlags.ATTRIBUTES -> {
                    switch (flags & SglFlags.SHORT_TYPE_MASK) {
                        case SglFlags.ATTRIBUTES -> attributes(first);
                        case SglFlags.V2_TYPES_PRESENT, SglFlags.V2_PLATFORM, SglFlags.V2_TRANSPORT, SglFlags.V2_IGNORE ->
                            skipSized(first >>> 16 & 0xFF);
                        case SglFlags.V2_PAGE_LIST, SglFlags.V2_FRAGMENT_LIST -> {
                            return entries(first) && nextEntry();
                        }
                        case SglFlags.V2_IMMEDIATE -> {
                            return immediateOfVersionTwo(first);
                        }
                        case SglFlags.V2_CHAIN -> {
                            chainOfVersionTwo(first);
                            last = false;
                            flags &= ~SglFlags.LAST;
                        }
                        default -> ended(SglEnd.UNSUPPORTED_ELEMENT);
                    }
                }
                case SglFlags.CHAIN, SglFlags.CHAIN_LOCAL -> {
                    chain(type == SglFlags.CHAIN_LOCAL ? AddressSpace.LOCAL : AddressSpace.BUS);
                    last = false;
                    flags &= ~SglFlags.LAST;
                }
                case SglFlags.BIT_BUCKET, SglFlags.BIT_BUCKET | SglFlags.END_OF_BUFFER -> {
                    return bitBucket();
                }
                case SglFlags.IMMEDIATE, SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER -> {
                    return immediate();
                }
                default -> {
                    return switch (type & ~(SglFlags.END_OF_BUFFER | SglFlags.LOCAL_ADDRESS | SglFlags.FROM_BUFFER)) {
                        case SglFlags.SIMPLE -> simple();
                        case SglFlags.PAGE_LIST -> pageList();
                        default -> ended(SglEnd.UNSUPPORTED_ELEMENT);
                    };
                }
            }
            if (end != SglEnd.NOT_YET) {
                return false;
            }
            if (last) {
                return ended(SglEnd.LAST_ELEMENT);
            }
        }
    }

    private boolean ended(SglEnd why) {
        end = why;
        return false;
    }

    private boolean skipWords(int words) {
        if ((limit - position) / WORD_BYTES < words) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        position += (long) words * WORD_BYTES;
        return true;
    }

    /** Skips an element that states its own length, which is at least one word. */
    private void skipSized(int words) {
        if (words == 0) {
            ended(SglEnd.UNSUPPORTED_ELEMENT);
        } else {
            skipWords(words);
        }
    }

    /** Points at the entries of an element of 2.0. False: the element is cut or lies about its length, the list has ended. */
    private boolean entries(int first) {
        long element = position;
        int words = first >>> 16 & 0xFF;
        if (words == 0) {
            return ended(SglEnd.UNSUPPORTED_ELEMENT);
        }
        if (!skipWords(words)) {
            return false;
        }
        int elementFlags = first >>> 8 & 0xFF;
        local = (elementFlags & SglFlags.V2_LOCAL_ADDRESS) != 0;
        fromBuffer = (elementFlags & SglFlags.V2_FROM_BUFFER) != 0;
        closesBuffer = (elementFlags & SglFlags.V2_END_OF_BUFFER) != 0;
        if (!entries.begin(memory, element, first)) {
            entries.clear();
            return ended(SglEnd.CUT_ELEMENT);
        }
        return true;
    }

    private boolean nextEntry() {
        contextWords = 0;
        context = 0;
        if (++elements > limits.maxElements()) {
            return ended(SglEnd.TOO_MANY_ELEMENTS);
        }
        SglEnd entry = entries.next(pageBytes);
        if (entry != SglEnd.NOT_YET) {
            return ended(entry);
        }
        if (entries.byteCount() > limits.maxBytes()) {
            return ended(SglEnd.TOO_MANY_BYTES);
        }
        address = entries.address();
        bufferEnds = closesBuffer && !entries.hasNext();
        return delivers(Kind.MEMORY, (int) entries.byteCount());
    }

    private boolean immediateOfVersionTwo(int first) {
        int count = first & SglFlags.V2_IMMEDIATE_COUNT;
        int words = first >>> 16 & 0xFF;
        long element = position;
        if (words == 0) {
            return ended(SglEnd.UNSUPPORTED_ELEMENT);
        }
        if ((words - 1) * WORD_BYTES < count || !skipWords(words)) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        dataOffset = element + WORD_BYTES;
        bufferEnds = (first >>> 8 & SglFlags.V2_END_OF_BUFFER) != 0;
        return delivers(Kind.IMMEDIATE, count);
    }

    private void chainOfVersionTwo(int first) {
        if (!entries(first)) {
            return;
        }
        SglEnd entry = entries.next(pageBytes);
        if (entry != SglEnd.NOT_YET) {
            ended(entry);
        } else {
            follow(entries.address(), local ? AddressSpace.LOCAL : AddressSpace.BUS, entries.byteCount());
        }
    }

    private void attributes(int first) {
        if (limit - position < 2 * WORD_BYTES) {
            ended(SglEnd.CUT_ELEMENT);
            return;
        }
        int words = Math.max(2, first >>> 16 & 0xFF);
        wideContexts = (first & SglFlags.ATTRIBUTE_CONTEXT_64_BIT) != 0;
        wideAddresses = (first & SglFlags.ATTRIBUTE_ADDRESS_64_BIT) != 0;
        int page = validPage(memory.get(WORD, position + WORD_BYTES));
        pageBytes = page != 0 ? page : pageBytes;
        skipWords(words);
    }

    private static int validPage(int size) {
        return size >= SMALLEST_PAGE && Integer.bitCount(size) == 1 ? size : 0;
    }

    /** Reads context and address after the first word. False: the element is cut or its run is impossible, the list has ended. */
    private boolean contextAndAddress() {
        int units = flags & SglFlags.CONTEXT_UNITS;
        contextWords = wideContexts ? 2 * units : units;
        int words = 1 + contextWords + (wideAddresses ? 2 : 1);
        if (limit - position < (long) words * WORD_BYTES) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        context = contextWords > 0 ? memory.get(WORD, position + WORD_BYTES) : 0;
        long at = position + (1L + contextWords) * WORD_BYTES;
        address = Integer.toUnsignedLong(memory.get(WORD, at));
        if (wideAddresses) {
            address |= Integer.toUnsignedLong(memory.get(WORD, at + WORD_BYTES)) << 32;
        }
        position += (long) words * WORD_BYTES;
        return true;
    }

    private boolean delivers(Kind what, int count) {
        bytes += count;
        if (bytes > limits.maxBytes()) {
            return ended(SglEnd.TOO_MANY_BYTES);
        }
        kind = what;
        byteCount = count;
        return true;
    }

    private boolean simple() {
        if (!contextAndAddress()) {
            return false;
        }
        if (leavesAddressSpace(address, byteCount)) {
            return ended(SglEnd.BAD_ADDRESS);
        }
        bufferEnds = closesBuffer;
        return delivers(Kind.MEMORY, byteCount);
    }

    /** A 32-bit list must stay below 4 GiB, a 64-bit one must not wrap. */
    private boolean leavesAddressSpace(long from, long count) {
        return wideAddresses ? from < 0 || from + count < 0 : from + count > MAX_32_BIT;
    }

    private boolean immediate() {
        int units = flags & SglFlags.CONTEXT_UNITS;
        contextWords = wideContexts ? 2 * units : units;
        int count = byteCount;
        long dataWords = (count + WORD_BYTES - 1L) / WORD_BYTES;
        if (limit - position < (1 + contextWords + dataWords) * WORD_BYTES) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        context = contextWords > 0 ? memory.get(WORD, position + WORD_BYTES) : 0;
        dataOffset = position + (1L + contextWords) * WORD_BYTES;
        position = dataOffset + dataWords * WORD_BYTES;
        bufferEnds = closesBuffer;
        return delivers(Kind.IMMEDIATE, count);
    }

    private boolean bitBucket() {
        if (limit - position < 2 * WORD_BYTES) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        contextWords = 1;
        context = memory.get(WORD, position + WORD_BYTES);
        position += 2 * WORD_BYTES;
        bufferEnds = closesBuffer;
        return delivers(Kind.BIT_BUCKET, byteCount);
    }

    private boolean pageList() {
        int total = byteCount;
        if (pageBytes == 0) {
            return ended(SglEnd.BAD_PAGE_LIST);
        }
        if (!contextAndAddress()) {
            return false;
        }
        int firstPageBytes = (int) Math.min(total, pageBytes - (address & pageBytes - 1));
        if (leavesAddressSpace(address, firstPageBytes)) {
            return ended(SglEnd.BAD_ADDRESS);
        }
        pageBytesLeft = total - firstPageBytes;
        bufferEnds = pageBytesLeft == 0 && closesBuffer;
        return delivers(Kind.MEMORY, firstPageBytes);
    }

    private boolean nextPage() {
        int addressBytes = wideAddresses ? Long.BYTES : WORD_BYTES;
        contextWords = 0;
        context = 0;
        if (limit - position < addressBytes) {
            return ended(SglEnd.CUT_ELEMENT);
        }
        if (++elements > limits.maxElements()) {
            return ended(SglEnd.TOO_MANY_ELEMENTS);
        }
        address = Integer.toUnsignedLong(memory.get(WORD, position));
        if (wideAddresses) {
            address |= Integer.toUnsignedLong(memory.get(WORD, position + WORD_BYTES)) << 32;
        }
        position += addressBytes;
        int count = Math.min(pageBytesLeft, pageBytes);
        if ((address & pageBytes - 1) != 0) {
            return ended(SglEnd.BAD_PAGE_LIST);
        }
        if (leavesAddressSpace(address, count)) {
            return ended(SglEnd.BAD_ADDRESS);
        }
        pageBytesLeft -= count;
        bufferEnds = pageBytesLeft == 0 && closesBuffer;
        return delivers(Kind.MEMORY, count);
    }

    private void chain(AddressSpace space) {
        int length = byteCount;
        if (!contextAndAddress()) {
            return;
        }
        if (leavesAddressSpace(address, length)) {
            ended(SglEnd.BAD_ADDRESS);
        } else {
            follow(address, space, length);
        }
    }

    private void follow(long fragment, AddressSpace space, long length) {
        SglEnd fetched = fragments.fetch(fragment, space, length);
        if (fetched != SglEnd.NOT_YET) {
            ended(fetched);
        } else {
            memory = fragments.memory();
            position = 0;
            limit = length;
        }
    }

    /** {@return why the list ended: {@link SglEnd#NOT_YET} until {@link #next()} was false} */
    public SglEnd end() {
        return end;
    }
}
