package dev.spine.iop.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class BusTest {
    private final BusAgent card = new BusAgent(1, "iop1");
    private final Bus bus = new Bus(2);

    @Test
    void aRangeIsFoundUpToTheLastByteOfItsRegionAndNoFurther() {
        Region region = bus.allocate("memory", card, Access.OWNER, 1000);
        assertSame(region, bus.find(region.base(), 999));
        assertSame(region, bus.find(region.base(), 1000));
        assertNull(bus.find(region.base(), 1001));
        assertSame(region, bus.find(region.base() + 999, 1));
        assertNull(bus.find(region.base() + 999, 2));
        assertNull(bus.find(region.base() + 1000, 1));
        assertNull(bus.find(region.base() - 1, 2));
    }

    @Test
    void noHostileAddressIsFound() {
        Region region = bus.allocate("memory", card, Access.OWNER, 1000);
        for (long address : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Bus.ADDRESS_LIMIT, region.base() - Bus.ADDRESS_LIMIT}) {
            assertNull(bus.find(address, 1), () -> "address " + address);
        }
        assertNull(bus.find(region.base(), Long.MAX_VALUE));
        assertNull(bus.find(region.base() + 1, Long.MAX_VALUE));
        assertNull(bus.find(region.base(), -1));
    }

    @Test
    void neighboursHaveAGapBetweenThem() {
        Region one = bus.allocate("one", card, Access.OWNER, 4096);
        Region two = bus.allocate("two", card, Access.OWNER, 1);
        assertTrue(two.base() >= one.end() + 4096);
        assertEquals(0, two.base() % 4096);
    }

    @Test
    void theAddressSpaceEndsAt4GiB() {
        Region region = bus.allocate("memory", card, Access.OWNER, 64);
        assertEquals(Bus.ADDRESS_LIMIT, bus.move(region, Bus.ADDRESS_LIMIT - 64).end());
        assertThrows(IllegalArgumentException.class,
            () -> new Region("beyond", Bus.ADDRESS_LIMIT - 63, 64, card, Access.OWNER, MemorySegment.ofArray(new byte[64])));
    }

    @Test
    @SuppressWarnings("restricted") // a length with nothing behind it: no byte is touched
    void addressesOfRemovedRegionsAreUsedAgainWhenThereAreNoOthers() {
        Region stays = bus.allocate("stays", card, Access.OWNER, 4096);
        MemorySegment large = MemorySegment.ofAddress(0).reinterpret(1L << 30);
        long last = 0;
        for (int i = 0; i < 8; i++) {
            Region comesAndGoes = bus.add("comes and goes", card, Access.OWNER, large);
            assertNotEquals(last, comesAndGoes.base());
            assertTrue(comesAndGoes.base() >= stays.end());
            last = comesAndGoes.base();
            bus.remove(comesAndGoes);
        }
    }

    @Test
    void aMovedRegionIsFoundAtItsNewPlaceOnlyAndItsGrantsEnd() {
        Region region = bus.allocate("memory", card, Access.OWNER, 64);
        long token = bus.grants().grant(region, 0, 64, 64, 1, BusAgent.host(), true);
        int version = bus.version();
        Region moved = bus.move(region, 0x4000_0000L);
        assertNotEquals(version, bus.version());
        assertNull(bus.find(region.base(), 1));
        assertSame(moved, bus.find(0x4000_0000L, 64));
        assertSame(region.memory(), moved.memory());
        assertEquals(0, bus.grants().liveGrants());
        assertFalse(bus.grants().isValid(token));
    }

    @Test
    void aMoveOntoAnotherRegionIsRefusedAndChangesNothingButTheGrants() {
        Region one = bus.allocate("one", card, Access.OWNER, 64);
        Region two = bus.allocate("two", card, Access.OWNER, 64);
        assertThrows(IllegalArgumentException.class, () -> bus.move(one, two.base()));
        assertSame(one, bus.find(one.base(), 64));
        assertSame(two, bus.find(two.base(), 64));
    }

    @Test
    void newMemoryAvoidsRegionsThatWereMovedInItsWay() {
        Region one = bus.allocate("one", card, Access.OWNER, 64);
        Region moved = bus.move(one, one.base() + 8192 + 64);
        Region two = bus.allocate("two", card, Access.OWNER, 100_000);
        assertTrue(two.base() >= moved.end() || two.end() <= moved.base());
        assertSame(two, bus.find(two.base(), 100_000));
    }
}
