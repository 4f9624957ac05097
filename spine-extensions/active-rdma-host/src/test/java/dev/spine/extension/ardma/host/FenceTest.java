package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.arf.AreaRange;
import dev.spine.extension.ardma.host.arf.ArfCheck;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfPlacement;
import dev.spine.extension.ardma.host.arf.ArfRoutine;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.PlacementThrough;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.harness.HarnessEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who stands still for long is ended by others before they take what was his, and touches nothing afterwards. */
@Tag("AR-14")
class FenceTest {
    private static final int BYTES = 1 << 20;
    private static final int PIECE = 1 << 16;
    private static final int STALLS = Integer.getInteger("spine.arf.stalls", 6);
    private static final Duration SHORT = Duration.ofNanos(1);

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());

    // --- a session

    @Test
    void anEndedConnectionAsksNothingAnyMore() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            node.server.open("list", 4_096, true);
            RemoteServer slow = node.connect(0);
            RemoteServer other = node.connect(1);
            RemoteArea area = slow.lookup("list");
            long token = slow.fenceToken();
            assertTrue(token != slow.fenceToken(), "another one each time");
            assertEquals(ArdmaProtocol.MALFORMED, assertThrows(ArdmaException.class, () -> slow.fence(token)).status(), "not itself");
            other.fence(0);
            other.fence(~token);
            slow.write(area, 0, new byte[] {1, 2, 3});
            other.fence(token);
            other.fence(token);
            assertEquals(ArdmaProtocol.NO_SESSION,
                assertThrows(ArdmaException.class, () -> slow.write(area, 0, new byte[] {4, 5, 6})).status());
            RemoteServer again = node.connect(0);
            assertEquals(ArdmaProtocol.NO_SESSION,
                assertThrows(ArdmaException.class, () -> slow.write(area, 0, new byte[] {4, 5, 6})).status(), "on the ended one");
            other.fence(token);
            assertArrayEquals(new byte[] {1, 2, 3}, again.read(area, 0, 3));
        }
    }

    // --- file systems

    private static void makeFileSystem(RemoteServer server, RemoteArea area, int clients) {
        byte[] bytes = new byte[BYTES];
        new ArfSizes(100, ArfSizes.MIN_JOURNAL_BYTES, clients, 24_576).make(new ArrayArea(bytes, true), 0);
        for (int at = 0; at < BYTES; at += PIECE) {
            server.write(area, at, Arrays.copyOfRange(bytes, at, at + PIECE));
        }
    }

    private static List<String> check(RemoteServer server, RemoteArea area) {
        byte[] bytes = new byte[BYTES];
        for (int at = 0; at < BYTES; at += PIECE) {
            System.arraycopy(server.read(area, at, PIECE), 0, bytes, at, PIECE);
        }
        return ArfCheck.of(new ArrayArea(bytes, false));
    }

    private static byte[] filled(int bytes, int with) {
        byte[] filled = new byte[bytes];
        Arrays.fill(filled, (byte) with);
        return filled;
    }

    /** Before its second call of a routine something else happens. */
    private static final class Interrupted extends PlacementThrough {
        private final Runnable between;
        private final AtomicInteger calls;

        Interrupted(ArfPlacement placement, Runnable between, AtomicInteger calls) {
            super(placement);
            this.between = between;
            this.calls = calls;
        }

        @Override
        public long call(StreamReader reader, long... arguments) throws IOException {
            if (calls.getAndDecrement() == 0) {
                between.run();
            }
            return super.call(reader, arguments);
        }

        @Override
        public int mostByRoutine() {
            return Integer.MAX_VALUE;
        }
    }

    @Test
    void whoHasLostItsPlaceWritesNothingIntoIt() throws IOException {
        try (TestServer node = TestServer.withDisk(3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer first = node.connect(0);
            RemoteServer second = node.connect(1);
            RemoteArea area = first.lookup("files");
            makeFileSystem(first, area, 1);
            ArfVolume idle = ArfVolume.share(RemotePlacement.active(first, area), SHORT);
            ArfNode its = idle.create("its", 0, true);
            // It has done nothing since 1970.
            second.write(area, 2_048 + Long.BYTES, new byte[Long.BYTES]);
            AtomicInteger calls = new AtomicInteger(-1);
            Runnable late = () -> assertThrows(IOException.class, () -> idle.write(its, 0, filled(20_000, 1)));
            try (ArfVolume next = ArfVolume.share(new Interrupted(RemotePlacement.active(second, area), late, calls), SHORT)) {
                ArfNode file = next.create("file", 0, true);
                calls.set(0);
                next.write(file, 0, filled(20_000, 2));
                assertArrayEquals(filled(20_000, 2), next.read(file, 0, 30_000));
            }
            assertEquals(List.of(), check(second, area));
        }
    }

    /** Direct access of a client that stands still before some byte that it writes. */
    private static final class Stalling extends DirectAccess {
        private final Runnable meanwhile;
        private final int[] left;

        Stalling(RemoteServer server, Runnable meanwhile, int[] left) {
            super(server);
            this.meanwhile = meanwhile;
            this.left = left;
        }

        @Override
        void onChange() {
            if (left[0]-- == 0) {
                meanwhile.run();
            }
        }
    }

    private static void stir(ArfVolume volume, int with) {
        try {
            for (int i = 0; i < 6; i++) {
                ArfNode file = volume.create("other" + i, 0, false);
                volume.resize(file, 0);
                volume.write(file, 0, filled(9_000, with));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoHasLostTheLockWritesNothingBehindIt() throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (TestServer node = TestServer.withDisk(3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer second = node.connect(1);
            RemoteArea area = second.lookup("files");
            makeFileSystem(second, area, 3);
            try (ArfVolume other = ArfVolume.share(RemotePlacement.active(second, area), SHORT)) {
                ArfNode rest = other.create("rest", 0, true);
                // What is freed is soon taken again.
                other.resize(rest, (other.totals().freeBlocks() - 26) * 4_096);
                for (int stall = 0; stall < STALLS; stall++) {
                    String what = "-Dspine.seed=" + seed + ", stall " + stall;
                    int with = stall + 1;
                    int[] left = {-1};
                    RemoteServer first = node.connect(0);
                    DirectRoutine routine = new DirectRoutine(first, ArfRoutine.bytes());
                    ArfVolume slow = ArfVolume.share(new RemotePlacement(first, area, (reader, areas, arguments) ->
                        routine.run(new Stalling(first, () -> stir(other, with), left), reader, areas, arguments)), SHORT);
                    ArfNode its = slow.create("its", 0, false);
                    slow.resize(its, 0);
                    left[0] = random.nextInt(22_000);
                    try {
                        slow.write(its, 5_000, filled(15_000, -1));
                        stir(other, with);
                    } catch (IOException e) {
                        assertTrue(left[0] < 0, what + ": " + e);
                    }
                    for (int i = 0; i < 6; i++) {
                        assertArrayEquals(filled(9_000, with), other.read(other.stat("other" + i), 0, 10_000), what);
                    }
                    second.write(area, 2_048 + 16, new byte[32]);
                    assertEquals(List.of(), check(second, area), what);
                }
            }
        }
    }

    /** Before it writes bytes where they belong something else happens. */
    private static final class Held extends PlacementThrough {
        private final Runnable between;

        Held(ArfPlacement placement, Runnable between) {
            super(placement);
            this.between = between;
        }

        @Override
        public void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
            between.run();
            super.write(ranges, from, first);
        }
    }

    @Test
    void whoLosesTheLockBetweenTheCallsOfAWriteWritesNothing() throws IOException {
        writesNothing(1);
    }

    @Test
    void volumesOfOneConnectionEndOneAnotherToo() throws IOException {
        writesNothing(0);
    }

    private static void writesNothing(int otherClient) throws IOException {
        try (TestServer node = TestServer.withDisk(3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer first = node.connect(0);
            RemoteServer second = otherClient == 0 ? first : node.connect(otherClient);
            RemoteArea area = first.lookup("files");
            makeFileSystem(first, area, 2);
            long hash = first.install(ArfRoutine.bytes());
            RemoteRoutine routine = (reader, areas, arguments) -> first.call(hash, reader, areas, arguments);
            try (ArfVolume other = ArfVolume.share(otherClient == 0 ? new RemotePlacement(first, area, routine)
                : RemotePlacement.active(second, area), SHORT)) {
                // It takes the blocks that the write would have had, as nobody has got them.
                ArfVolume slow = ArfVolume.share(new Held(new RemotePlacement(first, area, routine), () -> stir(other, 3)), SHORT);
                ArfNode its = slow.create("its", 0, true);
                assertThrows(IOException.class, () -> slow.write(its, 0, filled(100_000, -1)));
                for (int i = 0; i < 6; i++) {
                    assertArrayEquals(filled(9_000, 3), other.read(other.stat("other" + i), 0, 10_000));
                }
                assertEquals(0, other.stat("its").size());
                assertThrows(IOException.class, slow::close);
                if (otherClient == 0) {
                    // There are two places, and one is free again.
                    ArfVolume again = ArfVolume.share(new RemotePlacement(first, area, routine), SHORT);
                    assertEquals(0, again.stat("its").size());
                    again.close();
                }
            }
            assertEquals(List.of(), check(second, area));
        }
    }
}
