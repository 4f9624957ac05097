package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.iop.bus.Region;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads and writes of much, and of several ranges, in areas of all kinds; {@code -Dspine.seed=SEED} repeats a run. */
@Tag("AR-02")
class LargeAccessTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int CARD_BYTES = 100_000;
    private static final int HOST_BYTES = (1 << 20) + 1_000;
    private static final int DISK_BYTES = 3 << 19;

    private final Random random = new Random(SEED);
    private final List<CachedDisk> disks = new ArrayList<>();

    private TestServer server(HarnessEngine engine) {
        TestServer node = TestServer.withDisk(2, engine, () -> {
            disks.add(new CachedDisk(DISK_BYTES));
            return disks.getLast();
        });
        Region region = node.side(0).tasks().call(() -> node.side(0).memory().allocate("shared with clients", HOST_BYTES));
        node.server.open("card", CARD_BYTES, true);
        node.server.share("host", region, true);
        node.server.open("disk", node.blocks(0, DISK_BYTES), true);
        return node;
    }

    private byte[] some(int bytes) {
        byte[] some = new byte[bytes];
        random.nextBytes(some);
        return some;
    }

    private static String seed() {
        return "run again with -Dspine.seed=" + SEED;
    }

    @ParameterizedTest
    @EnumSource
    void aMegabyteIsWrittenAndReadAgain(HarnessEngine engine) {
        try (TestServer node = server(engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea host = server.lookup("host");
            RemoteArea disk = server.lookup("disk");
            for (int bytes : new int[] {1 << 20, (1 << 16) + 1}) {
                byte[] some = some(bytes);
                server.write(host, 999, some);
                assertArrayEquals(some, server.read(host, 999, bytes), LargeAccessTest::seed);
                server.writeThrough(disk, 1_001, some);
                assertArrayEquals(some, server.read(disk, 1_001, bytes), LargeAccessTest::seed);
                assertArrayEquals(some, Arrays.copyOfRange(disks.getFirst().afterPowerLoss(), 1_001, 1_001 + bytes));
            }
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS,
                assertThrows(ArdmaException.class, () -> server.read(host, HOST_BYTES - 100_000, 100_001)).status());
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS,
                assertThrows(ArdmaException.class, () -> server.write(host, -1, some(100_000))).status());
            assertThrows(IllegalArgumentException.class, () -> server.read(disk, 0, (1 << 20) + 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rangesOfSeveralAreasAreReadAndWrittenInOneTrip(HarnessEngine engine) {
        try (TestServer node = server(engine)) {
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("card"), server.lookup("host"), server.lookup("disk"));
            List<byte[]> expected = areas.stream().map(area -> new byte[(int) area.length()]).toList();
            long asked = requests(node);
            for (int round = 0; round < 20; round++) {
                List<RemoteRange> ranges = drawn(areas);
                byte[] bytes = some(ranges.stream().mapToInt(RemoteRange::bytes).sum());
                server.write(ranges, bytes);
                int from = 0;
                for (RemoteRange range : ranges) {
                    System.arraycopy(bytes, from, expected.get(areas.indexOf(range.area())), (int) range.offset(), range.bytes());
                    from += range.bytes();
                }
                List<RemoteRange> others = drawn(areas);
                ByteArrayOutputStream wanted = new ByteArrayOutputStream();
                others.forEach(range -> wanted.write(expected.get(areas.indexOf(range.area())), (int) range.offset(), range.bytes()));
                assertArrayEquals(wanted.toByteArray(), server.read(others), LargeAccessTest::seed);
                assertArrayEquals(expected.getLast(), disks.getFirst().bytes(), LargeAccessTest::seed);
            }
            assertEquals(asked + 40, requests(node), "each was one trip");
            node.assertTurnsEnd();
        }
    }

    private static long requests(TestServer node) {
        return node.card().counter("requests");
    }

    private List<RemoteRange> drawn(List<RemoteArea> areas) {
        List<RemoteRange> ranges = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextBoolean() ? 5 : ArdmaProtocol.MAX_RANGES);
        for (int i = 0; i < count; i++) {
            RemoteArea area = areas.get(random.nextInt(areas.size()));
            int bytes = 1 + random.nextInt(random.nextInt(3) == 0 ? 60_000 / count : 20);
            // Near one another, so that they overlap.
            ranges.add(new RemoteRange(area, random.nextInt(40_000), bytes));
        }
        return ranges;
    }

    @Test
    void ofRangesOfWhichOneCannotBeWrittenNoneIs() {
        try (TestServer node = server(HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea card = server.lookup("card");
            node.server.open("fixed", 100, false);
            RemoteArea fixed = server.lookup("fixed");
            int gone = node.server.open("gone", 100, true);
            RemoteArea closed = server.lookup("gone");
            node.server.close(gone);
            RemoteRange first = new RemoteRange(card, 0, 4);
            RemoteRange[] wrong = {new RemoteRange(fixed, 0, 4), new RemoteRange(closed, 0, 4), new RemoteRange(card, CARD_BYTES - 3, 4),
                new RemoteRange(card, -1, 4), new RemoteRange(card, Long.MAX_VALUE, 4)};
            int[] statuses = new int[wrong.length];
            for (int i = 0; i < wrong.length; i++) {
                List<RemoteRange> ranges = List.of(first, wrong[i]);
                statuses[i] = assertThrows(ArdmaException.class, () -> server.write(ranges, new byte[] {1, 2, 3, 4, 5, 6, 7, 8})).status();
            }
            assertArrayEquals(new int[] {ArdmaProtocol.READ_ONLY, ArdmaProtocol.NO_AREA, ArdmaProtocol.OUT_OF_BOUNDS,
                ArdmaProtocol.OUT_OF_BOUNDS, ArdmaProtocol.OUT_OF_BOUNDS}, statuses);
            assertArrayEquals(new byte[8], server.read(List.of(first, first)));
            assertArrayEquals(new byte[4], server.read(List.of(new RemoteRange(fixed, 96, 4))));
            assertThrows(IllegalArgumentException.class, () -> server.read(List.of()));
            assertThrows(IllegalArgumentException.class, () -> server.read(Collections.nCopies(65, first)));
            assertThrows(IllegalArgumentException.class, () -> server.write(List.of(first), new byte[5]));
            List<RemoteRange> much = List.of(new RemoteRange(card, 0, 40_000), new RemoteRange(card, 0, 40_000));
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS, assertThrows(ArdmaException.class, () -> server.read(much)).status());
            assertThrows(IllegalArgumentException.class, () -> server.write(much, new byte[80_000]));
        }
    }
}
