package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who goes through an area whose bytes are brought sees what was written; {@code -Dspine.seed=SEED} repeats a run. */
@Tag("AR-06")
class ScanTest {
    private static final int BYTES = 200_704;
    private static final int HALF = BYTES / 2;
    private static final int NUMBERS = 50_176;
    private static final int OPERATIONS = Integer.getInteger("spine.scans", Boolean.getBoolean("spine.full") ? 1_000 : 40);

    private final long seed = Long.getLong("spine.seed", System.nanoTime());
    private final List<CachedDisk> disks = new ArrayList<>();

    private CachedDisk disk() {
        disks.add(new CachedDisk(1 << 18));
        return disks.getLast();
    }

    /** Goes through a range and writes to some of its pages on the way. It is lifted; {@link #expected} does the same. */
    static long scan(long from, long to, long writes) {
        long sum = 0;
        long at = from;
        while (at < to) {
            long next = Math.min(to, (at | 1_023) + 1);
            sum = sum * 31 + Areas.count(0, at, next - at, 7);
            if (at + 8 <= to) {
                sum = sum * 31 + Areas.load64(0, at);
            }
            if ((writes >>> (at >>> 10) & 1) != 0) {
                Areas.store8(0, at, (int) (at >>> 10) & 7);
            }
            at = next;
        }
        // Back to what was passed, and a range here beside one there, which perhaps is not passed.
        long back = Math.max(from, to - 20_000);
        long count = Math.min(from, to - back);
        return from < to ? (sum * 31 + Areas.load8(0, back)) * 31 + Areas.compare(0, back, 0, from / 2, count)
            + Areas.compare(0, from - count, 0, back, count) : sum;
    }

    /** Copies within an area from a place to one behind it, most often, and compares. */
    static long copy(long from, long to, long bytes) {
        Areas.copy(0, from, 0, to, bytes);
        return Areas.compare(0, from, 0, to, bytes);
    }

    private static long expected(byte[] bytes, int from, int to, long writes) {
        ByteBuffer values = ByteBuffer.wrap(bytes);
        long sum = 0;
        int at = from;
        while (at < to) {
            int next = Math.min(to, (at | 1_023) + 1);
            long last = 0;
            long found = 0;
            for (int i = at; i < next; i++) {
                if (bytes[i] == 7) {
                    last = i + 1 - at;
                    found++;
                }
            }
            sum = sum * 31 + (last << 32 | found);
            if (at + 8 <= to) {
                sum = sum * 31 + values.getLong(at);
            }
            if ((writes >>> (at >>> 10) & 1) != 0) {
                bytes[at] = (byte) (at >>> 10 & 7);
            }
            at = next;
        }
        int back = Math.max(from, to - 20_000);
        int count = Math.min(from, to - back);
        return from < to ? (sum * 31 + (bytes[back] & 0xFF)) * 31 + order(bytes, back, from / 2, count)
            + order(bytes, from - count, back, count) : sum;
    }

    private static int order(byte[] bytes, int from, int to, int count) {
        return Integer.signum(Arrays.compareUnsigned(bytes, from, from + count, bytes, to, to + count));
    }

    private static void copy(byte[] bytes, int from, int to, int count) {
        for (int i = 0; i < count; i++) {
            bytes[to + i] = bytes[from + i];
        }
    }

    private static byte[] routine(String name) {
        return RoutineLifter.lift(ScanTest.class, name, long.class, long.class, long.class).areas(1).build();
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) random.nextInt(9);
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void ofADisk(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(3, engine, this::disk)) {
            node.server.open("area", node.blocks(512, BYTES), true);
            byte[] expected = compare(node, _ -> {});
            assertArrayEquals(expected, Arrays.copyOfRange(disks.getFirst().bytes(), 512, 512 + BYTES), "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofMemoryOfTheHost(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(3, engine, this::disk)) {
            Region region = node.side(0).tasks().call(() -> node.side(0).memory().allocate("area", BYTES));
            int area = node.server.share("area", region, true);
            // What the host writes between two requests is seen, too.
            compare(node, bytes -> node.side(0).tasks().run(() -> MemorySegment.copy(bytes, HALF, region.memory(),
                ValueLayout.JAVA_BYTE, HALF, HALF)));
            node.server.close(area);
            node.side(0).tasks().run(() -> node.side(0).memory().free(region));
        }
    }

