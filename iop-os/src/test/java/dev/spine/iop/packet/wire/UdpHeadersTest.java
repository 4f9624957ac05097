package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class UdpHeadersTest {
    private static final String FRAME = "0253504e00fe0253504e00010800" + "4500002100074000401126c30a0000010a000002"
        + "0fa01388000d0000" + "68656c6c6f";

    private static int payloadOffset(byte[] frame, int length) {
        return UdpHeaders.payloadOffset(MemorySegment.ofArray(frame), 0, length);
    }

    @Test
    void headersAreWrittenWhereTheStandardsPutThem() {
        byte[] frame = new byte[48];
        Arrays.fill(frame, (byte) 0x55);
        MemorySegment memory = MemorySegment.ofArray(frame);
        UdpHeaders.write(memory, 1, 0x0253_504E_00FEL, 0x0253_504E_0001L, 0x0A00_0001, 4000, 0x0A00_0002, 5000,
            7 << 16 | UdpHeaders.DO_NOT_FRAGMENT, 5);
        MemorySegment.copy(MemorySegment.ofArray(new byte[] {'h', 'e', 'l', 'l', 'o'}), 0, memory, 43, 5);
        assertEquals("55" + FRAME, HexFormat.of().formatHex(frame));
    }

    @Test
    void fieldsAreReadWhereTheStandardsPutThem() {
        byte[] bytes = HexFormat.of().parseHex(FRAME);
        MemorySegment frame = MemorySegment.ofArray(bytes);
        assertEquals(42, payloadOffset(bytes, bytes.length));
        assertEquals(5, UdpHeaders.payloadBytes(frame, 42));
        assertEquals(5000, UdpHeaders.destinationPort(frame, 42));
    }

    @Test
    void whatIsNoWholeDatagramHasNoPayload() {
        byte[] good = HexFormat.of().parseHex(FRAME);
        assertEquals(42, payloadOffset(good, good.length));
        for (int length = 0; length < good.length; length++) {
            assertEquals(UdpHeaders.NOT_UDP, payloadOffset(good, length), length + " bytes");
        }
        // The byte at the first number becomes the second.
        int[][] changes = {{13, 6}, {14, 0x65}, {14, 0x44}, {14, 0x47}, {17, 34}, {17, 27}, {20, 0x60}, {21, 1}, {23, 6}, {39, 14},
            {39, 7}};
        for (int[] change : changes) {
            byte[] bad = good.clone();
            bad[change[0]] = (byte) change[1];
            assertEquals(UdpHeaders.NOT_UDP, payloadOffset(bad, bad.length), Arrays.toString(change));
        }
    }
}
