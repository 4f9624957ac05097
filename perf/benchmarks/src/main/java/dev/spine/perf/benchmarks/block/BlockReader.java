package dev.spine.perf.benchmarks.block;

import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;

/**
 * An application that keeps a number of reads in flight, one block after the other or at places all over the medium, and checks what comes
 * back: the ends of every block, and every byte of one block in 64. Beside it, the same bytes moved by {@link MemorySegment#copy} and
 * checked alike, in the same order into the same buffers. Host agent's thread.
 */
final class BlockReader implements HostWork, BlockCompletion {
    /** In which order the medium is read, round and round. */
    enum Order {
        /** One block after the other. */
        SEQUENTIAL(1),
        /** All over the medium, each block once in a round: a step that has no divisor in common with the number of blocks. */
        SCATTERED(40_503);

        final int step;

        Order(int step) {
            this.step = step;
        }
    }

    private static final int FULLY_CHECKED_ONE_IN = 64;

    private final BlockDevice device;
    private final Region buffers;
    private final int depth;
    private final long blocks;
    private final int step;
    private final int bytes;
    private final int[] idle;
    private final long[] addresses;
    private int idleCount;
    private long next;
    private long toStart;
    private long toEnd;
    private long wrong;
    private long endedNs;
    private volatile boolean done = true;

    /**
     * A reader.
     *
     * @param device what is read
     * @param buffers memory for {@code depth} blocks
     * @param depth reads in flight
     * @param bytes of a read
     * @param order in which blocks are read
     */
    BlockReader(BlockDevice device, Region buffers, int depth, int bytes, Order order) {
        this.device = device;
        this.buffers = buffers;
        this.depth = depth;
        this.bytes = bytes;
        this.step = order.step;
        this.blocks = device.info().capacityBytes() / bytes;
        this.idle = new int[depth];
        this.addresses = new long[depth];
        for (int i = 0; i < depth; i++) {
            idle[idleCount++] = i;
        }
    }

    /** Begins so many reads. */
    void begin(long count) {
        toStart = count;
        toEnd = count;
        done = false;
    }

    /** {@return whether all have ended; any thread} */
    boolean isDone() {
        return done;
    }

    /** {@return when the last one ended} */
    long endedNs() {
        return endedNs;
    }

    /** {@return blocks that were not what was written, and reads that failed} */
    long wrong() {
        return wrong;
    }

    private long place() {
        long block = next + step;
        if (block >= blocks) {
            block %= blocks;
        }
        next = block;
        return block * bytes;
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (toStart > 0 && idleCount > 0 && work < limit) {
            int slot = idle[idleCount - 1];
            long address = place();
            if (!device.read(address, bytes, (int) buffers.base() + slot * bytes, this, slot)) {
                // Refused: this place comes again.
                next = address / bytes - step;
                break;
            }
            addresses[slot] = address;
            idleCount--;
            toStart--;
            work++;
        }
        return work;
    }

    @Override
    public void onBlock(long cookie, BlockOutcome status, int count) {
        int slot = (int) cookie;
        if (status != BlockOutcome.SUCCESS || !check(slot)) {
            wrong++;
        }
        idle[idleCount++] = slot;
        if (--toEnd == 0) {
            endedNs = System.nanoTime();
            done = true;
        } else if (toStart > 0) {
            doWork(1);
        }
    }

    private boolean check(int slot) {
        long at = (long) slot * bytes;
        return toEnd % FULLY_CHECKED_ONE_IN == 0 ? ReadPattern.isRight(buffers.memory(), at, addresses[slot], bytes)
            : ReadPattern.endsAreRight(buffers.memory(), at, addresses[slot], bytes);
    }

    /** Copies and checks so many blocks; returns how long it took. */
    long copy(MemorySegment medium, long count) {
        long begin = System.nanoTime();
        MemorySegment to = buffers.memory();
        toEnd = count;
        for (int slot = 0; toEnd > 0; toEnd--) {
            addresses[slot] = place();
            MemorySegment.copy(medium, addresses[slot], to, (long) slot * bytes, bytes);
            if (!check(slot)) {
                wrong++;
            }
            slot = slot + 1 == depth ? 0 : slot + 1;
        }
        return System.nanoTime() - begin;
    }
}
