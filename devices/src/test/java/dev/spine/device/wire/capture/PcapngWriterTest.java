package dev.spine.device.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PcapngWriterTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The bytes by hand, from the tables of the pcapng draft. */
    @Test
    void aSectionAnInterfaceAndAPacketLieAsTheDraftSays() throws IOException {
        try (PcapngWriter writer = new PcapngWriter(out, "abc")) {
            assertEquals(0, writer.addInterface("i2o", PcapngWriter.LINK_TYPE_USER0));
            writer.packet(0, 0x1_0000_0002L, ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}));
        }
        String expected = "0A0D0D0A 28000000 4D3C2B1A 0100 0000 FFFFFFFFFFFFFFFF 0400 0300 61626300 00000000 28000000"
            + "01000000 28000000 9300 0000 00000100 0200 0300 69326F00 0900 0100 09000000 00000000 28000000"
            + "06000000 28000000 00000000 01000000 02000000 05000000 05000000 0102030405000000 28000000";
        assertEquals(expected.replace(" ", ""), HexFormat.of().withUpperCase().formatHex(out.toByteArray()));
    }

    @Test
    void aCommentIsAnOptionBehindItsPacket() throws IOException {
        PcapngWriter writer = new PcapngWriter(out, "test");
        int wire = writer.addInterface("wire", PcapngWriter.LINK_TYPE_ETHERNET);
        out.reset();
        writer.packet(wire, 2, ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), "hop 1");
        String expected = "06000000 34000000 00000000 00000000 02000000 04000000 04000000 01020304 0100 0500 686F702031000000 00000000"
            + "34000000";
        assertEquals(expected.replace(" ", ""), HexFormat.of().withUpperCase().formatHex(out.toByteArray()));
        out.reset();
        writer.packet(wire, 2, ByteBuffer.allocate(PcapngWriter.MAX_PACKET_BYTES), "x".repeat(1_024));
        assertEquals(32 + PcapngWriter.MAX_PACKET_BYTES + 4 + 1_024 + 4, out.size());
    }

    @Test
    void everyLengthOfAPacketIsPaddedToWholeWords() throws IOException {
        PcapngWriter writer = new PcapngWriter(out, "test");
        int wire = writer.addInterface("wire", PcapngWriter.LINK_TYPE_ETHERNET);
        for (int length = 0; length < 9; length++) {
            out.reset();
            writer.packet(wire, 1, ByteBuffer.allocate(length));
            ByteBuffer block = ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(32 + (length + 3 & -4), block.capacity());
            assertEquals(block.capacity(), block.getInt(4));
            assertEquals(block.capacity(), block.getInt(block.capacity() - 4));
        }
        out.reset();
        writer.packet(wire, 1, ByteBuffer.allocate(PcapngWriter.MAX_PACKET_BYTES));
        assertEquals(32 + PcapngWriter.MAX_PACKET_BYTES, out.size());
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsWritten() throws IOException {
        PcapngWriter writer = new PcapngWriter(out, "test");
        out.reset();
        assertThrows(IllegalArgumentException.class, () -> writer.packet(0, 1, ByteBuffer.allocate(1)));
        writer.addInterface("wire", PcapngWriter.LINK_TYPE_ETHERNET);
        out.reset();
        ByteBuffer large = ByteBuffer.allocate(PcapngWriter.MAX_PACKET_BYTES + 1);
        assertThrows(IllegalArgumentException.class, () -> writer.packet(0, 1, large));
        assertEquals(0, out.size());
    }
}
