package dev.spine.host.nbd;

import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockDeviceInfo;
import dev.spine.host.block.BlockDeviceListener;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.block.WriteMode;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A block device in memory, with a queue, a request in which every turn is carried out later, and faults on demand. */
// Its fields are written by the agent and read by tests.
@SuppressWarnings("NonAtomicVolatileUpdate")
final class MemoryDevice implements BlockDevice, HostWork {
    private enum Kind { READ, WRITE, ZERO, VERIFY, FLUSH }

    private static final class Operation {
        Kind kind = Kind.FLUSH;
        long offset;
        int bytes;
        int address;
        BlockCompletion completion = (cookie, status, done) -> { };
        long cookie;
    }

    private static final int HOLE_BYTES = 4096;

    final byte[] content;
    private final Bus bus;
    private final Operation[] ring;
    private final MemorySegment medium;
    private int head;
    private int count;
    private volatile BlockDeviceInfo info;
    /** Nothing ends while this is set. */
    volatile boolean held;
    /** How the next requests that reach {@link #faultAt} end. */
    volatile BlockOutcome fault = BlockOutcome.SUCCESS;
    volatile long faultAt = -1;
    /** Every so many requests one is not taken; 0 for never. */
    volatile int refuseOneIn;
    volatile int flushes;
    volatile int through;
    /** Requests for zeros, which leave no blocks behind. */
    volatile int zeroed;
    volatile int queued;
    volatile int mostQueued;
    /** What lets go of the memory of requests that have ended while the device may still use it. On the agent. */
    final List<Runnable> inDoubt = new ArrayList<>();
    private int asked;

    MemoryDevice(Bus bus, int capacity, int block, int queueDepth) {
        this.bus = bus;
        this.content = new byte[capacity];
        this.medium = MemorySegment.ofArray(content);
        this.info = new BlockDeviceInfo(capacity, block, BlockDeviceInfo.Access.READ_WRITE, 128 * 1024, queueDepth);
        this.ring = new Operation[queueDepth];
        for (int i = 0; i < queueDepth; i++) {
            ring[i] = new Operation();
        }
    }

    void protect() {
        info = new BlockDeviceInfo(info.capacityBytes(), info.blockBytes(), BlockDeviceInfo.Access.READ_ONLY, info.maxTransferBytes(),
            info.queueDepth());
    }

    @Override
    public BlockDeviceInfo info() {
        return info;
    }

    @Override
    public void addListener(BlockDeviceListener listener) {
        // Nothing changes here while somebody looks.
    }

    private boolean add(Kind kind, long offset, int bytes, int address, BlockCompletion completion, long cookie) {
        int refuse = refuseOneIn;
        if (count == ring.length || refuse > 0 && ++asked % refuse == 0) {
            return false;
        }
        if (kind != Kind.FLUSH && (bytes < 1 || bytes > info.maxTransferBytes())) {
            throw new IllegalArgumentException("a transfer of " + bytes);
        }
        Operation operation = ring[(head + count++) % ring.length];
        operation.kind = kind;
        operation.offset = offset;
        operation.bytes = bytes;
        operation.address = address;
        operation.completion = completion;
        operation.cookie = cookie;
        queued = count;
        mostQueued = Math.max(mostQueued, count);
        return true;
    }

    @Override
    public boolean read(long offset, int bytes, int hostAddress, BlockCompletion completion, long cookie) {
        return add(Kind.READ, offset, bytes, hostAddress, completion, cookie);
    }

    @Override
    public boolean write(long offset, int bytes, int hostAddress, WriteMode mode, BlockCompletion completion, long cookie) {
        through += mode == WriteMode.THROUGH ? 1 : 0;
        return add(Kind.WRITE, offset, bytes, hostAddress, completion, cookie);
    }

    @Override
    public boolean zero(long offset, int bytes, WriteMode mode, BlockCompletion completion, long cookie) {
        through += mode == WriteMode.THROUGH ? 1 : 0;
        zeroed++;
        return add(Kind.ZERO, offset, bytes, 0, completion, cookie);
    }

    @Override
    public boolean verify(long offset, int bytes, BlockCompletion completion, long cookie) {
        return add(Kind.VERIFY, offset, bytes, 0, completion, cookie);
    }

    @Override
    public boolean flush(BlockCompletion completion, long cookie) {
        return add(Kind.FLUSH, 0, 0, 0, completion, cookie);
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (work < limit && count > 0 && !held) {
            Operation operation = ring[head];
            head = (head + 1) % ring.length;
            queued = --count;
            BlockOutcome status = carryOut(operation);
            if (status.holdsMemory()) {
                BlockCompletion holder = operation.completion;
                long cookie = operation.cookie;
                inDoubt.add(() -> holder.onMemoryReleased(cookie));
            }
            operation.completion.onBlock(operation.cookie, status, status.isSuccess() ? operation.bytes : 0);
            work++;
        }
        return work;
    }

    private BlockOutcome carryOut(Operation operation) {
        long offset = operation.offset;
        if (operation.kind == Kind.FLUSH) {
            flushes++;
            return BlockOutcome.SUCCESS;
        }
        if (offset < 0 || offset > content.length - operation.bytes || offset % info.blockBytes() != 0
            || operation.bytes % info.blockBytes() != 0) {
            return BlockOutcome.OUT_OF_RANGE;
        }
        if (faultAt >= offset && faultAt < offset + operation.bytes) {
            return fault;
        }
        switch (operation.kind) {
            case READ -> {
                Region host = host(operation);
                MemorySegment.copy(medium, offset, host.memory(), place(operation, host), operation.bytes);
            }
            case WRITE -> {
                Region host = host(operation);
                MemorySegment.copy(host.memory(), place(operation, host), medium, offset, operation.bytes);
            }
            case ZERO -> medium.asSlice(offset, operation.bytes).fill((byte) 0);
            case VERIFY, FLUSH -> { }
        }
        return BlockOutcome.SUCCESS;
    }

    private Region host(Operation operation) {
        return Objects.requireNonNull(bus.find(Integer.toUnsignedLong(operation.address), operation.bytes), "no host memory there");
    }

    private static long place(Operation operation, Region host) {
        return Integer.toUnsignedLong(operation.address) - host.base();
    }

    /** As a file system would say it: blocks of 4 KiB that are zero are holes. */
    long extentAt(long offset) {
        boolean zero = isZero(offset);
        long end = offset;
        while (end < content.length && isZero(end) == zero) {
            end = (end | HOLE_BYTES - 1) + 1;
        }
        return zero ? offset - end : end - offset;
    }

    private boolean isZero(long offset) {
        int from = (int) offset & -HOLE_BYTES;
        for (int i = from; i < from + HOLE_BYTES; i++) {
            if (content[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
