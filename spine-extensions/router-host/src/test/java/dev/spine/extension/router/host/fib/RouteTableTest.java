package dev.spine.extension.router.host.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.fib.FibLayout;
import dev.spine.extension.router.fib.PatchAnswer;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int SMALL = 256 << 10;
    private static final int LARGE = 18 << 20;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Prefixes close to one another, of all lengths, so that they cover one another. */
    private Prefix crowdedPrefix() {
        boolean v4 = random.nextBoolean();
        int width = v4 ? 32 : 128;
        int bits = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(width + 1);
            case 1 -> width;
            case 2 -> random.nextInt(9);
            default -> v4 ? 8 + random.nextInt(25) : 28 + random.nextInt(37);
        };
        return new Prefix(crowdedAddress(v4), bits);
    }

    private Address crowdedAddress(boolean v4) {
        return v4 ? Address.v4((int) sparse()) : Address.v6(0x2001_0000_0000_0000L | sparse() >>> 8, sparse());
    }

    /** Few bits are set, so that addresses have many bits in common. */
    private long sparse() {
        long bits = -1;
        for (int i = 0; i < 3; i++) {
            bits &= random.nextLong();
        }
        return bits;
    }

    private Address around(Prefix prefix) {
        Address first = prefix.address();
        int width = first.width();
        int flip = random.nextInt(4) == 0 ? random.nextInt(width) : Math.min(width - 1, prefix.bits() + random.nextInt(8));
        long high = first.high() ^ (flip < 64 ? 1L << 63 - flip : 0);
        long low = first.low() ^ (flip < 64 ? 0 : 1L << 127 - flip);
        if (random.nextBoolean()) {
            high |= prefix.bits() >= 64 ? 0 : random.nextLong() >>> prefix.bits();
            low |= width == 32 || prefix.bits() == 128 ? 0 : random.nextLong() >>> Math.max(0, prefix.bits() - 64);
        }
        return width == 32 ? Address.v4((int) (high >>> 32)) : Address.v6(high, low);
    }

    private void agree(CardTable card, NaiveRoutes oracle, Address address) {
        assertEquals(oracle.lookup(address), card.lookup(address), () -> address + ", seed " + SEED);
    }

    private void updates(int bytes, int updates, int lookupsEach) {
        CardTable card = new CardTable(bytes);
        RouteTable table = new RouteTable(bytes, RouteTable.PART_BYTES, card);
        NaiveRoutes oracle = new NaiveRoutes();
        List<Prefix> present = new ArrayList<>();
        for (int i = 0; i < updates; i++) {
            Prefix prefix;
            if (!present.isEmpty() && random.nextInt(100) < 45) {
                int index = random.nextInt(present.size());
                prefix = present.get(index);
                if (random.nextInt(3) == 0) {
                    change(table, oracle, prefix);
                } else {
                    assertEquals(Outcome.CHANGED, table.remove(prefix));
                    oracle.remove(prefix);
                    present.set(index, present.getLast());
                    present.removeLast();
                }
            } else {
                prefix = crowdedPrefix();
                if (table.get(prefix) == 0) {
                    present.add(prefix);
                }
                change(table, oracle, prefix);
            }
            for (int j = 0; j < lookupsEach; j++) {
                Prefix near = random.nextBoolean() || present.isEmpty() ? prefix : present.get(random.nextInt(present.size()));
                agree(card, oracle, around(near));
            }
        }
        assertEquals(present.size(), table.size());
        for (Prefix prefix : present) {
            assertEquals(Outcome.CHANGED, table.remove(prefix));
            oracle.remove(prefix);
            agree(card, oracle, around(prefix));
        }
        assertEquals(0, table.size());
        assertEquals(0, table.usedBytes(), "everything was given back");
    }

    private void change(RouteTable table, NaiveRoutes oracle, Prefix prefix) {
        int hop = 1 + (random.nextInt(4) == 0 ? random.nextInt(65535) : random.nextInt(3));
        Outcome outcome = table.set(prefix, hop);
        assertTrue(outcome == Outcome.CHANGED || outcome == Outcome.SAME, () -> prefix + ": " + outcome);
        oracle.set(prefix, hop);
    }

    @Test
    @Tag("SS-44")
    void everyLookupAgreesWithTheOracleDuringRandomUpdates() {
        updates(1 << 20, 4_000, 8);
        updates(LARGE, 2_000, 8);
    }

    @Test
    @Tag("full")
    void aMillionLookupsAgreeWithTheOracleDuringAHundredThousandUpdates() {
        updates(3 << 20, 50_000, 10);
        updates(48 << 20, 50_000, 10);
    }

    private List<Address> probes(Iterable<Prefix> prefixes) {
        List<Address> probes = new ArrayList<>();
        prefixes.forEach(prefix -> probes.add(around(prefix)));
        return probes;
    }

    /** Between every two parts of a patch each lookup finds the old answer, and behind the last part the new one. */
    private void watchEachPart(int bytes, int partBytes, int rounds) {
        CardTable card = new CardTable(bytes);
        NaiveRoutes oracle = new NaiveRoutes();
        List<Address> probes = new ArrayList<>();
        Map<Address, Integer> old = new HashMap<>();
        int[] unfinished = new int[1];
        RouteTable table = new RouteTable(bytes, partBytes, (part, length) -> {
            boolean last = (part[FibLayout.PART_FLAGS + 1] & FibLayout.COMMIT) != 0;
            card.part(part, length);
            if (!last) {
                unfinished[0]++;
                probes.forEach(probe -> assertEquals(old.get(probe), card.lookup(probe), () -> probe + " amid a patch, seed " + SEED));
            }
        });
        for (int round = 0; round < rounds; round++) {
            Map<Prefix, Integer> many = new HashMap<>();
            for (int i = 0; i < 400; i++) {
                many.put(crowdedPrefix(), 1 + random.nextInt(9));
            }
            probes.clear();
            probes.addAll(probes(many.keySet()));
            probes.addAll(probes(oracle.all().keySet()));
            probes.forEach(probe -> old.put(probe, card.lookup(probe)));
            assertEquals(Outcome.CHANGED, table.replaceAll(many));
            oracle.all().keySet().forEach(oracle::remove);
            many.forEach(oracle::set);
            probes.forEach(probe -> agree(card, oracle, probe));
            for (int bits = 1; bits < 10; bits++) {
                probes.forEach(probe -> old.put(probe, card.lookup(probe)));
                Prefix wide = new Prefix(crowdedAddress(random.nextBoolean()), bits);
                change(table, oracle, wide);
                probes.forEach(probe -> agree(card, oracle, probe));
            }
        }
        assertTrue(unfinished[0] > rounds, "there were patches of several parts");
    }

    @Test
    void betweenTwoPartsOfAPatchEachLookupFindsTheOldAnswer() {
        watchEachPart(1 << 20, 1 << 10, 8);
        watchEachPart(16 << 20, 3 << 10, 2);
    }

    @Test
    void aDefaultRouteIsOneWordHoweverManyRoutesThereAre() {
        CardTable card = new CardTable(LARGE);
        RouteTable table = new RouteTable(LARGE, RouteTable.PART_BYTES, card);
        table.replaceAll(SyntheticRoutes.routes(4, 10_000, 16, SEED));
        int parts = card.parts();
        long bytes = card.patchBytes();
        assertEquals(Outcome.CHANGED, table.set(Prefix.parse("0.0.0.0/0"), 7));
        assertEquals(Outcome.CHANGED, table.set(Prefix.parse("::/0"), 8));
        assertEquals(2, card.parts() - parts);
        assertEquals(2 * (FibLayout.PART_BODY + FibLayout.RECORD_HEADER + FibLayout.HEADER_BYTES), card.patchBytes() - bytes);
        assertEquals(7, card.lookup(Address.parse("240.0.0.1")));
        assertEquals(8, card.lookup(Address.parse("2001:db8::1")));
    }

    @Test
    void aRouteOfAFullTableIsOnePartOfAFewHundredBytes() {
        CardTable card = new CardTable(LARGE);
        RouteTable table = new RouteTable(LARGE, RouteTable.PART_BYTES, card);
        Map<Prefix, Integer> routes = SyntheticRoutes.routes(4, 100_000, 16, SEED);
        assertEquals(Outcome.CHANGED, table.replaceAll(routes));
        int parts = card.parts();
        int changes = 0;
        for (Map.Entry<Prefix, Integer> route : routes.entrySet()) {
            if (route.getKey().bits() == 24 && changes < 5_000) {
                long bytes = card.patchBytes();
                assertEquals(Outcome.CHANGED, table.set(route.getKey(), 17));
                changes++;
                assertTrue(card.patchBytes() - bytes <= FibLayout.MAX_NODE_BYTES + 64, () -> route + ", seed " + SEED);
            }
        }
        assertTrue(card.parts() - parts <= changes);
    }

    @Test
    @Tag("SS-45")
    void aNewCardIsBroughtWhatTheOthersHaveAndTakesTheSamePatchesFromThenOn() {
        List<PatchSink> cards = new ArrayList<>();
        CardTable first = new CardTable(SMALL);
        cards.add(first);
        RouteTable table = new RouteTable(SMALL, 1 << 10, (part, bytes) -> cards.forEach(card -> card.part(part, bytes)));
        NaiveRoutes oracle = new NaiveRoutes();
        List<Prefix> prefixes = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            if (i == 300 || i == 900) {
                CardTable more = new CardTable(SMALL);
                table.bringAnew(more);
                cards.add(more);
            }
            prefixes.add(crowdedPrefix());
            change(table, oracle, prefixes.getLast());
        }
        for (Address probe : probes(prefixes)) {
            cards.forEach(card -> agree((CardTable) card, oracle, probe));
        }
    }

    @Test
    void aCardThatHasLostAPartTakesNoFurtherOneUntilItIsBroughtTheTable() {
        CardTable card = new CardTable(SMALL);
        boolean[] lose = new boolean[1];
        List<PatchAnswer> answers = new ArrayList<>();
        RouteTable table = new RouteTable(SMALL, 1 << 10, (part, bytes) -> {
            if (!lose[0]) {
                answers.add(card.take(part, bytes));
            }
        });
        table.set(Prefix.parse("10.0.0.0/8"), 1);
        lose[0] = true;
        table.set(Prefix.parse("10.1.0.0/16"), 2);
        lose[0] = false;
        table.set(Prefix.parse("10.2.0.0/16"), 3);
        assertEquals(PatchAnswer.OUT_OF_ORDER, answers.getLast());
        assertEquals(1, card.lookup(Address.parse("10.2.0.1")));
        table.bringAnew(card);
        table.set(Prefix.parse("10.3.0.0/16"), 4);
        assertEquals(PatchAnswer.TAKEN, answers.getLast());
        assertEquals(List.of(1, 2, 3, 4), List.of(card.lookup(Address.parse("10.0.0.1")), card.lookup(Address.parse("10.1.0.1")),
            card.lookup(Address.parse("10.2.0.1")), card.lookup(Address.parse("10.3.0.1"))));
    }

    @Test
    void whatFindsNoRoomIsRefusedAndNothingIsOtherThanBefore() {
        CardTable card = new CardTable(FibLayout.MIN_BYTES);
        RouteTable table = new RouteTable(FibLayout.MIN_BYTES, 1 << 10, card);
        NaiveRoutes oracle = new NaiveRoutes();
        List<Prefix> present = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            Prefix prefix = crowdedPrefix();
            int parts = card.parts();
            int used = table.usedBytes();
            int had = table.get(prefix);
            int hop = 1 + random.nextInt(9);
            Outcome outcome = table.set(prefix, hop);
            if (outcome == Outcome.FULL) {
                refused++;
                assertEquals(parts, card.parts());
                assertEquals(used, table.usedBytes());
                assertEquals(had, table.get(prefix));
            } else {
                oracle.set(prefix, hop);
                present.add(prefix);
            }
            agree(card, oracle, around(prefix));
        }
        assertTrue(refused > 100, "it became full");
        probes(present).forEach(probe -> agree(card, oracle, probe));
        present.sort(java.util.Comparator.comparingInt(Prefix::bits).reversed());
        for (Prefix prefix : present) {
            assertTrue(table.remove(prefix) != Outcome.FULL, () -> prefix + " cannot be removed, seed " + SEED);
            oracle.remove(prefix);
            agree(card, oracle, around(prefix));
        }
        assertEquals(0, table.size());
        assertEquals(0, table.usedBytes());
    }

    @Test
    void aWholeTableThatFindsNoRoomIsRefusedAndTheOldOneStays() {
        CardTable card = new CardTable(FibLayout.MIN_BYTES);
        RouteTable table = new RouteTable(FibLayout.MIN_BYTES, 1 << 10, card);
        assertEquals(Outcome.CHANGED, table.replaceAll(Map.of(Prefix.parse("10.0.0.0/8"), 1, Prefix.parse("10.1.2.0/24"), 2)));
        int parts = card.parts();
        int used = table.usedBytes();
        assertEquals(Outcome.FULL, table.replaceAll(SyntheticRoutes.routes(4, 5_000, 9, SEED)));
        assertEquals(parts, card.parts());
        assertEquals(used, table.usedBytes());
        assertEquals(2, table.size());
        assertEquals(1, card.lookup(Address.parse("10.9.9.9")));
        assertEquals(2, card.lookup(Address.parse("10.1.2.9")));
        assertEquals(Outcome.CHANGED, table.replaceAll(Map.of()));
        assertEquals(0, card.lookup(Address.parse("10.1.2.9")));
        assertEquals(0, table.usedBytes());
    }

    @Test
    void asMuchFitsAfterManyChangesAsBefore() {
        RouteTable table = new RouteTable(1 << 20, RouteTable.PART_BYTES, (_, _) -> {});
        int fits = fill(table, SEED);
        for (int round = 0; round < 5; round++) {
            List<Prefix> gone = new ArrayList<>(SyntheticRoutes.routes(4, fits, 9, SEED + round).keySet());
            for (Prefix prefix : gone) {
                if (random.nextInt(10) != 0) {
                    table.remove(prefix);
                }
            }
            gone.forEach(table::remove);
            assertEquals(0, table.usedBytes());
            int again = fill(table, SEED + round + 1);
            int least = Math.min(fits, again) * 100 / Math.max(fits, again);
            assertTrue(least >= 85, () -> least + " of 100 fit, seed " + SEED);
            fits = again;
        }
        int used = table.usedBytes();
        assertTrue(used > (1 << 20) * 9L / 10, () -> "of 1 MiB only " + used + " bytes could be used, seed " + SEED);
    }

    private static int fill(RouteTable table, long seed) {
        int count = 0;
        for (Map.Entry<Prefix, Integer> route : SyntheticRoutes.routes(4, 200_000, 9, seed).entrySet()) {
            if (table.set(route.getKey(), route.getValue()) == Outcome.FULL) {
                break;
            }
            count++;
        }
        return count;
    }

    /** All that a card has for its routes, the first tables included, is what counts. */
    @ParameterizedTest
    @ValueSource(ints = {750_000, 1_000_000})
    @Tag("full")
    void aFullTableTakesAtMost24BytesForEachPrefix(int count) {
        CardTable card = new CardTable(LARGE);
        RouteTable table = new RouteTable(LARGE, FibLayout.MAX_PART_BYTES, card);
        Map<Prefix, Integer> routes = SyntheticRoutes.routes(4, count, 64, SEED);
        assertEquals(Outcome.CHANGED, table.replaceAll(routes));
        System.out.printf("%d IPv4 prefixes: %.2f bytes each%n", count, (double) table.usedBytes() / count);
        assertTrue(table.usedBytes() <= 24L * count);
        NaiveRoutes oracle = new NaiveRoutes();
        routes.forEach(oracle::set);
        for (Prefix prefix : routes.keySet()) {
            agree(card, oracle, around(prefix));
        }
        assertEquals(Outcome.CHANGED, table.replaceAll(Map.of()));
        assertEquals(0, table.usedBytes());
    }

    @Test
    @Tag("full")
    @Tag("SS-15")
    void aMillionPrefixesOfBothVersionsFitIntoACardWith64MegabytesTwice() {
        int bytes = 48 << 20;
        CardTable card = new CardTable(bytes);
        RouteTable table = new RouteTable(bytes, FibLayout.MAX_PART_BYTES, card);
        Map<Prefix, Integer> routes = SyntheticRoutes.routes(4, 800_000, 64, SEED);
        int four = routes.size();
        table.replaceAll(routes);
        int used4 = table.usedBytes();
        routes.putAll(SyntheticRoutes.routes(6, 200_000, 64, SEED));
        assertEquals(Outcome.CHANGED, table.replaceAll(routes));
        System.out.printf("%d IPv4 and %d IPv6 prefixes: %.2f and %.2f bytes each%n", four, 200_000, (double) used4 / four,
            (double) (table.usedBytes() - used4) / 200_000);
        assertEquals(Outcome.CHANGED, table.replaceAll(routes));
        assertEquals(1_000_000, table.size());
        NaiveRoutes oracle = new NaiveRoutes();
        routes.forEach(oracle::set);
        for (Prefix prefix : routes.keySet()) {
            agree(card, oracle, around(prefix));
        }
    }

    /** What spine route takes when nobody says, with room for what changes. */
    @Test
    @Tag("full")
    void theStandardTableHoldsTheRoutesOfTheInternetWhileTheyChange() {
        int bytes = 32 << 20;
        RouteTable table = new RouteTable(bytes, FibLayout.MAX_PART_BYTES, (_, _) -> { });
        SyntheticRoutes.routes(4, 1_000_000, 64, SEED).forEach((prefix, hop) -> assertEquals(Outcome.CHANGED, table.set(prefix, hop)));
        Map<Prefix, Integer> six = SyntheticRoutes.routes(6, 250_000, 64, SEED);
        six.forEach((prefix, hop) -> assertEquals(Outcome.CHANGED, table.set(prefix, hop)));
        int used = table.usedBytes();
        List<Prefix> prefixes = new ArrayList<>(SyntheticRoutes.routes(4, 200_000, 64, SEED).keySet());
        prefixes.addAll(new ArrayList<>(six.keySet()).subList(0, 50_000));
        for (Prefix prefix : prefixes) {
            assertEquals(Outcome.CHANGED, table.remove(prefix), () -> prefix + ", seed " + SEED);
        }
        for (Prefix prefix : prefixes) {
            assertEquals(Outcome.CHANGED, table.set(prefix, 1 + random.nextInt(64)), () -> prefix + ", seed " + SEED);
        }
        System.out.printf("1,000,000 IPv4 and 250,000 IPv6 prefixes: %,d bytes, %,d after changes, of %,d%n", used, table.usedBytes(),
            bytes);
        assertEquals(1_250_000, table.size());
    }

    @Test
    void whatIsNoNextHopOrNoTableIsRefusedAtOnce() {
        RouteTable table = new RouteTable(SMALL, 1 << 10, (_, _) -> {});
        Prefix prefix = Prefix.parse("10.0.0.0/8");
        assertThrows(IllegalArgumentException.class, () -> table.set(prefix, 0));
        assertThrows(IllegalArgumentException.class, () -> table.set(prefix, 65536));
        assertThrows(IllegalArgumentException.class, () -> table.replaceAll(Map.of(prefix, 0)));
        assertThrows(IllegalArgumentException.class, () -> new RouteTable(1 << 10, 1 << 10, (_, _) -> {}));
        assertThrows(IllegalArgumentException.class, () -> new RouteTable(SMALL, 10, (_, _) -> {}));
        assertEquals(Outcome.SAME, table.remove(prefix));
        assertEquals(0, table.size());
        assertEquals(0, table.usedBytes());
    }
}
