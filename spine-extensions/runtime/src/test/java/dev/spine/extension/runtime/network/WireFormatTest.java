package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every offset of docs/extension-reference.md, byte by byte. */
class WireFormatTest {
    private static final HexFormat HEX = HexFormat.of();

    /** Keeps the last frame. */
    private static final class LastFrame implements PacketPort {
        private byte @Nullable [] last;

        @Override
        public void attach(PacketSink sink) {
            // Nothing arrives.
        }

        @Override
        public void detach(PacketSink sink) {
            // As above.
        }

        @Override
        public boolean transmit(MemorySegment memory, long offset, int length) {
            last = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
            return true;
        }

        @Override
        public long hardwareAddress() {
            return 0x02_AA_BB_CC_DD_EEL;
        }

        @Override
        public int maxPacketBytes() {
            return Station.FRAME_BYTES;
        }
    }

    private final LastFrame port = new LastFrame();

    private FrameSender sender(ModelledEngine engine) {
        return new FrameSender(new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD).left.agent, () -> port);
    }

    @Test
    void aReliableMessageHasEveryFieldWhereThePageSays() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            int[] words = new int[WireFormat.MESSAGE_WORDS];
            for (int i = 0; i < words.length; i++) {
                words[i] = 0x01000000 * i + 0xA0;
            }
            sender(engine).begin(0x02_01_02_03_04_05L, WireFormat.DATA_MESSAGE, 0x11223344).channel(9, 0x55667788).sequence(0x99AABBCC)
                .expected(0x01020304, 0x05060708).reason(3).send(words, 0x0A0B0C);
            StringBuilder expected = new StringBuilder("020102030405" + "02aabbccddee" + "88b5" + "01" + "07" + "4000" + "09" + "03"
                + "44332211" + "88776655" + "ccbbaa99" + "04030201" + "08070605" + "0c0b0a00" + "00000000");
            for (int i = 0; i < words.length; i++) {
                expected.append(String.format("a00000%02x", i));
            }
            assertEquals(expected.toString(), HEX.formatHex(port.last));
            assertEquals(WireFormat.MESSAGE_FRAME_BYTES, port.last.length);
        }
    }

    @Test
    void aFrameWithoutPayloadIsFilledUpToWhatEthernetWants() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            sender(engine).begin(1, WireFormat.HELLO, 0).generation(5).send();
            assertEquals(WireFormat.SHORTEST_BYTES, port.last.length);
            assertEquals("000000000001" + "02aabbccddee" + "88b5" + "01" + "05" + "0000" + "00".repeat(6) + "05000000" + "00".repeat(32),
                HEX.formatHex(port.last));
        }
    }

    @Test
    void theLevelsAreThoseOfThePage() {
        assertEquals("[UNRELIABLE, RETURN_TO_SENDER, RELIABLE]", java.util.Arrays.toString(ServiceLevel.values()));
        assertEquals(34, WireFormat.PAYLOAD - WireFormat.VERSION_BYTE, "bytes of the routing header");
    }
}
