package dev.spine.perf.move;

import dev.spine.host.block.BlockDevice;
import dev.spine.host.lan.LanOsm;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.wire.InternetChecksum;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** The application of path host that sends blocks: headers stand in host memory, the disk puts data behind them, the card fetches both. */
final class HostSender extends HostMover {
    static final int SLOT_BYTES = 1088;
    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int POSITION = 50;

    private final LanOsm lan;
    private final ByteBuffer frames;

    HostSender(AgentContext agent, BlockDevice disk, LanOsm lan, Region memory, int slots, MoveOrders orders) {
        super(agent, disk, orders, memory, slots, MoveSystem.PACKET_HEADERS);
        this.lan = lan;
        this.frames = memory.memory().asByteBuffer();
        for (int slot = 0; slot < slots; slot++) {
            writeHeaders(memory.memory().asSlice((long) slot * SLOT_BYTES, SLOT_BYTES));
        }
    }

    private static void writeHeaders(MemorySegment frame) {
        ByteBuffer out = frame.asByteBuffer();
        out.putShort((short) (MoveSystem.RECEIVER_MAC >>> 32)).putInt((int) MoveSystem.RECEIVER_MAC).putShort((short) 0x0253)
            .putInt(0x504E_0001).putShort((short) 0x0800);
        int length = MoveSystem.PACKET_HEADERS + MoveSystem.PACKET_DATA;
        out.putShort((short) 0x4500).putShort((short) (length - IP)).putInt(0).putShort((short) 0x4011).putShort((short) 0)
            .putInt(MoveSystem.SENDER_IP).putInt(MoveSystem.RECEIVER_IP);
        out.putShort(IP + 10, (short) InternetChecksum.of(frame, IP, UDP - IP));
        out.putShort((short) MoveSystem.UDP_PORT).putShort((short) MoveSystem.UDP_PORT).putShort((short) (length - UDP))
            .putShort((short) 0);
        out.putInt(0x5350_4B42).putInt(MoveSystem.PACKET_DATA);
    }

    LanOsm port() {
        return lan;
    }

    @Override
    boolean use(int slot, long position, int bytes) {
        frames.putLong(slot * SLOT_BYTES + POSITION, position);
        return lan.send(address(slot), MoveSystem.PACKET_HEADERS + bytes, slot);
    }

    @Override
    void flush() {
        lan.flush();
    }

    void onSent(int slot, int status) {
        finish(slot, status == 0);
    }
}
