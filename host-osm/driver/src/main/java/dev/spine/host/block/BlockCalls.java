package dev.spine.host.block;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.Pending;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Requests to a block device as pending results. What the device cannot take now waits here, in order. Allocates: for control, and for
 * callers to whom a request is worth an object.
 *
 * <p>Host agent's thread. Tasks and threads outside use {@link BlockVolume} and {@link BlockFutures}.
 */
public final class BlockCalls implements HostWork {
    /** Makes a request; false when the device cannot take it now. */
    @FunctionalInterface
    private interface Start {
        boolean on(BlockDevice device, BlockCompletion completion);
    }

    /** One request: what it is, and its result. */
    private static final class Call implements BlockCompletion {
        final String what;
        final Start start;
        final Pending<Integer> result = new Pending<>();
        final Pending<Boolean> memoryReleased = new Pending<>();

        Call(String what, Start start) {
            this.what = what;
            this.start = start;
        }

        @Override
        public void onMemoryReleased(long cookie) {
            memoryReleased.complete(Boolean.TRUE);
        }

        @Override
        public void onBlock(long cookie, BlockOutcome status, int bytes) {
            if (!status.holdsMemory()) {
                memoryReleased.complete(Boolean.TRUE);
            }
            if (status.isSuccess()) {
                result.complete(bytes);
            } else {
                result.fail(new BlockException(what, status, bytes, memoryReleased));
            }
        }
    }

    private final BlockDevice device;
    private final Deque<Call> waiting = new ArrayDeque<>();

    /**
     * The requests of one user of a device. Host agent's thread, or while the system is built.
     *
     * @param host gives what waits its turn
     */
    public BlockCalls(HostAgent host, BlockDevice device) {
        this.device = device;
        host.register(this);
    }

    public BlockDevice device() {
        return device;
    }

    private Pending<Integer> make(String what, Start start) {
        Call call = new Call(what, start);
        if (!waiting.isEmpty() || !start.on(device, call)) {
            waiting.add(call);
        }
        return call.result;
    }

    /**
     * Reads.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory where the bytes go
     * @return the bytes that were read; fails with {@link BlockException}
     */
    public Pending<Integer> read(long offset, int bytes, int hostAddress) {
        return make("read of " + bytes + " bytes at " + offset,
            (target, completion) -> target.read(offset, bytes, hostAddress, completion, 0));
    }

    /**
     * Writes.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory of the bytes
     * @param mode how durable the bytes are at the end
     * @return the bytes that were written; fails with {@link BlockException}
     */
    public Pending<Integer> write(long offset, int bytes, int hostAddress, WriteMode mode) {
        return make("write of " + bytes + " bytes at " + offset,
            (target, completion) -> target.write(offset, bytes, hostAddress, mode, completion, 0));
    }

    /**
     * Writes zeros.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param mode how durable the zeros are at the end
     * @return the bytes that were written; fails with {@link BlockException}
     */
    public Pending<Integer> zero(long offset, int bytes, WriteMode mode) {
        return make("zeros for " + bytes + " bytes at " + offset, (target, completion) -> target.zero(offset, bytes, mode, completion, 0));
    }

    /**
     * Lets the device check that it can read a range.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, at least 1
     * @return the bytes that were checked; fails with {@link BlockException}
     */
    public Pending<Integer> verify(long offset, int bytes) {
        return make("verification of " + bytes + " bytes at " + offset,
            (target, completion) -> target.verify(offset, bytes, completion, 0));
    }

    /**
     * Makes durable what was written.
     *
     * @return 0; fails with {@link BlockException}
     */
    public Pending<Integer> flush() {
        return make("flush", (target, completion) -> target.flush(completion, 0));
    }

    /** Makes requests that wait. Called by the host's agent. */
    @Override
    public int doWork(int limit) {
        int work = 0;
        for (Call call = waiting.peek(); call != null && work < limit; call = waiting.peek()) {
            if (!call.start.on(device, call)) {
                break;
            }
            waiting.remove();
            work++;
        }
        return work;
    }
}
