package dev.spine.extension.ardma.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.RuntimeAccess;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the bytes of an area are, in each order in which they can come. */
@Tag("AR-06")
class ScanWindowsTest implements Backing, BufferOwner {
    private static final int PAGES = 64;
    /** The most bytes that are looked at together. */
    private static final int PIECE = 2_048;

    private final Map<Buffer, byte[]> memories = new IdentityHashMap<>();
    private final Queue<Runnable> transfers = new ArrayDeque<>();
    private final ExtensionContext context = mock(ExtensionContext.class);
    private PageCache cache;
    private PagedArea area;
    /** Is part of each byte: what the area's owner writes. */
    private int written;
    private boolean isShared;

    @BeforeEach
    void open() {
        when(context.allocateForDevices(anyInt())).thenAnswer(call -> allocate(call.getArgument(0)));
        cache = PageCache.create(context);
        area = new PagedArea(0, this, cache, false);
        area.begin();
    }

    @AfterEach
    void close() {
        area.end();
    }

    private Buffer allocate(int bytes) {
        byte[] memory = new byte[bytes];
        Buffer buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(memory), 0, bytes, 0, true, null);
        memories.put(buffer, memory);
        return buffer;
    }

    private int byteAt(long offset) {
        return (int) (offset * 31 + (offset >>> 10)) + written & 0xFF;
    }

    private void finishTransfers() {
        while (!transfers.isEmpty()) {
            transfers.remove().run();
        }
    }

    /** Reads bytes as an operation on a range does, and waits for what is not here. */
    private void read(long offset, int bytes) {
        int done = 0;
        while (done < bytes) {
            long at = offset + done;
            int here = area.hereToRead(at, Math.min(bytes - done, PIECE));
            if (here <= 0) {
                assertTrue(!transfers.isEmpty(), "nothing comes");
                finishTransfers();
                continue;
            }
            Buffer memory = area.memory(at);
            int place = area.place(at);
            for (int i = 0; i < here; i++) {
                assertEquals(byteAt(at + i), memory.u8(place + i), "byte " + (at + i));
            }
            done += here;
        }
    }

    @Test
    void whoReadsAcrossPagesThatAreInAWindowByThenReadsWhatIsThere() {
        read(9 * 1_024, 9);
        read(0, 1_024);
        assertEquals(0, area.hereToRead(1_024, 1_024), "a window comes");
        read(5 * 1_024 + 900, 300);
        read(1_024, 1_024);
        finishTransfers();

        read(6 * 1_024 + 900, 300);
    }

    /** A page and a window were read for a request that has ended, and come when the next one has begun. */
    @Test
    void whatWasWrittenBeforeARequestIsReadByIt() {
        isShared = true;
        read(9 * 1_024, 9);
        read(0, 1_024);
        assertEquals(0, area.hereToRead(1_024, 1_024), "a window comes");
        assertEquals(0, area.hereToRead(20 * 1_024, 9), "a page comes");
        area.end();
        written = 1;
        area.begin();
        finishTransfers();

        read(20 * 1_024, 9);
        read(0, 4_096);
    }

    // --- what the bytes are

    @Override
    public long length() {
        return PAGES * 1_024;
    }

    @Override
    public boolean isRevoked() {
        return false;
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public boolean isShared() {
        return isShared;
    }

    @Override
    public boolean isFlushed() {
        return false;
    }

    @Override
    public boolean bring(long offset, Buffer memory, int place, int bytes, int page) {
        byte[] target = memories.get(memory);
        byte[] read = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            read[i] = (byte) byteAt(offset + i);
        }
        transfers.add(() -> {
            System.arraycopy(read, 0, target, place, bytes);
            Message ended = RuntimeAccess.newMessage();
            RuntimeAccess.words(ended)[0] = page;
            cache.onTransfer(ended);
        });
        return true;
    }

    @Override
    public boolean takeBack(long offset, Buffer memory, int place, int bytes, int page) {
        throw new UnsupportedOperationException("nothing is written");
    }

    @Override
    public boolean flush(int number) {
        throw new UnsupportedOperationException("nothing is written");
    }

    // --- buffers

    @Override
    public boolean keep(Buffer buffer) {
        return true;
    }

    @Override
    public void release(Buffer buffer) {
        RuntimeAccess.empty(buffer);
    }

    @Override
    public boolean isLent(Buffer buffer) {
        return false;
    }
}
