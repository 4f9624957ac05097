package dev.spine.host.block;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.Pending;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * A block device for code that blocks: a task, or a caller outside the engine. Works on both engines.
 *
 * <p>Bytes pass through a buffer of this volume in host memory, in requests of at most its size. Used by one task or thread at a time: each
 * makes one of its own. Offsets and lengths are multiples of the block size.
 */
public final class BlockVolume implements AutoCloseable {
    private final Tasks tasks;
    private final BlockCalls calls;
    private final HostMemory hostMemory;
    private Region buffer;
    private final int bufferBytes;

    /**
     * A volume over a device that is attached.
     *
     * @param tasks of the host's agent
     * @param calls the requests of this user
     * @param hostMemory where the buffer is allocated
     */
    public BlockVolume(Tasks tasks, BlockCalls calls, HostMemory hostMemory) {
        this.tasks = tasks;
        this.calls = calls;
        this.hostMemory = hostMemory;
        this.bufferBytes = tasks.call(() -> calls.device().info().maxTransferBytes());
        checkState(bufferBytes >= 1, "a volume is made over a device that is attached: attach it first");
        this.buffer = tasks.call(() -> hostMemory.allocate("block volume", bufferBytes));
    }

    /** {@return what the device is like now} */
    public BlockDeviceInfo info() {
        return tasks.call(() -> calls.device().info());
    }

    private int await(String what, Supplier<Pending<Integer>> request) {
        try {
            return Pending.await(tasks, what, request);
        } catch (BlockException e) {
            if (e.status().holdsMemory()) {
                replaceBuffer();
            }
            throw e;
        }
    }

    /** The device may still use the buffer: it is taken off the bus, where nobody reaches it, and its addresses are used again last. */
    private void replaceBuffer() {
        tasks.run(() -> {
            hostMemory.free(buffer);
            buffer = hostMemory.allocate("block volume", bufferBytes);
        });
    }

    /**
     * Reads.
     *
     * @param offset first byte of the range on the medium
     * @param into where the bytes go; its size is that of the range
     * @throws BlockException when a part could not be read; bytes before it are in {@code into}
     */
    public void read(long offset, MemorySegment into) {
        for (long done = 0; done < into.byteSize();) {
            long at = done;
            int bytes = (int) Math.min(bufferBytes, into.byteSize() - at);
            await("a read", () -> calls.read(offset + at, bytes, (int) buffer.base()));
            MemorySegment.copy(buffer.memory(), 0, into, at, bytes);
            done += bytes;
        }
    }

    /**
     * Writes.
     *
     * @param offset first byte of the range on the medium
     * @param from the bytes; its size is that of the range
     * @param mode how durable they are at the end
     * @throws BlockException when a part could not be written
     */
    public void write(long offset, MemorySegment from, WriteMode mode) {
        for (long done = 0; done < from.byteSize();) {
            long at = done;
            int bytes = (int) Math.min(bufferBytes, from.byteSize() - at);
            MemorySegment.copy(from, at, buffer.memory(), 0, bytes);
            await("a write", () -> calls.write(offset + at, bytes, (int) buffer.base(), mode));
            done += bytes;
        }
    }

    /**
     * Writes zeros.
     *
     * @param offset first byte of the range on the medium
     * @param length its bytes, at least 0
     * @param mode how durable they are at the end
     * @throws BlockException when a part could not be written
     */
    public void zero(long offset, long length, WriteMode mode) {
        for (long done = 0; done < length;) {
            long at = done;
            int bytes = (int) Math.min(bufferBytes, length - at);
            await("zeros", () -> calls.zero(offset + at, bytes, mode));
            done += bytes;
        }
    }

    /**
     * Lets the device check that it can read a range.
     *
     * @param offset first byte of the range on the medium
     * @param length its bytes, at least 0
     * @throws BlockException when a part cannot be read
     */
    public void verify(long offset, long length) {
        for (long done = 0; done < length;) {
            long at = done;
            int bytes = (int) Math.min(bufferBytes, length - at);
            await("a verification", () -> calls.verify(offset + at, bytes));
            done += bytes;
        }
    }

    /**
     * Makes durable what was written.
     *
     * @throws BlockException when the device could not
     */
    public void flush() {
        await("a flush", calls::flush);
    }

    /** Gives the buffer back. Nothing may be in flight. */
    @Override
    public void close() {
        tasks.run(() -> hostMemory.free(buffer));
    }
}
