package dev.spine.perf.move;

import dev.spine.host.block.BlockDevice;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.lan.LanOsm;
import dev.spine.iop.bus.Region;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** The application of path host that sends blocks: headers stand in host memory, the disk puts data behind them, the card fetches both. */
final class HostSender extends HostMover {
    static final int SLOT_BYTES = 1088;
    private static final long SENDER_MAC = 0x0253_504E_0001L;
    private static final int POSITION = 50;

    private final LanOsm lan;
    private final ByteBuffer frames;

    HostSender(HostAgent host, BlockDevice disk, LanOsm lan, Region memory, int slots, MoveOrders orders) {
        super(host, disk, orders, memory, slots, MoveSystem.PACKET_HEADERS);
        this.lan = lan;
        this.frames = memory.memory().asByteBuffer();
        for (int slot = 0; slot < slots; slot++) {
            writeHeaders(memory.memory().asSlice((long) slot * SLOT_BYTES, SLOT_BYTES));
        }
    }

    private static void writeHeaders(MemorySegment frame) {
        UdpHeaders.write(frame, 0, MoveSystem.RECEIVER_MAC, SENDER_MAC, MoveSystem.SENDER_IP, MoveSystem.UDP_PORT, MoveSystem.RECEIVER_IP,
            MoveSystem.UDP_PORT, 0, MoveSystem.PACKET_HEADERS + MoveSystem.PACKET_DATA - UdpHeaders.BYTES);
        frame.asByteBuffer().putInt(UdpHeaders.BYTES, MoveSystem.MAGIC).putInt(UdpHeaders.BYTES + 4, MoveSystem.PACKET_DATA);
    }

    LanOsm port() {
        return lan;
    }

    @Override
    boolean use(int slot, long position, int bytes) {
        frames.putLong(slot * SLOT_BYTES + POSITION, position);
        boolean isTaken = lan.send(address(slot), MoveSystem.PACKET_HEADERS + bytes, slot);
        if (isTaken) {
            process().packetSent();
        }
        return isTaken;
    }

    @Override
    void flush() {
        lan.flush();
    }

    void onSent(int slot, int status) {
        finish(slot, status == 0);
    }
}
