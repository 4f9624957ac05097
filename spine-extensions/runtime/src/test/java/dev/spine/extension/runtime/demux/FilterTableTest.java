package dev.spine.extension.runtime.demux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PacketFilter.Header;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Filters find what the loop over all of them in their order would find, whatever the packets contain. */
class FilterTableTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int ROUNDS = 400;
    private static final int PACKETS_OF_ROUND = 100;

    private final MemorySegment memory = MemorySegment.ofArray(new byte[2048]);
    private final Packet packet = new Packet(memory, 0, DeliveryList.singleProducer("home", 1));

    private Packet packet(byte[] bytes) {
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 3, bytes.length);
        packet.set(3, bytes.length);
        return packet;
    }

    private List<String> found(FilterTable<String> table, byte[] bytes) {
        List<String> all = new ArrayList<>();
        for (String next = table.find(packet(bytes)); next != null; next = table.findNext(packet)) {
            all.add(next);
        }
        return all;
    }

    @Test
    void whatIsFoundIsWhatTheLoopOverAllFiltersFinds() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            FilterTable<String> table = new FilterTable<>();
            FirstMatch loop = new FirstMatch();
            int filters = random.nextInt(40);
            for (int i = 0; i < filters; i++) {
                PacketFilter filter = RandomTraffic.filter(random);
                int order = random.nextInt(5) - 2;
                table.add(order, filter, "t" + i);
                loop.add(order, filter, "t" + i);
                if (random.nextInt(10) == 0) {
                    String gone = "t" + random.nextInt(i + 1);
                    table.removeIf((other, target) -> target.equals(gone));
                    loop.remove(gone);
                }
            }
            for (int i = 0; i < PACKETS_OF_ROUND; i++) {
                byte[] bytes = RandomTraffic.packet(random);
                String where = "seed " + SEED + ", round " + round + ", packet " + Arrays.toString(bytes);
                assertEquals(loop.matches(bytes), found(table, bytes), where);
            }
        }
    }

    /** Packets in batches, as they come, among filters for which a key decides: what was found last is remembered then. */
    @Test
    void aBatchOfPacketsIsFoundAlsoWhenFiltersComeAndGoWithinIt() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            FilterTable<String> table = new FilterTable<>();
            FirstMatch loop = new FirstMatch();
            byte[][] batches = new byte[4][];
            Arrays.setAll(batches, _ -> RandomTraffic.packet(random));
            for (int i = 0; i < PACKETS_OF_ROUND; i++) {
                if (random.nextInt(8) == 0) {
                    PacketFilter filter = byKey(random);
                    int order = random.nextInt(5) - 2;
                    table.add(order, filter, "t" + i);
                    loop.add(order, filter, "t" + i);
                } else if (random.nextInt(20) == 0) {
                    String gone = "t" + random.nextInt(i + 1);
                    table.removeIf((_, target) -> target.equals(gone));
                    loop.remove(gone);
                } else if (random.nextInt(20) == 0) {
                    batches[random.nextInt(batches.length)] = RandomTraffic.packet(random);
                }
                byte[] bytes = batches[random.nextInt(3) == 0 ? random.nextInt(batches.length) : 0];
                String where = "seed " + SEED + ", round " + round + ", packet " + Arrays.toString(bytes);
                List<String> expected = loop.matches(bytes);
                if (random.nextBoolean()) {
                    assertEquals(expected, found(table, bytes), where);
                } else {
                    assertEquals(expected.isEmpty() ? null : expected.getFirst(), table.find(packet(bytes)), where);
                }
            }
        }
    }

    private static PacketFilter byKey(Random random) {
        PacketFilter filter = RandomTraffic.filter(random);
        while (new Entry<>(0, filter, "").looksFurther()) {
            filter = RandomTraffic.filter(random);
        }
        return filter;
    }

    @Test
    void randomTrafficMatchesOftenEnoughToProveSomething() {
        Random random = new Random(SEED);
        int matches = 0;
        for (int i = 0; i < 20_000; i++) {
            matches += FirstMatch.matches(RandomTraffic.filter(random), RandomTraffic.packet(random)) ? 1 : 0;
        }
        assertTrue(matches > 200, matches + " matches with seed " + SEED);
    }

    @Test
    void theLowestOrderNumberComesFirstAndOfEqualOnesTheOldest() {
        FilterTable<String> table = new FilterTable<>();
        table.add(5, PacketFilter.everything(), "late");
        table.add(0, PacketFilter.udp(7), "first of 0");
        table.add(0, PacketFilter.ipv4(), "second of 0");
        table.add(-5, PacketFilter.etherType(0x0800), "early");
        assertEquals(List.of("early", "first of 0", "second of 0", "late"), found(table, RandomTraffic.udp(1, 7)));
        assertThrows(IllegalArgumentException.class, () -> table.add(32768, PacketFilter.everything(), "never"));
    }

    @Test
    void theSearchGoesOnWhereItWasAlsoWhenFiltersComeAndGo() {
        FilterTable<String> table = new FilterTable<>();
        table.add(0, PacketFilter.everything(), "a");
        table.add(0, PacketFilter.everything(), "b");
        table.add(0, PacketFilter.everything(), "c");
        assertEquals("a", table.find(packet(RandomTraffic.udp(1, 7))));
        table.removeIf((filter, target) -> target.equals("a") || target.equals("b"));
        table.add(-1, PacketFilter.everything(), "before");
        assertEquals("c", table.findNext(packet));
        assertNull(table.findNext(packet));
        assertNull(table.findNext(packet));
    }

    @Test
    void aTaggedFrameBelongsToWhoAsksForTags() {
        byte[] tagged = RandomTraffic.tagged(42, RandomTraffic.udp(1, 7));
        FilterTable<String> table = new FilterTable<>();
        table.add(0, PacketFilter.udp(7), "udp");
        assertEquals(List.of(), found(table, tagged));
        table.add(0, PacketFilter.etherType(0x8100).withBytes(Header.MAC, 14, 2, 0x0FFF, 42), "vlan 42");
        assertEquals(List.of("vlan 42"), found(table, tagged));
        assertEquals(List.of("udp"), found(table, RandomTraffic.udp(1, 7)));
    }

    @Test
    void aFragmentHasAddressesButNoPorts() {
        byte[] fragment = RandomTraffic.udp(1, 7);
        fragment[20] = 0x20;
        FilterTable<String> table = new FilterTable<>();
        table.add(0, PacketFilter.udp(7), "udp");
        table.add(0, PacketFilter.ipv4().withSource(0x0A000001, 32).withBytes(Header.TRANSPORT, 0, 1, 0, 0), "transport");
        table.add(0, PacketFilter.ipv4().withSource(0x0A000001, 32), "address");
        assertEquals(List.of("address"), found(table, fragment));
    }

    @Test
    void filtersThatCanNeverHoldAreRefusedOrNeverFound() {
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.everything().withBytes(Header.MAC, 0, 1, 0xF0, 0x0F));
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.everything().withBytes(Header.MAC, 0, 3, 0xF0, 0));
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.everything().withSource(1, 32));
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.ipv6().withSource(1, 32));
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.ipv4().withDestinationPorts(1, 2));
        assertThrows(IllegalArgumentException.class, () -> PacketFilter.udp(1).withSourcePorts(3, 2));
        FilterTable<String> table = new FilterTable<>();
        table.add(0, PacketFilter.everything().withBytes(Header.MAC, 20, 1, 0xFF, 1).withBytes(Header.MAC, 20, 1, 0xFF, 2), "both");
        byte[] bytes = new byte[60];
        bytes[20] = 1;
        assertEquals(List.of(), found(table, bytes));
    }

    @Test
    void manyFiltersWithChosenValuesAreStillFound() {
        FilterTable<String> table = new FilterTable<>();
        for (int i = 0; i < 4_000; i++) {
            table.add(0, PacketFilter.etherType(0x88B5).withBytes(Header.MAC, 14, 4, -1, i << 20 | i), "t" + i);
        }
        byte[] bytes = new byte[60];
        bytes[12] = (byte) 0x88;
        bytes[13] = (byte) 0xB5;
        for (int i = 0; i < 4_000; i += 7) {
            int value = i << 20 | i;
            for (int b = 0; b < 4; b++) {
                bytes[14 + b] = (byte) (value >>> 24 - 8 * b);
            }
            assertEquals("t" + i, table.find(packet(bytes)));
            assertNull(table.findNext(packet));
        }
    }

    @Test
    void findingAllocatesNothing() {
        FilterTable<String> table = new FilterTable<>();
        for (int i = 0; i < 100; i++) {
            table.add(0, PacketFilter.udp(1_000 + i).withSource(i << 8, 24), "t" + i);
            table.add(0, PacketFilter.etherType(0x88B5).withBytes(Header.MAC, 14 + i, 2, 0xFFFF, i), "u" + i);
            table.add(0, PacketFilter.udp(5).withSourcePorts(i, i + 7), "v" + i);
        }
        table.add(1, PacketFilter.everything(), "all");
        Packet one = packet(RandomTraffic.udp(50, 5));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                table.find(one);
                table.findNext(one);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1_000, least + " bytes for 2,000 packets");
    }
}
