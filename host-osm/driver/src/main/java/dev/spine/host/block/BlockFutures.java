package dev.spine.host.block;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import dev.spine.iop.engine.Tasks;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Requests to a block device from threads outside the engine, as futures.
 *
 * <p>Any thread. A request wakes the host's agent and returns once the agent has it; {@link #read(long, int, int)} and the others may be
 * called many times before the first has ended. A future is completed on the host agent's thread: what depends on it and takes time goes
 * elsewhere, by {@code thenApplyAsync} and the like. Failures are {@link BlockException}.
 *
 * <p>On the modelled engine time moves only while somebody waits through {@link Tasks}: wait by {@code tasks.await(what, future::isDone)},
 * not by {@code future.get()}.
 */
public final class BlockFutures {
    private final Tasks tasks;
    private final BlockCalls calls;

    /**
     * Futures over a device.
     *
     * @param tasks of the host's agent
     * @param calls the requests of this user
     */
    public BlockFutures(Tasks tasks, BlockCalls calls) {
        this.tasks = tasks;
        this.calls = calls;
    }

    private CompletableFuture<Integer> begin(Supplier<Pending<Integer>> request) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        tasks.run(() -> request.get().whenDone(done -> {
            HostException why = done.failure();
            if (why == null) {
                future.complete(done.get());
            } else {
                future.completeExceptionally(why);
            }
        }));
        return future;
    }

    /**
     * Reads.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory where the bytes go
     * @return the bytes that were read
     */
    public CompletableFuture<Integer> read(long offset, int bytes, int hostAddress) {
        return begin(() -> calls.read(offset, bytes, hostAddress));
    }

    /**
     * Writes.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory of the bytes
     * @param mode how durable the bytes are at the end
     * @return the bytes that were written
     */
    public CompletableFuture<Integer> write(long offset, int bytes, int hostAddress, WriteMode mode) {
        return begin(() -> calls.write(offset, bytes, hostAddress, mode));
    }

    /**
     * Writes zeros.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param mode how durable the zeros are at the end
     * @return the bytes that were written
     */
    public CompletableFuture<Integer> zero(long offset, int bytes, WriteMode mode) {
        return begin(() -> calls.zero(offset, bytes, mode));
    }

    /**
     * Lets the device check that it can read a range.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, at least 1
     * @return the bytes that were checked
     */
    public CompletableFuture<Integer> verify(long offset, int bytes) {
        return begin(() -> calls.verify(offset, bytes));
    }

    /**
     * Makes durable what was written.
     *
     * @return 0
     */
    public CompletableFuture<Integer> flush() {
        return begin(calls::flush);
    }
}