    /** What a host does that may write. */
    private interface Host {
        void write(byte[] bytes);
    }

    /** Operations on the second half of an area, while another client goes through the first one again and again. */
    private byte[] compare(TestServer node, Host host) {
        Random random = new Random(seed);
        RemoteServer server = node.connect(0);
        RemoteServer second = node.connect(1);
        RemoteArea area = server.lookup("area");
        byte[] expected = bytes(random);
        for (int at = 0; at < BYTES; at += 50_176) {
            server.write(area, at, Arrays.copyOfRange(expected, at, at + 50_176));
        }
        byte[] numbers = new byte[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] = (byte) (i >>> 10);
        }
        node.server.open("numbers", node.blocks(512 + BYTES, NUMBERS), true);
        RemoteArea other = server.lookup("numbers");
        server.write(other, 0, numbers);
        long scan = server.install(routine("scan"));
        long copy = server.install(routine("copy"));
        boolean isCompiled = random.nextBoolean();
        if (isCompiled) {
            node.server.compile(4, 1_000, LoadOptions.OF_NODE);
        }
        AtomicBoolean hasEnded = new AtomicBoolean();
        boolean isOther = random.nextBoolean();
        long sum = expected(expected.clone(), 0, HALF, 0);
        CompletableFuture<Void> scanning = CompletableFuture.runAsync(() -> {
            RemoteArea seen = second.lookup("area");
            long its = second.install(routine("scan"));
            while (isOther && !hasEnded.get()) {
                assertEquals(sum, second.call(its, List.of(seen), 0, HALF, 0).value(), "seed " + seed);
            }
        });
        try {
            for (int i = 0; i < OPERATIONS; i++) {
                operate(server, area, random, expected, scan, copy);
                writeAgain(server, area, random, expected);
                // Keeps pages of the other area here.
                int page = random.nextInt(NUMBERS >>> 10);
                assertEquals(page, server.read(other, page << 10, 1)[0], "seed " + seed);
                if (isCompiled && i % 16 == 1) {
                    node.server.compileWanted();
                }
                if (!isOther && random.nextInt(4) == 0) {
                    expected[HALF + random.nextInt(HALF)]++;
                    host.write(expected);
                    byte[] there = server.read(area, HALF, HALF);
                    System.arraycopy(there, 0, expected, HALF, HALF);
                }
            }
        } finally {
            hasEnded.set(true);
        }
        scanning.join();
        assertArrayEquals(numbers, server.read(other, 0, NUMBERS), "seed " + seed);
        for (int at = 0; at < BYTES; at += 50_176) {
            assertArrayEquals(Arrays.copyOfRange(expected, at, at + 50_176), server.read(area, at, 50_176), "seed " + seed);
        }
        return expected;
    }

    /** Whole pages of what the other client goes through, alone or several at once: the same bytes. */
    private static void writeAgain(RemoteServer server, RemoteArea area, Random random, byte[] expected) {
        int first = random.nextInt(HALF / 1_024 - 4) << 10;
        if (random.nextBoolean()) {
            server.write(area, first, Arrays.copyOfRange(expected, first, first + 1_024));
        } else {
            int second = first + 2_048;
            byte[] both = Arrays.copyOfRange(expected, first, first + 2_048);
            System.arraycopy(expected, second, both, 1_024, 1_024);
            server.write(List.of(new RemoteRange(area, first, 1_024), new RemoteRange(area, second, 1_024)), both);
        }
    }

    private void operate(RemoteServer server, RemoteArea area, Random random, byte[] expected, long scan, long copy) {
        int count = 1 + random.nextInt(random.nextBoolean() ? HALF : 8_000);
        int from = HALF + random.nextInt(HALF - count + 1);
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] some = new byte[count];
                random.nextBytes(some);
                System.arraycopy(some, 0, expected, from, count);
                server.write(area, from, some);
            }
            case 1 -> {
                int bytes = Math.min(count / 2, 9_000);
                int to = from + random.nextInt(count - bytes + 1);
                copy(expected, from, to, bytes);
                assertEquals(order(expected, from, to, bytes), server.call(copy, List.of(area), from, to, bytes).value(), "seed " + seed);
            }
            default -> {
                long writes = random.nextBoolean() ? 0 : 0x0421_0884_2108_4210L >>> random.nextInt(Long.SIZE);
                long wanted = expected(expected, from, from + count, writes);
                assertEquals(wanted, server.call(scan, List.of(area), from, from + count, writes).value(), "seed " + seed);
            }
        }
    }

    /** Two areas of the disk, the first one of random bytes and the other one of its pages' numbers: {@return the first one's bytes} */
    private byte[] twoAreas(TestServer node, RemoteServer server) {
        node.server.open("area", node.blocks(512, 100_352), true);
        node.server.open("other", node.blocks(512 + 100_352, 100_352), true);
        byte[] first = Arrays.copyOf(bytes(new Random(seed)), 100_352);
        server.write(server.lookup("area"), 0, Arrays.copyOf(first, 50_176));
        server.write(server.lookup("area"), 50_176, Arrays.copyOfRange(first, 50_176, 100_352));
        for (int i = 0; i < 98; i++) {
            byte[] page = new byte[1_024];
            Arrays.fill(page, (byte) i);
            server.write(server.lookup("other"), 1_024 * i, page);
        }
        return first;
    }

    private void check(byte[] first) {
        byte[] expected = Arrays.copyOf(first, 200_704);
        for (int i = 0; i < 100_352; i++) {
            expected[100_352 + i] = (byte) (i >>> 10);
        }
        assertArrayEquals(expected, Arrays.copyOfRange(disks.getFirst().bytes(), 512, 512 + 200_704), "seed " + seed);
    }

    /** Pages that are written whole, by one range and by several, behind whoever goes through the area, and ahead of him. */
    @ParameterizedTest
    @EnumSource
    void whoWritesWholePagesToWhatIsReadWritesNothingElse(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(3, engine, this::disk)) {
            RemoteServer server = node.connect(0);
            RemoteServer second = node.connect(1);
            byte[] expected = twoAreas(node, server);
            RemoteArea area = server.lookup("area");
            RemoteArea its = second.lookup("area");
            byte[] emitting = RoutineLifter.lift(ScanTest.class, "emitAll", long.class).areas(1).build();
            int[] emitted = {0};
            server.callOnce(emitting, piece -> {
                for (int page = emitted[0] >>> 10; page < 98; page += 5) {
                    byte[] some = new byte[1_024];
                    Arrays.fill(some, (byte) 99);
                    if (page % 2 == 0) {
                        second.write(its, page << 10, some);
                    } else {
                        List<RemoteRange> both = List.of(new RemoteRange(its, page << 10, 1_024), new RemoteRange(its, 3, 1));
                        second.write(both, Arrays.copyOf(some, 1_025));
                        expected[3] = 0;
                    }
                    System.arraycopy(some, 0, expected, page << 10, 1_024);
                }
                emitted[0] += piece.length;
            }, List.of(area), 90_000);
            assertEquals(90_000, emitted[0]);
            check(expected);
        }
    }

    /** A page of which some bytes are written, up to the area's end, keeps the others. */
    @ParameterizedTest
    @EnumSource
    void whoWritesTheLastBytesOfAnAreaWritesNothingElse(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(2, engine, this::disk)) {
            RemoteServer server = node.connect(0);
            byte[] expected = twoAreas(node, server);
            RemoteArea area = server.lookup("area");
            for (int page = 0; page < 64; page++) {
                server.read(server.lookup("other"), page << 10, 1);
            }
            server.write(area, expected.length - 100, new byte[100]);
            Arrays.fill(expected, expected.length - 100, expected.length, (byte) 0);
            check(expected);
        }
    }

    static long emitAll(long bytes) {
        Areas.emitBytes(0, 0, bytes);
        return 0;
    }

    /** The first of two ranges may be a page of which a window is on its way because of the second one. */
    static long compareAhead(long to, long fixed) {
        for (long at = 0; at < to; at += 256) {
            Areas.count(0, at, 256, 7);
        }
        return Areas.compare(0, fixed, 0, to, 1_024);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsComparedIsHere(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(2, engine, this::disk)) {
            RemoteServer server = node.connect(0);
            byte[] bytes = twoAreas(node, server);
            RemoteArea area = server.lookup("area");
            long compare = server.install(RoutineLifter.lift(ScanTest.class, "compareAhead", long.class, long.class).areas(1).build());
            for (int page = 1; page < 97; page++) {
                for (int fixed = page + 1; fixed < Math.min(97, page + 70); fixed += 9) {
                    int to = page << 10;
                    int other = fixed << 10;
                    assertEquals(order(bytes, other, to, 1_024), server.call(compare, List.of(area), to, other).value(), "seed " + seed);
                }
            }
        }
    }

    static long loads(long from, long to) {
        long sum = 0;
        for (long at = from; at < to; at += 64) {
            sum = sum * 31 + Areas.load64(0, at);
        }
        return sum;
    }

    /** Offsets behind 2 GiB, too: what a form may read is told by 32 bits. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3L << 30})
    void aCompiledFormGoesThroughWindows(long from) {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> {
            disks.add(new CachedDisk(from, BYTES));
            return disks.getLast();
        })) {
            node.server.open("area", node.blocks(0, from + BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("area");
            byte[] bytes = bytes(new Random(seed));
            for (int at = 0; at < BYTES; at += 50_176) {
                server.write(area, from + at, Arrays.copyOfRange(bytes, at, at + 50_176));
            }
            long expected = 0;
            for (int at = 0; at < BYTES; at += 64) {
                expected = expected * 31 + ByteBuffer.wrap(bytes).getLong(at);
            }
            long hash = server.install(RoutineLifter.lift(ScanTest.class, "loads", long.class, long.class).areas(1).build());
            node.server.compile(4, 1, LoadOptions.OF_NODE);
            assertEquals(expected, server.call(hash, List.of(area), from, from + BYTES).value(), "seed " + seed);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            CallResult compiled = server.call(hash, List.of(area), from, from + BYTES);
            assertEquals(expected, compiled.value(), "seed " + seed);
            node.network.settle();
            long steps = node.card().counter("steps of compiled code");
            assertTrue(steps > compiled.steps() - 400, () -> steps + " of " + compiled.steps());
        }
    }

    @Test
    void aPlainReadBringsNothingBehindItsEnd() {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, this::disk)) {
            node.server.open("area", node.blocks(512, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("area");
            server.read(area, 0, 100);
            server.read(area, 1_024, 100);
            node.network.settle();
            assertEquals(2, disks.getFirst().reads);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDiskThatCannotBeReadIsAFaultAndIsReadAgain(HarnessEngine engine) {
        try (TestServer node = TestServer.withDisk(2, engine, this::disk)) {
            node.server.open("area", node.blocks(512, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("area");
            byte[] expected = bytes(new Random(seed));
            for (int at = 0; at < BYTES; at += 50_176) {
                server.write(area, at, Arrays.copyOfRange(expected, at, at + 50_176));
            }
            long scan = server.install(routine("scan"));
            disks.getFirst().readFails = true;
            assertThrows(ArdmaException.class, () -> server.call(scan, List.of(area), 0, BYTES, 0));
            disks.getFirst().readFails = false;
            assertEquals(expected(expected, 0, BYTES, 0), server.call(scan, List.of(area), 0, BYTES, 0).value());
        }
    }
}
