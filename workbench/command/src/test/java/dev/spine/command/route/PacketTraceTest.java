package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.spine.iop.packet.wire.EtherType;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By what a packet is known again on the cards of a router. */
class PacketTraceTest {
    private static byte[] frame(int type, int firstByte, int length) {
        byte[] frame = new byte[length];
        for (int i = 0; i < length; i++) {
            frame[i] = (byte) (i * 7);
        }
        ByteBuffer fields = ByteBuffer.wrap(frame);
        if (length >= 14) {
            fields.putShort(12, (short) type);
        }
        if (length > 14) {
            fields.put(14, (byte) firstByte);
        }
        return frame;
    }

    @ParameterizedTest
    @ValueSource(ints = {EtherType.IPV4, EtherType.IPV6})
    void aFrameThatIsShorterThanItsHeaderSaysDoesNotEndItsCard(int type) {
        for (int length = 0; length <= 130; length++) {
            for (int first = 0; first <= 0xFF; first++) {
                PacketTrace.identity(frame(type, first, length));
            }
        }
    }

    @Test
    void whatARouterChangesLeavesAPacketTheSameAndAnotherNumberDoesNot() {
        byte[] before = frame(EtherType.IPV4, 0x45, 100);
        byte[] after = before.clone();
        after[0] ^= 1;
        after[22]--;
        after[24] ^= 1;
        byte[] other = before.clone();
        other[18] ^= 1;
        assertNotNull(PacketTrace.identity(before));
        assertEquals(PacketTrace.identity(before), PacketTrace.identity(after));
        assertNotEquals(PacketTrace.identity(before), PacketTrace.identity(other));
    }
}
