package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockTarget;
import org.jspecify.annotations.Nullable;

/** Disk to network: the disk puts each chunk behind headers that stand in the card's memory, and the frame leaves from there. */
final class BlockSend extends MoveJob {
    private static final int SLOTS = 64;
    private static final int SLOT_BYTES = 1088;
    private static final long FIRST_WAIT_NS = 5_000;
    private static final long LAST_WAIT_NS = 100_000_000;

    private @Nullable PacketPort port;
    /** A wire that takes nothing is asked again after a quarter of the time for which it was waited for: a slow one seldom. */
    private long waitNs = FIRST_WAIT_NS;
    private boolean waitsForWire;
    /** When it is asked again; only while {@link #waitsForWire}. */
    private long askAgainNs;

    BlockSend(DeviceContext context, BlockClient client, MoveStatus status) {
        super(context, client, status, "frames", SLOTS, SLOT_BYTES, CopyPacket.HEADER_BYTES);
    }

    /** Begins an order; false when a value is impossible. */
    boolean begin(KernelRequest order, BlockTarget from, PacketPort wire) {
        MessageFrame frame = order.frame();
        int chunk = MoveOrder.word(frame, 4);
        CopyExtent wanted = chunk > 0 && chunk <= CopyPacket.MAX_DATA_BYTES ? CopyExtent.of(order, from, chunk) : null;
        if (wanted == null) {
            return false;
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            CopyPacket.writeHeaders(region().memory().asSlice((long) slot * SLOT_BYTES, SLOT_BYTES),
                MoveOrder.longAt(frame, 5) & 0xFFFF_FFFF_FFFFL, wire.hardwareAddress(), MoveOrder.word(frame, 7),
                MoveOrder.word(frame, 8), MoveOrder.word(frame, 9), chunk);
        }
        port = wire;
        begin(wanted, from, frame);
        return true;
    }

    @Override
    int handOn(CopyExtent going, int limit) {
        PacketPort wire = port;
        SlotRing slots = slots();
        int work = 0;
        while (work < limit && slots.hasFull() && wire != null) {
            int slot = slots.firstFull();
            long frame = (long) slot * SLOT_BYTES;
            CopyPacket.writePosition(region().memory(), frame, slots.position(slot));
            if (!wire.transmit(region().memory(), frame, CopyPacket.HEADER_BYTES + going.chunkBytes())) {
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
        long nowNs = context().agent().nowNs();
        if (!waitsForWire || nowNs - askAgainNs >= 0) {
            waitsForWire = true;
            askAgainNs = nowNs + waitNs;
            waitNs = Math.min(waitNs + waitNs / 4, LAST_WAIT_NS);
        }
        context().agent().wakeAt(askAgainNs);
    }
}
