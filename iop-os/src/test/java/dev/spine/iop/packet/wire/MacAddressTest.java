package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class MacAddressTest {
    private static final long ADDRESS = 0x0201_0304_0506L;

    @Test
    void addressesLieInAFrameFirstByteFirst() {
        MemorySegment frame = Arena.ofAuto().allocate(14);
        MacAddress.write(frame, 0, ADDRESS);
        MacAddress.write(frame, 6, MacAddress.BROADCAST);
        assertEquals(2, frame.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(6, frame.get(ValueLayout.JAVA_BYTE, 5));
        assertEquals(ADDRESS, MacAddress.destination(frame, 0));
        assertEquals(MacAddress.BROADCAST, MacAddress.source(frame, 0));
    }

    @Test
    void groupsAreToldByTheLowestBitOfTheFirstByte() {
        assertTrue(MacAddress.isGroup(MacAddress.BROADCAST));
        assertTrue(MacAddress.isGroup(0x0100_5E00_0001L));
        assertFalse(MacAddress.isGroup(ADDRESS));
    }

    @Test
    void textGoesBothWays() {
        assertEquals("02:01:03:04:05:06", MacAddress.format(ADDRESS));
        assertEquals(ADDRESS, MacAddress.parse("02:01:03:04:05:06"));
        assertEquals(MacAddress.BROADCAST, MacAddress.parse("FF:ff:FF:ff:FF:ff"));
        assertThrows(IllegalArgumentException.class, () -> MacAddress.parse("02:01:03:04:05"));
        assertThrows(IllegalArgumentException.class, () -> MacAddress.parse("02:01:03:04:05:0g"));
    }
}
