package dev.spine.perf.move;

import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.perf.process.HostProcess;

/**
 * The part of an application of path host that goes through an extent: has the disk fill slots of host memory, and hands full ones on in
 * order. Runs on the host's agent; one order at a time.
 */
abstract class HostMover implements HostWork, BlockCompletion {
    private final HostProcess process;
    private final AgentContext agent;
    private final BlockDevice disk;
    private final MoveOrders orders;
    private final Region memory;
    private final int slotBytes;
    private final int dataOffset;
    private final long[] positions;
    private final int[] free;
    private final int[] full;
    private int freeCount;
    private int firstFull;
    private int fullCount;
    private long chunksOfALap;
    private int chunkBytes;
    private long total;
    private long taken;
    private long left;
    private long failed;
    private long beginNs;
    private MovePath.Notice notice = MovePath.Notice.NONE;

    HostMover(HostAgent host, BlockDevice disk, MoveOrders orders, Region memory, int slots, int dataOffset) {
        this.process = new HostProcess(host);
        this.agent = host.context();
        this.disk = disk;
        this.orders = orders;
        this.memory = memory;
        this.slotBytes = (int) (memory.length() / slots);
        this.dataOffset = dataOffset;
        this.positions = new long[slots];
        this.free = new int[slots];
        this.full = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            free[freeCount++] = slot;
        }
    }

    /** {@return in which it runs} */
    HostProcess process() {
        return process;
    }

    int address(int slot) {
        return (int) memory.base() + slot * slotBytes;
    }

    final AgentContext agent() {
        return agent;
    }

    void begin(long bytes, int chunk, int laps, MovePath.Notice notify, long atNs) {
        chunkBytes = chunk;
        chunksOfALap = bytes / chunk;
        total = chunksOfALap * laps;
        taken = 0;
        left = total;
        failed = 0;
        notice = notify;
        beginNs = atNs;
    }

    @Override
    public int doWork(int limit) {
        if (left == 0) {
            return 0;
        }
        if (agent.nowNs() < beginNs) {
            agent.wakeAt(beginNs);
            return 0;
        }
        int work = handOn(limit);
        while (work < limit && taken < total && freeCount > 0) {
            agent.charge(Op.MOVE_APPLICATION);
            int slot = free[freeCount - 1];
            long position = taken % chunksOfALap * chunkBytes;
            if (!disk.read(position, chunkBytes, address(slot) + dataOffset, this, slot)) {
                break;
            }
            process.called();
            positions[slot] = position;
            freeCount--;
            taken++;
            work++;
        }
        return work;
    }

    private int handOn(int limit) {
        int work = 0;
        while (fullCount > 0 && work < limit) {
            agent.charge(Op.MOVE_APPLICATION);
            int slot = full[firstFull];
            if (!use(slot, positions[slot], chunkBytes)) {
                break;
            }
            firstFull = (firstFull + 1) % full.length;
            fullCount--;
            work++;
        }
        if (work > 0) {
            flush();
        }
        return work;
    }

    @Override
    public void onBlock(long cookie, BlockOutcome status, int bytes) {
        process.callEnded();
        agent.charge(Op.MOVE_APPLICATION);
        if (status == BlockOutcome.SUCCESS) {
            full[(firstFull + fullCount++) % full.length] = (int) cookie;
        } else if (status.holdsMemory()) {
            done(false);
        } else {
            finish((int) cookie, false);
        }
    }

    @Override
    public void onMemoryReleased(long cookie) {
        free[freeCount++] = (int) cookie;
    }

    /** The other device is done with a slot. */
    void finish(int slot, boolean well) {
        free[freeCount++] = slot;
        done(well);
    }

    private void done(boolean well) {
        failed += well ? 0 : 1;
        if (--left == 0 && notice == MovePath.Notice.AT_END) {
            orders.end(agent.nowNs(), failed);
        }
    }

    /** Chunks of this order that were not moved well. */
    long failed() {
        return failed;
    }

    /** Hands a slot to the other device; false when it can take none now. */
    abstract boolean use(int slot, long position, int bytes);

    /** Some slots were handed on. */
    abstract void flush();
}
