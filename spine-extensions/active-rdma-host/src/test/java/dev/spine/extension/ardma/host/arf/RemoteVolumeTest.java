package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.CachedDisk;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.host.TestServer;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.harness.HarnessEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file system on a disk of a server, of two clients that send the routine there. {@code -Dspine.seed} says what they do. */
@Tag("AR-14")
class RemoteVolumeTest {
    private static final int BYTES = 1 << 20;
    private static final int PIECE = 1 << 16;
    private static final int OPERATIONS = 60;
    private static final Duration LEASE = Duration.ofSeconds(60);

    private long before;
    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());

    /** Counts round trips. */
    private static final class Counted extends PlacementThrough {
        private int trips;
        private boolean isFailing;

        Counted(ArfPlacement placement) {
            super(placement);
        }

        int take() {
            int taken = trips;
            trips = 0;
            return taken;
        }

        @Override
        public long call(StreamReader reader, long... arguments) throws IOException {
            trips++;
            return super.call(reader, arguments);
        }

        @Override
        public byte[] read(long offset, int bytes) throws IOException {
            trips++;
            return super.read(offset, bytes);
        }

        @Override
        public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
            trips++;
            return super.readUnchanged(ranges, into, wordOffset, word);
        }

        @Override
        public void write(List<AreaRange> ranges, byte[] from, int first) throws IOException {
            trips++;
            if (isFailing) {
                throw new IllegalStateException("nobody answers");
            }
            super.write(ranges, from, first);
        }

        @Override
        public void write(long offset, byte[] bytes) throws IOException {
            trips++;
            super.write(offset, bytes);
        }
    }

    private static void makeFileSystem(RemoteServer server, RemoteArea area) {
        byte[] bytes = new byte[(int) area.length()];
        new ArfSizes(100, ArfSizes.MIN_JOURNAL_BYTES, 2, 24_576).make(new ArrayArea(bytes, true), 0);
        for (int at = 0; at < bytes.length; at += PIECE) {
            server.write(area, at, Arrays.copyOfRange(bytes, at, at + PIECE));
        }
    }

    private static byte[] bytes(RemoteServer server, RemoteArea area) {
        byte[] bytes = new byte[BYTES];
        for (int at = 0; at < BYTES; at += PIECE) {
            System.arraycopy(server.read(area, at, PIECE), 0, bytes, at, PIECE);
        }
        return bytes;
    }

    /** Where the routine runs. */
    private enum Form {
        PROCEDURE,
        DIRECT,
        ACTIVE;

        ArfPlacement place(RemoteServer server, RemoteArea area) {
            return switch (this) {
                case PROCEDURE -> RemotePlacement.procedure(server, area);
                case DIRECT -> RemotePlacement.direct(server, area);
                case ACTIVE -> RemotePlacement.active(server, area);
            };
        }
    }

    @ParameterizedTest
    @CsvSource({"ACTIVE, ACTIVE", "PROCEDURE, DIRECT", "DIRECT, ACTIVE"})
    void twoClientsDoWhatTheModelDoes(Form ofOne, Form ofOther) throws IOException {
        try (TestServer node = TestServer.withDisk(3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer first = node.connect(0);
            RemoteServer second = node.connect(1);
            RemoteArea area = first.lookup("files");
            makeFileSystem(first, area);
            ModelTree model = new ModelTree();
            RandomOperations operations = new RandomOperations(new SplittableRandom(seed), 24_576);
            node.server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
            try (ArfVolume one = ArfVolume.share(ofOne.place(first, area), LEASE);
                    ArfVolume other = ArfVolume.share(ofOther.place(second, second.lookup("files")), LEASE)) {
                for (int i = 0; i < OPERATIONS; i++) {
                    RandomOperations.Operation operation = operations.next(model);
                    String what = "-Dspine.seed=" + seed + ", operation " + i + ": " + operation;
                    assertEquals(RandomOperationsTest.outcome(operation, model),
                        RandomOperationsTest.outcome(operation, i % 2 == 0 ? one : other), what);
                }
                assertEquals("", TreeComparison.of(one, model), "-Dspine.seed=" + seed);
            }
            assertEquals(List.of(), ArfCheck.of(new ArrayArea(bytes(first, area), false)), "-Dspine.seed=" + seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"PROCEDURE, 3, 2, 1", "ACTIVE, 3, 2, 1", "DIRECT, 200, 40, 100"})
    void directAccessMakesManyRoundTripsOfAnOperation(Form form, int creates, int writes, int lists) throws IOException {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("files");
            makeFileSystem(server, area);
            node.server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
            try (ArfVolume volume = ArfVolume.share(form.place(server, area), LEASE)) {
                requests(node);
                volume.makeDirectory("a", 0);
                volume.makeDirectory("a/b", 0);
                ArfNode file = volume.create("a/b/file", 0, true);
                long created = requests(node);
                volume.write(file, 0, new byte[20_000]);
                long written = requests(node);
                assertEquals(1, volume.list("a/b").size());
                long listed = requests(node);
                if (form == Form.DIRECT) {
                    // A few more or less, by how long lists are that depend on a client's token.
                    assertTrue(created >= creates && written >= writes && listed >= lists, created + " " + written + " " + listed);
                } else {
                    assertEquals(List.of(creates, writes, lists), Stream.of(created, written, listed).map(Long::intValue).toList());
                }
            }
        }
    }

    private long requests(TestServer node) {
        node.network.settle();
        long now = node.card().counter("requests");
        long since = now - before;
        before = now;
        return since;
    }

    @Test
    void anOperationIsOneRoundTripAndOneMoreForEach64KibibytesOfData() throws IOException {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("files");
            makeFileSystem(server, area);
            Counted counted = new Counted(RemotePlacement.active(server, area));
            try (ArfVolume volume = ArfVolume.share(counted, LEASE)) {
                assertEquals(2, counted.take());
                volume.makeDirectory("a", 0);
                volume.makeDirectory("a/b", 0);
                ArfNode file = volume.create("a/b/file", 0, true);
                volume.sync();
                assertEquals(3, counted.take());
                volume.write(file, 0, new byte[64]);
                assertEquals(1, counted.take());
                volume.sync();
                volume.sync();
                assertEquals(1, counted.take());
                byte[] bytes = new byte[20_000];
                Arrays.fill(bytes, (byte) 7);
                volume.write(file, 0, bytes);
                assertEquals(2, counted.take());
                assertArrayEquals(bytes, volume.read(file, 0, bytes.length));
                assertEquals(1, volume.list("a/b").size());
                volume.rename("a/b/file", "a/other", true);
                volume.stat("a/other");
                assertEquals(4, counted.take());
                byte[] much = new byte[200_001];
                new SplittableRandom(seed).nextBytes(much);
                volume.write(file, 5, much);
                assertEquals(3, counted.take());
                assertArrayEquals(Arrays.copyOfRange(much, 7, much.length), volume.read(file, 12, much.length));
                assertEquals(2, counted.take());
                assertArrayEquals(Arrays.copyOfRange(much, 95, 4_195), volume.read(file, 100, 4_100));
                assertEquals(1, counted.take());
            }
        }
    }

    @Test
    void aReadOfAMebibyteBeginsAnywhere() throws IOException {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(4 * BYTES))) {
            node.server.open("files", node.blocks(0, 4L * BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("files");
            makeFileSystem(server, area);
            try (ArfVolume volume = ArfVolume.share(RemotePlacement.active(server, area), LEASE)) {
                ArfNode file = volume.create("file", 0, true);
                byte[] much = new byte[BYTES + 5_000];
                new SplittableRandom(seed).nextBytes(much);
                volume.write(file, 0, much);
                for (int at : new int[] {0, 100, 4_095, 4_096, 4_999}) {
                    byte[] read = volume.read(file, at, BYTES);
                    assertTrue(read.length > BYTES - 4_096, () -> read.length + " bytes at " + at);
                    assertArrayEquals(Arrays.copyOfRange(much, at, at + read.length), read);
                }
            }
        }
    }

    @Test
    void whoseWriteHadNoAnswerCallsNothingMoreUntilOthersHaveFencedIt() throws IOException {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("files");
            makeFileSystem(server, area);
            Counted failing = new Counted(RemotePlacement.active(server, area));
            ArfVolume volume = ArfVolume.share(failing, LEASE);
            ArfNode file = volume.create("file", 0, true);
            failing.isFailing = true;
            assertThrows(IllegalStateException.class, () -> volume.write(file, 0, new byte[200_000]));
            failing.take();
            IOException broken = assertThrows(IOException.class, () -> volume.stat("file"));
            assertTrue(broken.getMessage().startsWith("a write had no answer"), broken.getMessage());
            assertThrows(IOException.class, volume::close);
            assertEquals(0, failing.take(), "the lock is given back, though bytes may come yet");
        }
    }

    /** Before bytes are read where they are, another client changes them and where they are. */
    private static final class Disturbed extends PlacementThrough {
        private final Runnable other;

        Disturbed(ArfPlacement placement, Runnable other) {
            super(placement);
            this.other = other;
        }

        @Override
        public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
            other.run();
            return super.readUnchanged(ranges, into, wordOffset, word);
        }
    }

    private static byte[] filled(int bytes, int with) {
        byte[] filled = new byte[bytes];
        Arrays.fill(filled, (byte) with);
        return filled;
    }

    @ParameterizedTest
    @CsvSource({"1, 8000", "3, 8000", "3, 100000", "1000, 100000"})
    void aReadIsOfOneTimeHoweverOftenAnotherClientChangesTheFile(int changes, int bytes) throws IOException {
        try (TestServer node = TestServer.withDisk(3, HarnessEngine.MODELLED, () -> new CachedDisk(BYTES))) {
            node.server.open("files", node.blocks(0, BYTES), true);
            RemoteServer first = node.connect(0);
            RemoteArea area = first.lookup("files");
            makeFileSystem(first, area);
            AtomicInteger changed = new AtomicInteger();
            try (ArfVolume other = ArfVolume.share(RemotePlacement.active(node.connect(1), area), LEASE)) {
                ArfNode file = other.create("file", 0, true);
                other.write(file, 0, filled(bytes, 1));
                Runnable change = () -> {
                    if (changed.incrementAndGet() <= changes) {
                        try {
                            other.resize(file, 0);
                            other.write(other.create("f" + changed, 0, true), 0, filled(5_000, 77));
                            other.write(file, 0, filled(bytes, changed.get() + 1));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                };
                try (ArfVolume reader = ArfVolume.share(new Disturbed(RemotePlacement.active(first, area), change), LEASE)) {
                    for (int i = 0; i < 3; i++) {
                        byte[] read = reader.read(file, 0, bytes);
                        assertArrayEquals(filled(bytes, Math.min(changed.get(), changes) + 1), read, "after " + changed);
                    }
                }
            }
            assertEquals(List.of(), ArfCheck.of(new ArrayArea(bytes(first, area), false)));
        }
    }
}
