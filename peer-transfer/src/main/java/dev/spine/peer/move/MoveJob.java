package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockOperation;
import dev.spine.peer.block.BlockTarget;
import org.jspecify.annotations.Nullable;

/**
 * An order that goes through an extent of the disk: the disk puts each chunk into a slot of the card's memory, from where it goes on. One
 * at a time. Belongs to the card's agent.
 */
abstract class MoveJob {
    private final DeviceContext context;
    private final BlockClient client;
    private final MoveStatus status;
    private final SlotRing slots;
    private final String what;
    private final long regionBytes;
    private final int slotBytes;
    /** Where in its slot a chunk begins. */
    private final int chunkOffset;
    private Region region;
    private @Nullable CopyExtent extent;
    private @Nullable BlockTarget disk;
    private long beginNs;

    MoveJob(DeviceContext context, BlockClient client, MoveStatus status, String what, int slots, int slotBytes, int chunkOffset) {
        this.context = context;
        this.client = client;
        this.status = status;
        this.slots = new SlotRing(slots);
        this.what = what;
        this.regionBytes = (long) slots * slotBytes;
        this.slotBytes = slotBytes;
        this.chunkOffset = chunkOffset;
        this.region = allocate();
    }

    private Region allocate() {
        return context.bus().allocate(context.directory().iopName() + " " + what + " of the block mover", context.busAgent(),
            Access.READ_WRITE, regionBytes);
    }

    /** The IOP is reset: a disk that still writes for an order from before finds nothing there. */
    final void reset() {
        clear();
        context.bus().remove(region);
        region = allocate();
    }

    final DeviceContext context() {
        return context;
    }

    final SlotRing slots() {
        return slots;
    }

    final Region region() {
        return region;
    }

    /** The extent, or null while there is no order. */
    final @Nullable CopyExtent extent() {
        return extent;
    }

    /** Begins to go through an extent of a disk, when the order says. */
    final void begin(CopyExtent wanted, BlockTarget from, MessageFrame order) {
        slots.reset();
        extent = wanted;
        disk = from;
        beginNs = context.agent().nowNs() + (MoveOrder.word(order, MoveOrder.DELAY_US) & 0xFFFF_FFFFL) * 1000;
    }

    /** Whether chunks can be asked for. */
    boolean isReady() {
        return true;
    }

    /** Hands on chunks that have been read; returns pieces of work done. */
    abstract int handOn(CopyExtent going, int limit);

    /**
     * Goes on.
     *
     * @return pieces of work done
     */
    final int advance(int limit) {
        CopyExtent going = extent;
        BlockTarget from = disk;
        if (going == null || from == null || !isReady()) {
            return 0;
        }
        if (context.agent().nowNs() < beginNs) {
            context.agent().wakeAt(beginNs);
            return 0;
        }
        int work = handOn(going, limit);
        for (long position = going.next(); work < limit && position >= 0 && slots.hasFree(); position = going.next()) {
            context.agent().charge(Op.MOVE_PACKET);
            int slot = slots.peekFree();
            if (!client.submit(from, BlockOperation.READ, position, region.base() + (long) slot * slotBytes + chunkOffset,
                going.chunkBytes(), this, slot)) {
                if (!from.isOpen()) {
                    going.abandon();
                }
                return work;
            }
            slots.take(position);
            going.take();
            work++;
        }
        return work;
    }

    /** The disk has put a chunk into a slot, or has refused to. */
    final void onRead(int slot, boolean well) {
        CopyExtent going = extent;
        if (going == null) {
            return;
        }
        if (well) {
            slots.fill(slot);
        } else {
            finish(going, slot, false);
        }
    }

    /** A chunk has left its slot, for good or bad. */
    final void finish(CopyExtent going, int slot, boolean well) {
        slots.free(slot);
        if (well) {
            status.done();
        } else {
            status.failed();
        }
        going.finish(well);
    }

    /** Forgets the order. */
    void clear() {
        extent = null;
    }
}
