package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An io_uring with a ring of buffers that the kernel reads into. For the thread that makes it.
 *
 * <p>Source: io_uring_setup(2), io_uring_enter(2), io_uring_register(2), Linux include/uapi/linux/io_uring.h.
 */
final class IoRing implements AutoCloseable {
    static final int BUFFER_BYTES = 2048;
    /** Read into buffers of the ring until something fails. */
    static final byte READ_MANY = 49;
    static final byte WRITE = 23;
    static final byte SELECT_BUFFER = 1 << 5;
    static final byte SILENT_IF_DONE = 1 << 6;
    static final int HAS_BUFFER = 1;
    static final int HAS_MORE = 2;

    private static final long SETUP = 425;
    private static final long ENTER = 426;
    private static final long REGISTER = 427;
    private static final int REGISTER_BUFFER_RING = 22;
    private static final int WAIT = 1;
    private static final int WITH_TIME = 8;
    private static final int COOPERATIVE = 1 << 8;
    private static final int ONE_ISSUER = 1 << 12;
    private static final int WORK_WHEN_ENTERED = 1 << 13;
    private static final int RESULTS_GIVEN = 1 << 3;
    private static final long ENTRIES_AT = 0x1000_0000L;
    private static final int ENTRY = 64;
    private static final int RESULT = 16;

    private final Arena arena = Arena.ofConfined();
    private final int descriptor;
    private final MemorySegment rings;
    private final MemorySegment entries;
    private final MemorySegment bufferRing;
    private final MemorySegment buffers;
    private final MemorySegment time = arena.allocate(16, 8);
    private final MemorySegment waiting = arena.allocate(24, 8);
    private final int buffersMask;
    private final int mask;
    private final int resultMask;
    private final int submitHead;
    private final int submitTail;
    private final int resultHead;
    private final int resultTail;
    private final int resultsAt;
    private int tail;
    private int submitted;
    private int head;
    private short bufferTail;

    IoRing(int size, int bufferCount) {
        MemorySegment parameters = arena.allocate(120, 8);
        parameters.set(ValueLayout.JAVA_INT, 4, 4 * size);
        parameters.set(ValueLayout.JAVA_INT, 8, RESULTS_GIVEN | COOPERATIVE | ONE_ISSUER | WORK_WHEN_ENTERED);
        descriptor = (int) Native.need("io_uring", Native.call(SETUP, size, parameters.address(), 0, 0, 0, 0));
        int count = parameters.get(ValueLayout.JAVA_INT, 0);
        int results = parameters.get(ValueLayout.JAVA_INT, 4);
        submitHead = parameters.get(ValueLayout.JAVA_INT, 40);
        submitTail = parameters.get(ValueLayout.JAVA_INT, 44);
        int array = parameters.get(ValueLayout.JAVA_INT, 64);
        resultHead = parameters.get(ValueLayout.JAVA_INT, 80);
        resultTail = parameters.get(ValueLayout.JAVA_INT, 84);
        resultsAt = parameters.get(ValueLayout.JAVA_INT, 100);
        mask = count - 1;
        resultMask = results - 1;
        rings = Native.map("an io_uring's rings", descriptor, 0, Math.max(array + 4L * count, resultsAt + (long) RESULT * results));
        entries = Native.map("an io_uring's entries", descriptor, ENTRIES_AT, (long) ENTRY * count);
        for (int i = 0; i < count; i++) {
            rings.set(ValueLayout.JAVA_INT, array + 4L * i, i);
        }
        buffersMask = bufferCount - 1;
        bufferRing = Native.map("memory", -1, 0, 16L * bufferCount);
        buffers = Native.map("memory", -1, 0, (long) BUFFER_BYTES * bufferCount);
        MemorySegment about = arena.allocate(40, 8);
        about.set(ValueLayout.JAVA_LONG, 0, bufferRing.address());
        about.set(ValueLayout.JAVA_INT, 8, bufferCount);
        Native.need("an io_uring's buffer ring", Native.call(REGISTER, descriptor, REGISTER_BUFFER_RING, about.address(), 1, 0, 0));
        for (int i = 0; i < bufferCount; i++) {
            offer(i);
        }
        offered();
        waiting.set(ValueLayout.JAVA_LONG, 16, time.address());
    }

    /** Gives a buffer to the kernel with the next {@link #offered}. */
    void offer(int buffer) {
        long at = 16L * (bufferTail & buffersMask);
        bufferRing.set(ValueLayout.JAVA_LONG, at, address(buffer));
        bufferRing.set(ValueLayout.JAVA_INT, at + 8, BUFFER_BYTES);
        bufferRing.set(ValueLayout.JAVA_SHORT, at + 12, (short) buffer);
        bufferTail++;
    }

    void offered() {
        ValueLayout.JAVA_SHORT.varHandle().setRelease(bufferRing, 14L, bufferTail);
    }

    long address(int buffer) {
        return buffers.address() + (long) BUFFER_BYTES * buffer;
    }

    boolean isFull() {
        return tail - Native.ordered(rings, submitHead) > mask;
    }

    /** Adds an entry, which {@link #enter} submits. */
    void add(byte operation, byte flags, int file, long address, int bytes, long mark) {
        long at = (long) ENTRY * (tail & mask);
        entries.asSlice(at, ENTRY).fill((byte) 0);
        entries.set(ValueLayout.JAVA_BYTE, at, operation);
        entries.set(ValueLayout.JAVA_BYTE, at + 1, flags);
        entries.set(ValueLayout.JAVA_INT, at + 4, file);
        // As a stream: at no place.
        entries.set(ValueLayout.JAVA_LONG, at + 8, -1L);
        entries.set(ValueLayout.JAVA_LONG, at + 16, address);
        entries.set(ValueLayout.JAVA_INT, at + 24, bytes);
        entries.set(ValueLayout.JAVA_LONG, at + 32, mark);
        tail++;
    }

    /** Submits what was added, and waits for a result when asked to, for some milliseconds. */
    long enter(int results, int milliseconds) {
        Native.publish(rings, submitTail, tail);
        time.set(ValueLayout.JAVA_LONG, 8, milliseconds * 1_000_000L);
        int count = tail - submitted;
        submitted = tail;
        return Native.call(ENTER, descriptor, count, results, WAIT | WITH_TIME, waiting.address(), 24);
    }

    /** Where the next result is, or -1. Its mark, value and flags are read by the other methods; {@link #next} goes on. */
    long result() {
        return head == Native.ordered(rings, resultTail) ? -1 : resultsAt + (long) RESULT * (head & resultMask);
    }

    long mark(long at) {
        return rings.get(ValueLayout.JAVA_LONG, at);
    }

    int value(long at) {
        return rings.get(ValueLayout.JAVA_INT, at + 8);
    }

    int flags(long at) {
        return rings.get(ValueLayout.JAVA_INT, at + 12);
    }

    void next() {
        head++;
        Native.publish(rings, resultHead, head);
    }

    @Override
    public void close() {
        SystemCalls.close(descriptor);
        Native.unmap(rings);
        Native.unmap(entries);
        Native.unmap(bufferRing);
        Native.unmap(buffers);
        arena.close();
    }
}
