package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RtpHeaderTest {
    private static MemorySegment at2(String hex) {
        return MemorySegment.ofArray(HexFormat.of().parseHex("ffff" + hex));
    }

    @Test
    void fieldsAreReadWhereTheStandardPutsThem() {
        MemorySegment plain = at2("80e012345060708090a0b0c0");
        assertTrue(RtpHeader.isRtp(plain, 2));
        assertTrue(RtpHeader.isMarked(plain, 2));
        assertEquals(0x5060_7080, RtpHeader.timeStamp(plain, 2));
        assertEquals(14, RtpHeader.payload(plain, 2, 14));
        assertEquals(0, RtpHeader.padding(plain, 2, 14));
        assertFalse(RtpHeader.isMarked(at2("8060"), 2));
        assertFalse(RtpHeader.isRtp(at2("4060"), 2));
        assertFalse(RtpHeader.isRtp(at2("80c8"), 2), "a sender's report");
    }

    @Test
    void sourcesAnExtensionAndPaddingAreAround() {
        // Two sources, an extension of one word, two bytes of payload, three of padding.
        MemorySegment full = at2("b2600001000000000000000000000001" + "00000002" + "bede000100000000" + "abcd" + "000003");
        long end = full.byteSize();
        assertEquals(2 + 12 + 8 + 8, RtpHeader.payload(full, 2, end));
        assertEquals(3, RtpHeader.padding(full, 2, end));
        assertEquals(RtpHeader.MALFORMED, RtpHeader.padding(full, 2, end - 1), "padding counts itself");
        assertEquals(RtpHeader.MALFORMED, RtpHeader.payload(full, 2, 2 + 12 + 8 + 3), "an extension without its length");
    }
}
