package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockDirection;
import dev.spine.peer.block.BlockTarget;
import org.jspecify.annotations.Nullable;

/** Disk to network: the disk puts each chunk behind headers that stand in the card's memory, and the frame leaves from there. */
final class BlockSend implements MoveJob {
    private static final int SLOTS = 64;
    private static final int SLOT_BYTES = 1088;
    private static final long FIRST_WAIT_NS = 5_000;
    private static final long LAST_WAIT_NS = 100_000_000;

    private final DeviceContext context;
    private final BlockClient client;
    private final MoveStatus status;
    private Region frames;
    private final SlotRing slots = new SlotRing(SLOTS);
    private @Nullable CopyExtent extent;
    private @Nullable BlockTarget disk;
    private @Nullable PacketPort port;
    private long beginNs;
    /** A wire that takes nothing is asked again after a quarter of the time for which it was waited for: a slow one seldom. */
    private long waitNs = FIRST_WAIT_NS;
    private boolean waitsForWire;
    /** When it is asked again; only while {@link #waitsForWire}. */
    private long askAgainNs;

    BlockSend(DeviceContext context, BlockClient client, MoveStatus status) {
        this.context = context;
        this.client = client;
        this.status = status;
        this.frames = allocate();
    }

    private Region allocate() {
        return context.bus().allocate(context.directory().iopName() + " frames of the block mover", context.busAgent(), Access.READ_WRITE,
            (long) SLOTS * SLOT_BYTES);
    }

    /** The IOP is reset: a disk that still writes for an order from before finds nothing there. */
    void reset() {
        clear();
        context.bus().remove(frames);
        frames = allocate();
    }

    @Override
    public @Nullable CopyExtent extent() {
        return extent;
    }

    /** Begins an order; false when a value is impossible. */
    boolean begin(KernelRequest order, BlockTarget from, PacketPort wire) {
        MessageFrame frame = order.frame();
        int chunk = MoveOrder.word(frame, 4);
        CopyExtent wanted = chunk > 0 && chunk <= CopyPacket.MAX_DATA_BYTES ? CopyExtent.of(order, from, chunk) : null;
        if (wanted == null) {
            return false;
        }
        slots.reset();
        for (int slot = 0; slot < SLOTS; slot++) {
            CopyPacket.writeHeaders(frames.memory().asSlice((long) slot * SLOT_BYTES, SLOT_BYTES),
                MoveOrder.longAt(frame, 5) & 0xFFFF_FFFF_FFFFL, wire.hardwareAddress(), MoveOrder.word(frame, 7),
                MoveOrder.word(frame, 8), MoveOrder.word(frame, 9), chunk);
        }
        disk = from;
        port = wire;
        extent = wanted;
        beginNs = context.agent().nowNs() + (MoveOrder.word(frame, MoveOrder.DELAY_US) & 0xFFFF_FFFFL) * 1000;
        return true;
    }

    @Override
    public int advance(int limit) {
        CopyExtent going = extent;
        BlockTarget from = disk;
        if (going == null || from == null) {
            return 0;
        }
        if (context.agent().nowNs() < beginNs) {
            context.agent().wakeAt(beginNs);
            return 0;
        }
        int work = transmit(going, limit);
        for (long position = going.next(); work < limit && position >= 0 && slots.hasFree(); position = going.next()) {
            int slot = slots.peekFree();
            if (!client.submit(from, BlockDirection.READ, position, frames.base() + (long) slot * SLOT_BYTES + CopyPacket.HEADER_BYTES,
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

    private int transmit(CopyExtent going, int limit) {
        PacketPort wire = port;
        int work = 0;
        while (work < limit && slots.hasFull() && wire != null) {
            int slot = slots.firstFull();
            long frame = (long) slot * SLOT_BYTES;
            CopyPacket.writePosition(frames.memory(), frame, slots.position(slot));
            if (!wire.transmit(frames.memory(), frame, CopyPacket.HEADER_BYTES + going.chunkBytes())) {
                waitForWire();
                break;
            }
            waitsForWire = false;
            waitNs = FIRST_WAIT_NS;
            slots.removeFull();
            finish(going, slot, true);
            work++;
        }
        return work;
    }

    /** What else comes meanwhile has the wire asked, too, and makes nobody wait longer. */
    private void waitForWire() {
        long nowNs = context.agent().nowNs();
        if (!waitsForWire || nowNs - askAgainNs >= 0) {
            waitsForWire = true;
            askAgainNs = nowNs + waitNs;
            waitNs = Math.min(waitNs + waitNs / 4, LAST_WAIT_NS);
        }
        context.agent().wakeAt(askAgainNs);
    }

    @Override
    public void onRead(int slot, boolean well) {
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

    private void finish(CopyExtent going, int slot, boolean well) {
        slots.free(slot);
        if (well) {
            status.done();
        } else {
            status.failed();
        }
        going.finish(well);
    }

    @Override
    public void clear() {
        extent = null;
    }
}
