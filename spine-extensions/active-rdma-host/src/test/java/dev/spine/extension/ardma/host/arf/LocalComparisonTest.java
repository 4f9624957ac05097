package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.CachedDisk;
import dev.spine.extension.ardma.host.DirectRun;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.host.TestServer;
import dev.spine.extension.ardma.host.model.CompiledRun;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.harness.HarnessEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two clients do what this machine's own file system does: at a server, by calls of which each is in one of the three forms, and here.
 * {@code -Dspine.arf.operations} says how many operations there are here and {@code -Dspine.arf.remote} how many at a server, {@code
 * -Dspine.arf.seeds} how often all of it is done, {@code -Dspine.seed} which ones.
 */
@Tag("AR-14")
class LocalComparisonTest {
    private static final int OPERATIONS = Integer.getInteger("spine.arf.operations", 5_000);
    private static final int MIXED_OPERATIONS = Integer.getInteger("spine.arf.mixed", 2_000);
    private static final int REMOTE_OPERATIONS = Integer.getInteger("spine.arf.remote", 150);
    private static final int SEEDS = Integer.getInteger("spine.arf.seeds", 1);
    private static final int COMPARED_EACH = 2_000;
    private static final int MIN_COMPARED = 10;
    private static final int BYTES = 2 << 20;
    private static final int PIECE = 1 << 16;
    private static final int MAX_WRITTEN = 24_576;
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final long firstSeed = Long.getLong("spine.seed", new SplittableRandom().nextLong());

    @TempDir
    private Path directory;

    /** A placement whose calls run in one of some forms, each as chance says. */
    private record AnyForm(List<ArfPlacement> forms, SplittableRandom random) implements ArfPlacement {
        private ArfPlacement any() {
            return forms.get(random.nextInt(forms.size()));
        }

        @Override
        public long call(StreamReader reader, long... arguments) throws IOException {
            return any().call(reader, arguments);
        }

        @Override
        public byte[] read(long offset, int bytes) throws IOException {
            return any().read(offset, bytes);
        }

        @Override
        public int mostByRoutine() {
            return anyMost(random);
        }

        @Override
        public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
            return forms.getFirst().readUnchanged(ranges, into, wordOffset, word);
        }

