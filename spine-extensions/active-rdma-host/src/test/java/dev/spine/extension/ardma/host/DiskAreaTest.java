package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Areas on a disk of the server's card; {@code -Dspine.seed=SEED} repeats a run. */
@Tag("AR-06")
@Tag("AR-11")
class DiskAreaTest {
    private static final int DISK_BYTES = 1 << 18;
    private static final int FIRST = 4_608;
    private static final int BYTES = 100_352;
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());

    private final List<CachedDisk> disks = new ArrayList<>();

    private TestServer server(int nodes, HarnessEngine engine) {
        return TestServer.withDisk(nodes, engine, this::made);
    }

    private CachedDisk made() {
        disks.add(new CachedDisk(DISK_BYTES));
        return disks.getLast();
    }

    private byte[] area(byte[] disk) {
        return Arrays.copyOfRange(disk, FIRST, FIRST + BYTES);
    }

    private static String seed() {
        return "run again with -Dspine.seed=" + SEED;
    }

    private static boolean isThere(RemoteServer server, String name) {
        try {
            server.lookup(name);
            return true;
        } catch (ArdmaException e) {
            assertEquals(ArdmaProtocol.NO_AREA, e.status());
            return false;
        }
    }

    private static byte[] flushing() {
        RoutineBuilder routine = new RoutineBuilder().areas(1);
        routine.method("main", "(JJI)V").push(0).load(0).load(1).load(2).call(Intrinsic.FILL).push(0).call(Intrinsic.FLUSH).returns();
        return routine.build();
    }

    private static byte[] flushAlone() {
        RoutineBuilder routine = new RoutineBuilder().areas(1);
        routine.method("main", "()V").push(0).call(Intrinsic.FLUSH).returns();
        return routine.build();
    }

    /** Of bytes that pass by the pages, and of some that do not. */
    @ParameterizedTest
    @ValueSource(ints = {4_096, 100})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAreaIsClosedWhenNothingOfItIsOnItsWay(int bytes) throws Exception {
        try (TestServer node = server(3, HarnessEngine.LIVE)) {
            int number = node.server.open("disk", node.blocks(FIRST, BYTES), true);
            node.server.open("card", Long.BYTES, false);
            RemoteServer writer = node.connect(0);
            RemoteServer other = node.connect(1);
            RemoteArea area = writer.lookup("disk");
            RemoteArea card = other.lookup("card");
            CachedDisk disk = disks.getFirst();
            disk.hold();
            CompletableFuture<Void> written = CompletableFuture.runAsync(() -> writer.write(area, 0, new byte[bytes]),
                Thread::startVirtualThread);
            disk.awaitHeld();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> node.server.close(number), Thread::startVirtualThread);
            try {
                while (isThere(other, "disk")) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < 1_000; i++) {
                    other.read(card, 0, Long.BYTES);
                }
                assertFalse(closed.isDone(), "bytes are on their way to the disk");
            } finally {
                disk.goOn();
            }
            closed.get();
            assertThrows(ExecutionException.class, written::get);
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
        }
    }

    /** The request, what the disk has done, and the timer of what nobody tells: the background would come after all else of the card. */
    @Test
    void whatTheDiskHasDoneIsAnsweredInTheActivationThatHearsOfIt() {
        try (TestServer node = server(2, HarnessEngine.MODELLED)) {
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            for (Runnable request : List.<Runnable>of(() -> server.read(area, 0, 4_096), () -> server.write(area, 0, new byte[4_096]),
                () -> server.flush(area), () -> server.read(area, 8_192, 100))) {
                node.network.settle();
                long before = node.card().report().activations();
                request.run();
                node.network.settle();
                assertEquals(3, node.card().report().activations() - before);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRunAtTheClientFlushesTheDiskOfTheServer(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("disk"));
            server.direct(flushing()).run(areas, 700, 2_000, 9);
            byte[] expected = new byte[BYTES];
            Arrays.fill(expected, 700, 2_700, (byte) 9);
            assertArrayEquals(expected, area(disks.getFirst().afterPowerLoss()));

            disks.getFirst().forceFails = true;
            assertEquals(Fault.DEVICE, assertThrows(ArdmaException.class, () -> server.direct(flushing()).run(areas, 0, 10, 1)).fault());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasFlushedOutlivesALossOfPowerAndWhatWasWrittenIsOnTheDisk(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            Random random = new Random(SEED);
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            assertEquals(BYTES, area.length());
            long routine = server.install(flushing());
            byte[] expected = new byte[BYTES];
            byte[] flushed = new byte[BYTES];
            for (int i = 0; i < 60; i++) {
                int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 60_000 : 3_000);
                int at = random.nextInt(BYTES - length + 1);
                byte[] some = new byte[length];
                random.nextBytes(some);
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        server.write(area, at, some);
                        System.arraycopy(some, 0, expected, at, length);
                        flushed = durable(flushed, expected, false);
                    }
                    case 2 -> {
                        server.writeThrough(area, at, some);
                        System.arraycopy(some, 0, expected, at, length);
                        flushed = durable(flushed, expected, true);
                    }
                    case 3 -> {
                        server.call(routine, List.of(area), at, length, i);
                        Arrays.fill(expected, at, at + length, (byte) i);
                        flushed = durable(flushed, expected, true);
                    }
                    default -> {
                        server.flush(area);
                        flushed = durable(flushed, expected, true);
                    }
                }
                assertArrayEquals(Arrays.copyOfRange(expected, at, at + length), server.read(area, at, length), DiskAreaTest::seed);
            }
            byte[] around = disks.getFirst().bytes();
            Arrays.fill(around, FIRST, FIRST + BYTES, (byte) 0);
            assertArrayEquals(new byte[DISK_BYTES], around, "nothing else was written");
        }
    }

    /** Looks at the disk, and what it has after a loss of power: {@return what that is} */
    private byte[] durable(byte[] flushed, byte[] expected, boolean isFlushed) {
        assertArrayEquals(expected, area(disks.getFirst().bytes()), DiskAreaTest::seed);
        assertArrayEquals(isFlushed ? expected : flushed, area(disks.getFirst().afterPowerLoss()), DiskAreaTest::seed);
        return isFlushed ? expected.clone() : flushed;
    }

    @ParameterizedTest
    @EnumSource
    void anAreaThatIsOpenedAgainHasWhatIsOnTheDisk(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            int first = node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            server.write(area, 1_000, new byte[] {1, 2, 3});
            assertEquals(0, server.fetchAndAdd(area, 5_000, 1));
            assertEquals(1, server.compareAndSwap(area, 5_000, 1, 9));
            node.server.close(first);
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.flush(area)).status());
            node.server.open("part", node.blocks(FIRST + 512, 4_608), false);
            RemoteArea part = server.lookup("part");
            assertArrayEquals(new byte[] {0, 1, 2, 3, 0}, server.read(part, 487, 5));
            assertEquals(9, server.read(part, 5_000 - 512, 8)[7]);
            assertEquals(ArdmaProtocol.READ_ONLY, assertThrows(ArdmaException.class, () -> server.flush(part)).status());
            assertEquals(Fault.READ_ONLY, assertThrows(ArdmaException.class,
                () -> server.callOnce(flushAlone(), StreamReader.NOTHING, List.of(part))).fault());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBlockBelongsToOneAreaAtATime(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            int first = node.server.open("disk", node.blocks(FIRST, 4_608), true);
            for (long[] taken : new long[][] {{FIRST, 4_608}, {FIRST + 512, 512}, {FIRST - 512, 1_024}, {FIRST + 4_096, 4_608},
                {0, DISK_BYTES}}) {
                assertEquals(ArdmaProtocol.BLOCKS_TAKEN, assertThrows(ArdmaException.class,
                    () -> node.server.open("other", node.blocks(taken[0], taken[1]), false)).status());
            }
            node.server.open("before", node.blocks(0, FIRST), true);
            node.server.open("behind", node.blocks(FIRST + 4_608, 512), true);
            node.server.close(first);
            node.server.open("other", node.blocks(FIRST, 512), true);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDiskThatFailsIsSaidToHaveFailed(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            int number = node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            long routine = server.install(flushing());
            CachedDisk disk = disks.getFirst();
            disk.readFails = true;
            fails(() -> server.read(area, 0, 8));
            assertEquals(Fault.DEVICE,
                assertThrows(ArdmaException.class, () -> server.call(routine, List.of(area), 50_000, 8, 1)).fault());
            disk.readFails = false;
            assertArrayEquals(new byte[8], server.read(area, 0, 8));
            server.flush(area);

            disk.writeFails = true;
            fails(() -> server.write(area, 0, new byte[] {1}));
            disk.writeFails = false;
            assertArrayEquals(new byte[8], server.read(area, 0, 8), "what the disk has");
            server.write(area, 0, new byte[] {2});
            fails(() -> server.flush(area));

            node.server.close(number);
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteArea again = server.lookup("disk");
            server.writeThrough(again, 0, new byte[] {3});
            disk.forceFails = true;
            fails(() -> server.writeThrough(again, 0, new byte[] {4}));
            disk.forceFails = false;
            fails(() -> server.flush(again));
            assertEquals(Fault.DEVICE,
                assertThrows(ArdmaException.class, () -> server.call(routine, List.of(again), 0, 8, 1)).fault());
            assertEquals(3, disk.afterPowerLoss()[FIRST]);
            assertTrue(node.card().report().running());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDiskOfAnotherIopThatIsResetIsGoneUntilTheAreaIsOpenedAgain(HarnessEngine engine) {
        try (TestServer node = TestServer.withFarDisk(2, engine, this::made)) {
            int number = node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            long routine = server.install(flushing());
            server.call(routine, List.of(area), 0, 5_000, 7);
            byte[] expected = new byte[BYTES];
            Arrays.fill(expected, 0, 5_000, (byte) 7);
            assertArrayEquals(expected, area(disks.getFirst().afterPowerLoss()));
            server.write(area, 100, new byte[] {8});
            node.network.card(0).disk().restart();
            fails(() -> server.flush(area));
            fails(() -> server.write(area, 0, new byte[] {1}));
            fails(() -> server.read(area, 90_000, 1));
            assertEquals(Fault.DEVICE,
                assertThrows(ArdmaException.class, () -> server.call(routine, List.of(area), 80_000, 8, 1)).fault());
            node.server.close(number);
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteArea again = server.lookup("disk");
            assertEquals(8, server.read(again, 100, 1)[0]);
            server.writeThrough(again, 101, new byte[] {9});
            assertEquals(9, disks.getFirst().afterPowerLoss()[FIRST + 101]);
            assertTrue(node.card().report().running());
        }
    }

    @Test
    void pagesThatAreWrittenWholeAreNotReadBefore() {
        try (TestServer node = server(2, HarnessEngine.MODELLED)) {
            node.server.open("disk", node.blocks(FIRST, BYTES - 512), true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("disk");
            // Whole pages, and the last one, which the area ends within.
            byte[] some = new byte[60_928];
            new Random(SEED).nextBytes(some);
            disks.getFirst().readFails = true;
            int at = BYTES - 512 - some.length;
            server.write(area, at, some);
            server.write(List.of(new RemoteRange(area, 0, 2_048)), Arrays.copyOf(some, 2_048));
            fails(() -> server.write(area, 10_000, new byte[100]));
            disks.getFirst().readFails = false;
            assertArrayEquals(some, server.read(area, at, some.length), DiskAreaTest::seed);
            assertArrayEquals(Arrays.copyOf(some, 2_048), server.read(area, 0, 2_048), DiskAreaTest::seed);
            assertArrayEquals(some, Arrays.copyOfRange(disks.getFirst().bytes(), FIRST + at, FIRST + at + some.length));
        }
    }

    private static void fails(Executable what) {
        assertEquals(ArdmaProtocol.DEVICE, assertThrows(ArdmaException.class, what).status());
    }

    @ParameterizedTest
    @EnumSource
    void onlyWholeBlocksOfADiskThatIsThereAreOpened(HarnessEngine engine) {
        try (TestServer node = server(2, engine)) {
            DiskBlocks whole = node.blocks(0, DISK_BYTES);
            int[] statuses = new int[6];
            DiskBlocks[] refused = {node.blocks(100, 512), node.blocks(0, 100), node.blocks(512, DISK_BYTES), node.blocks(-512, 512),
                node.blocks(0, Long.MAX_VALUE - 511), new DiskBlocks(whole.iopId(), 0x777, 0, 512)};
            for (int i = 0; i < refused.length; i++) {
                DiskBlocks blocks = refused[i];
                statuses[i] = assertThrows(ArdmaException.class, () -> node.server.open("disk", blocks, true)).status();
            }
            assertArrayEquals(new int[] {ArdmaProtocol.MALFORMED, ArdmaProtocol.MALFORMED, ArdmaProtocol.OUT_OF_BOUNDS,
                ArdmaProtocol.OUT_OF_BOUNDS, ArdmaProtocol.MALFORMED, ArdmaProtocol.DEVICE}, statuses);
            for (int i = 0; i < 20; i++) {
                int area = node.server.open("disk", whole, true);
                assertEquals(ArdmaProtocol.NAME_TAKEN,
                    assertThrows(ArdmaException.class, () -> node.server.open("disk", whole, true)).status());
                node.server.close(area);
            }
        }
    }

    @Test
    void anAreaThatIsClosedWhileARunWaitsForItsDiskEndsTheRun() {
        try (TestServer node = server(2, HarnessEngine.MODELLED)) {
            int area = node.server.open("disk", node.blocks(0, BYTES), true);
            RemoteServer server = node.connect(0);
            RoutineBuilder routine = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            routine.method("main", "()V").label(again)
                .push(0).push(0L).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2).push(0).call(Intrinsic.FLUSH)
                .push(0).push(0L).push((long) BYTES).call(Intrinsic.EMIT_BYTES).jump(Opcode.GOTO, again);
            List<RemoteArea> areas = List.of(server.lookup("disk"));
            int[] pieces = {0};
            ArdmaException end = assertThrows(ArdmaException.class, () -> server.callOnce(routine.build(), piece -> {
                // Four more are under way at most: what it has changed is durable, and it changes nothing before it has read all.
                if (++pieces[0] == 2) {
                    node.server.close(area);
                }
            }, areas));
            assertEquals(Fault.REVOKED, end.fault(), end::getMessage);
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.read(areas.getFirst(), 0, 8)).status());
            assertTrue(node.card().report().running());
        }
    }

    /** Adds one to a word of the first area until the last word of it is not 0; says that it has begun. */
    private static byte[] counting() {
        RoutineBuilder routine = new RoutineBuilder().areas(1);
        Label again = new Label("again");
        routine.method("main", "(J)V").push(0).push(0L).push((long) ArdmaProtocol.STREAM_BYTES).call(Intrinsic.EMIT_BYTES)
            .push(0L).call(Intrinsic.EMIT).label(again)
            .push(0).load(0).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2)
            .push(0).push((long) ArdmaProtocol.STREAM_BYTES).call(Intrinsic.LOAD64).push(0L).op(Opcode.LCMP)
            .jump(Opcode.IFEQ, again).returns();
        return routine.build();
    }

    /** Writes so often to each page of an area, and flushes it. */
    private static byte[] flushingEachPage() {
        RoutineBuilder routine = new RoutineBuilder().areas(1);
        Label again = new Label("again");
        MethodBuilder method = routine.method("main", "(I)V").label(again);
        for (long at = 0; at < BYTES; at += 4_096) {
            method.push(0).push(at).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2).push(0).call(Intrinsic.FLUSH);
        }
        method.increment(0, -1).load(0).jump(Opcode.IFGT, again).returns();
        return routine.build();
    }

    private static long word(RemoteServer server, RemoteArea area, long at) {
        return ByteBuffer.wrap(server.read(area, at, Long.BYTES)).getLong();
    }

    private static StreamReader once(Runnable what) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return _ -> {
            if (isFirst.getAndSet(false)) {
                what.run();
            }
        };
    }

    @Test
    void whatADiskHasDoneTakesNoTurnsFromARunToGiveThemToAnother() {
        try (TestServer node = server(4, HarnessEngine.MODELLED)) {
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            node.server.open("card", ArdmaProtocol.STREAM_BYTES + Long.BYTES, true);
            node.server.limit(1_000_000_000, 1 << 20, 8);
            RemoteServer third = node.connect(2);
            RemoteArea disk = third.lookup("disk");
            RemoteArea card = third.lookup("card");
            long[] counts = new long[2];
            Runnable flushes = () -> {
                for (int client = 0; client < 2; client++) {
                    counts[client] = -word(third, card, client * Long.BYTES);
                }
                third.callOnce(flushingEachPage(), StreamReader.NOTHING, List.of(disk), 20);
                for (int client = 0; client < 2; client++) {
                    counts[client] += word(third, card, client * Long.BYTES);
                }
                third.write(card, ArdmaProtocol.STREAM_BYTES, new byte[] {1});
            };
            RemoteServer second = node.connect(1);
            Runnable both = () -> second.callOnce(counting(), once(flushes), List.of(card), Long.BYTES);
            node.connect(0).callOnce(counting(), once(both), List.of(card), 0);
            assertTrue(Math.max(counts[0], counts[1]) < 2 * Math.min(counts[0], counts[1]), () -> Arrays.toString(counts));
        }
    }

    @Test
    void whatCostsMostOfADiskDoesNotUseUpTheFuelOfTheCard() {
        try (TestServer node = server(3, HarnessEngine.MODELLED)) {
            node.server.open("one", node.blocks(0, BYTES), true);
            node.server.open("two", node.blocks(BYTES, BYTES), true);
            node.server.limit(30_000, 1_000, 8);
            RoutineBuilder routine = new RoutineBuilder().areas(2);
            Label again = new Label("again");
            MethodBuilder method = routine.method("main", "(J)V").label(again);
            for (int i = 0; i < 20; i++) {
                long border = (i + 1) * 1_024L - 3;
                method.push(0).push(border).push(1).push(border + 30_001).push(8_000L).call(Intrinsic.COMPARE).op(Opcode.POP);
                method.push(0).push(border).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2);
                method.push(1).push(border).push(0).push(border + 20_000).push(8L).call(Intrinsic.COPY);
                method.push(i % 2).call(Intrinsic.FLUSH);
            }
            method.jump(Opcode.GOTO, again);
            byte[] bytes = routine.build();
            for (int client = 0; client < 2; client++) {
                RemoteServer server = node.connect(client);
                List<RemoteArea> areas = List.of(server.lookup("one"), server.lookup("two"));
                assertEquals(Fault.STEPS, assertThrows(ArdmaException.class,
                    () -> server.callOnce(bytes, StreamReader.NOTHING, areas, 0)).fault());
                server.read(areas.getFirst(), 1, 60_000);
            }
            assertTrue(node.card().report().running());
            node.assertTurnsEnd();
        }
    }

    /** The memory of each window is had, and zeroed, in the run that goes through the area. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoGoesThroughADiskDoesNotUseUpTheFuelOfTheCard(boolean isCompiled) {
        try (TestServer node = server(3, HarnessEngine.MODELLED)) {
            node.server.open("one", node.blocks(0, BYTES), true);
            node.server.open("two", node.blocks(BYTES, BYTES), true);
            node.server.limit(60_000, 1_000, 8);
            RoutineBuilder routine = new RoutineBuilder().areas(2);
            Label again = new Label("again");
            Label loads = new Label("loads");
            // One page by a compare with the other area, then each byte of the page by itself, and so on; at the end from the beginning.
            routine.method("main", "(JJ)V").label(again)
                .push(0).load(0).push(1).load(0).push(1_000L).call(Intrinsic.COMPARE).op(Opcode.POP)
                .load(0).local(Opcode.LSTORE, 2).label(loads)
                .push(0).load(1).call(Intrinsic.LOAD64).op(Opcode.POP2)
                .load(1).push(100L).op(Opcode.LADD).op(Opcode.DUP2).local(Opcode.LSTORE, 2)
                .load(0).push(1_000L).op(Opcode.LADD).op(Opcode.LCMP).jump(Opcode.IFLT, loads)
                .load(0).push(1_024L).op(Opcode.LADD).push(98_304L).op(Opcode.LREM).local(Opcode.LSTORE, 0).jump(Opcode.GOTO, again);
            List<RemoteServer> clients = List.of(node.connect(0), node.connect(1));
            long hash = clients.getFirst().install(routine.build());
            clients.getLast().install(routine.build());
            if (isCompiled) {
                node.server.compile(4, 1, LoadOptions.OF_NODE);
            }
            for (int i = 0; i < 4; i++) {
                RemoteServer server = clients.get(i % 2);
                List<RemoteArea> areas = List.of(server.lookup(i < 2 ? "one" : "two"), server.lookup(i < 2 ? "two" : "one"));
                ArdmaException end = assertThrows(ArdmaException.class, () -> server.call(hash, areas, 0, 0));
                assertEquals(Fault.STEPS, end.fault(), end::getMessage);
                if (isCompiled && i == 0) {
                    node.network.settle();
                    assertEquals(1, node.server.compileWanted());
                }
            }
            assertTrue(node.card().report().running());
            assertEquals(isCompiled, node.card().counter("steps of compiled code") > 30_000);
            node.assertTurnsEnd();
        }
    }
}
