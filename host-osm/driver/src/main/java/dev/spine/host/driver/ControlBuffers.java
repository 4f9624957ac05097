package dev.spine.host.driver;

import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * Host memory for control requests of one IOP: tables, lists, status words. A request that finds none waits.
 *
 * <p>A buffer whose request was given up is never used again, because the IOP may still write into it. Host agent's thread only.
 */
final class ControlBuffers {
    /** Bytes of a buffer: more than the largest table. */
    static final int BYTES = 16 * 1024;

    private static final int BUFFERS = 4;

    /** One buffer: its bus address and its bytes. */
    record Buffer(int address, MemorySegment memory) {}

    private final String iop;
    private final HostMemory hostMemory;
    private final Deque<Buffer> free = new ArrayDeque<>();
    private final Deque<Pending<Buffer>> waiting = new ArrayDeque<>();
    private int abandoned;

    ControlBuffers(String iop, HostMemory hostMemory) {
        this.iop = iop;
        this.hostMemory = hostMemory;
        for (int i = 0; i < BUFFERS; i++) {
            free.add(allocate());
        }
    }

    private Buffer allocate() {
        Region region = hostMemory.allocate("control memory of " + iop, BYTES);
        return new Buffer((int) region.base(), region.memory());
    }

    /**
     * Does something with a zeroed buffer.
     *
     * @param <T> the result
     * @param work given the buffer; it may use it until its result is there
     * @return the result
     */
    <T> Pending<T> with(Function<Buffer, Pending<T>> work) {
        return acquire().then(buffer -> {
            buffer.memory().fill((byte) 0);
            Pending<T> result = work.apply(buffer);
            result.whenDone(done -> putBack(buffer, done));
            return result;
        });
    }

    private Pending<Buffer> acquire() {
        Buffer buffer = free.poll();
        if (buffer != null) {
            return Pending.of(buffer);
        }
        Pending<Buffer> turn = new Pending<>();
        waiting.add(turn);
        return turn;
    }

    private void putBack(Buffer buffer, Pending<?> done) {
        boolean givenUp = done.failure() instanceof RequestFailedException || done.failure() instanceof WaitedTooLongException;
        Buffer next = givenUp ? allocate() : buffer;
        if (givenUp) {
            abandoned++;
        }
        Pending<Buffer> turn = waiting.poll();
        if (turn == null) {
            free.add(next);
        } else {
            turn.complete(next);
        }
    }

    /** {@return buffers that were given up} */
    int abandoned() {
        return abandoned;
    }
}