        @Override
        public void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
            any().write(ranges, from, first);
        }

        @Override
        public void write(long offset, byte[] bytes) throws IOException {
            any().write(offset, bytes);
        }

        @Override
        public long token() {
            return forms.getFirst().token();
        }

        @Override
        public void fence(long token) throws IOException {
            forms.getFirst().fence(token);
        }

        @Override
        public void close() throws IOException {
            for (ArfPlacement form : forms) {
                form.close();
            }
        }
    }

    private static int anyMost(SplittableRandom random) {
        return random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(MAX_WRITTEN);
    }

    private static Area newFileSystem() {
        Area area = new ArrayArea(new byte[BYTES], true);
        new ArfSizes(200, ArfSizes.MIN_JOURNAL_BYTES, 2, MAX_WRITTEN).make(area, 0);
        return area;
    }

    private void compare(int seed, SplittableRandom random, int count, List<ArfVolume> clients) throws IOException {
        LocalTree local = new LocalTree(Files.createDirectory(directory.resolve(count + "of" + seed)));
        ModelTree model = new ModelTree();
        RandomOperations operations = new RandomOperations(random, MAX_WRITTEN);
        for (int i = 1; i <= count; i++) {
            RandomOperations.Operation operation = operations.next(model);
            String what = "-Dspine.seed=" + (firstSeed + seed) + ", operation " + i + ": " + operation;
            String is = RandomOperationsTest.outcome(operation, clients.get(random.nextInt(clients.size())));
            if (!is.equals("no space")) {
                assertEquals(RandomOperationsTest.outcome(operation, model), is, what);
                String here = RandomOperationsTest.outcome(operation::onLocal, local);
                assertEquals(is.equals("done"), here.equals("done"), () -> what + ": " + is + ", and here: " + here);
            }
            if (i % COMPARED_EACH == 0 || i == count) {
                assertTrue(i < COMPARED_EACH || model.paths(_ -> true).size() >= MIN_COMPARED, what);
                assertEquals("", local.difference(clients.get(random.nextInt(clients.size()))), what);
            }
        }
    }

    @Test
    void twoClientsHereDoWhatTheLocalFileSystemDoes() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(firstSeed + seed);
            Area area = newFileSystem();
            try (ArfVolume one = ArfVolume.share(new LocalPlacement(area), LEASE);
                    ArfVolume other = ArfVolume.share(new LocalPlacement(area), LEASE)) {
                compare(seed, random, OPERATIONS, List.of(one, other));
            }
            assertEquals(List.of(), ArfCheck.of(area), "-Dspine.seed=" + (firstSeed + seed));
        }
    }

    /** Each run is in one of three forms: interpreted at once, as a server runs it, by direct access; there is no wire. */
    private static final class EachForm extends PlacementThrough {
        private final CompiledRun server;
        private final DirectRun direct;
        private final SplittableRandom random;

        private EachForm(byte[] bytes, SplittableRandom random) throws RoutineException {
            this(bytes, new ArrayArea(bytes, true), random);
        }

        private EachForm(byte[] bytes, Area area, SplittableRandom random) throws RoutineException {
            super(new LocalPlacement(area));
            this.random = random;
            server = new CompiledRun(ArfRoutine.bytes(), bytes, new Random(random.nextLong()));
            direct = new DirectRun(ArfRoutine.bytes(), area);
        }

        @Override
        public long call(StreamReader reader, long... arguments) throws IOException {
            return switch (random.nextInt(3)) {
                case 0 -> super.call(reader, arguments);
                case 1 -> server.run(reader, arguments);
                default -> direct.run(reader, arguments);
            };
        }

        /** Many bytes, as chance says how many that is, are read and written where they are. */
        private ArfVolume volume() throws IOException {
            return ArfVolume.share(new PlainlyMoving(this, () -> anyMost(random)), LEASE);
        }
    }

    @Test
    void twoClientsOfWhichEachRunHasOneOfThreeFormsDoWhatTheLocalFileSystemDoes() throws IOException, RoutineException {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(firstSeed + seed);
            Area made = newFileSystem();
            byte[] bytes = new byte[BYTES];
            for (int i = 0; i < BYTES; i++) {
                bytes[i] = (byte) made.get8(i);
            }
            EachForm first = new EachForm(bytes, random.split());
            EachForm second = new EachForm(bytes, random.split());
            try (ArfVolume one = first.volume(); ArfVolume other = second.volume()) {
                compare(SEEDS + seed, random, MIXED_OPERATIONS, List.of(one, other));
            }
            assertTrue(first.server.compiledSteps() > MIXED_OPERATIONS, "compiled code makes steps");
            assertEquals(List.of(), ArfCheck.of(new ArrayArea(bytes, false)), "-Dspine.seed=" + (firstSeed + seed));
        }
    }

    private static ArfPlacement anyForm(RemoteServer server, RemoteArea area, SplittableRandom random) {
        return new AnyForm(List.of(RemotePlacement.active(server, area), RemotePlacement.procedure(server, area),
            RemotePlacement.direct(server, area)), random.split());
    }

    private static byte[] bytes(RemoteServer server, RemoteArea area) {
        byte[] bytes = new byte[BYTES];
        for (int at = 0; at < BYTES; at += PIECE) {
            System.arraycopy(server.read(area, at, PIECE), 0, bytes, at, PIECE);
        }
        return bytes;
    }

    /** Of a thousand frames. */
    @ParameterizedTest
    @ValueSource(ints = {0, 30})
    void twoClientsOfAServerInAllThreeFormsDoWhatTheLocalFileSystemDoes(int lost) throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(firstSeed + seed);
            try (TestServer node = TestServer.losing(lost / 1_000.0, 3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
                node.server.open("files", node.blocks(0, BYTES), true);
                node.server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
                RemoteServer first = node.connect(0);
                RemoteServer second = node.connect(1);
                RemoteArea area = first.lookup("files");
                Area made = newFileSystem();
                byte[] piece = new byte[PIECE];
                for (int at = 0; at < BYTES; at += PIECE) {
                    for (int i = 0; i < PIECE; i++) {
                        piece[i] = (byte) made.get8(at + i);
                    }
                    first.write(area, at, piece);
                }
                try (ArfVolume one = ArfVolume.share(anyForm(first, area, random), LEASE);
                        ArfVolume other = ArfVolume.share(anyForm(second, second.lookup("files"), random), LEASE)) {
                    compare(seed, random, REMOTE_OPERATIONS - lost, List.of(one, other));
                }
                assertEquals(List.of(), ArfCheck.of(new ArrayArea(bytes(first, area), false)), "-Dspine.seed=" + (firstSeed + seed));
            }
        }
    }
}
