package dev.spine.extension.router.host.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sample.lookup.Lookups;

/** The table as part of an extension: verified, metered, on a card. */
class FibOnCardTest {
    private static final int BYTES = 256 << 10;
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int LOOKUPS = 500;
    /** With what the loop around it takes; the table is a small one, whose lookups have a node more than those of a large one. */
    private static final int MAX_FUEL_4 = 350;
    private static final int MAX_FUEL_6 = 900;
    /** Eight of them in one activation, which has other things to do, are never held against an extension. */
    private static final int MAX_FUEL_TOGETHER = 420;

    @Test
    void aCardTakesPatchesAndFindsWhatTheHostSetForFewUnitsOfFuel() {
        Map<Prefix, Integer> routes = SyntheticRoutes.routes(4, 3_000, 9, SEED);
        routes.putAll(SyntheticRoutes.routes(6, 300, 9, SEED));
        NaiveRoutes oracle = new NaiveRoutes();
        routes.forEach(oracle::set);
        try (SimulatedCard card = SimulatedCard.with(Lookups.class).withoutTrace().start()) {
            LoadedExtension extension = card.extension();
            int[] parts = new int[2];
            RouteTable table = new RouteTable(BYTES, RouteTable.PART_BYTES, (part, bytes) -> {
                extension.sendBulk(1, java.util.Arrays.copyOf(part, bytes));
                extension.awaitCounter("taken", ++parts[0]);
                // The first one comes to classes that have to be defined.
                parts[1] = parts[0] == 1 ? 0 : Math.max(parts[1], extension.lastFuel());
            });
            assertEquals(Outcome.CHANGED, table.replaceAll(routes));
            assertTrue(parts[1] < 4_000, () -> "a part took " + parts[1] + " units, more than is never held against an extension");
            int four = fuel(extension, 4, oracle, addresses(routes, 4));
            int together = fuel(extension, 5, oracle, addresses(routes, 4));
            int six = fuel(extension, 6, oracle, addresses(routes, 6));
            System.out.printf("fuel: %d units for a lookup of IPv4, %d for one among eight, %d of IPv6, at most %d for a part of a patch%n",
                four, together, six, parts[1]);
            assertTrue(four <= MAX_FUEL_4 && together <= MAX_FUEL_TOGETHER && six <= MAX_FUEL_6,
                () -> four + ", " + together + " and " + six + " units for a lookup");
        }
    }

    private static List<Address> addresses(Map<Prefix, Integer> routes, int version) {
        List<Prefix> prefixes = new ArrayList<>(routes.keySet());
        prefixes.removeIf(prefix -> prefix.address().version() != version);
        Random random = new Random(SEED);
        return random.ints(LOOKUPS, 0, prefixes.size()).mapToObj(i -> prefixes.get(i).address()).toList();
    }

    private static int fuel(LoadedExtension extension, int handler, NaiveRoutes oracle, List<Address> addresses) {
        ByteBuffer data = ByteBuffer.allocate(addresses.size() * addresses.getFirst().bytes().length);
        long before = extension.counter("hops");
        long sum = 0;
        for (Address address : addresses) {
            data.put(address.bytes());
            sum += oracle.lookup(address);
        }
        extension.sendBulk(handler, data.array());
        extension.awaitCounter("hops", before + sum);
        assertEquals(before + sum, extension.counter("hops"));
        return extension.lastFuel() / addresses.size();
    }
}
