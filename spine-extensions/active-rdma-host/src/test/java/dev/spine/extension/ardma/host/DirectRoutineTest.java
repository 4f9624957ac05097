package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.demo.HashTable;
import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.harness.HarnessEngine;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routines that run at the client: each instruction on an area is a round trip, and none is there that need not be. */
@Tag("AR-02")
class DirectRoutineTest {
    private static final int BYTES = 1_000;

    private static byte[] random() {
        byte[] bytes = new byte[BYTES];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    private static List<RemoteArea> open(TestServer node, RemoteServer server) {
        node.server.open("bytes", BYTES, true);
        List<RemoteArea> areas = List.of(server.lookup("bytes"));
        server.write(areas.getFirst(), 0, random());
        return areas;
    }

    /** How many requests a run makes; its result is that of the same code at the server, and so are bytes, steps and what is emitted. */
    private static long trips(TestServer node, RemoteServer server, byte[] routine, long... arguments) {
        List<RemoteArea> areas = List.of(server.lookup("bytes"));
        server.write(areas.getFirst(), 0, random());
        ByteArrayOutputStream there = new ByteArrayOutputStream();
        CallResult expected = server.callOnce(routine, there::writeBytes, areas, arguments);
        byte[] written = server.read(areas.getFirst(), 0, BYTES);
        server.write(areas.getFirst(), 0, random());
        node.network.settle();
        long before = node.card().counter("requests");
        ByteArrayOutputStream here = new ByteArrayOutputStream();
        assertEquals(expected, server.direct(routine).run(here::writeBytes, areas, arguments));
        node.network.settle();
        long trips = node.card().counter("requests") - before;
        assertArrayEquals(there.toByteArray(), here.toByteArray());
        assertArrayEquals(written, server.read(areas.getFirst(), 0, BYTES));
        return trips;
    }

    @ParameterizedTest
    @EnumSource
    void eachInstructionIsOneRoundTripOfAsManyBytesAsItTouches(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            open(node, server);
            assertEquals(1, trips(node, server, RoutineLifter.lift(at -> Areas.load64(0, at)).areas(1).build(), 3));
            assertEquals(2, trips(node, server, RoutineLifter.lift(at -> Areas.load8(0, at) + Areas.load16(0, at)).areas(1).build(), 3));
            assertEquals(1, trips(node, server, RoutineLifter.lift(at -> Areas.hash(0, at, 700)).areas(1).build(), 3));
            assertEquals(1, trips(node, server, RoutineLifter.lift(at -> Areas.find(0, at, 900, 255)).areas(1).build(), 3));
            assertEquals(2, trips(node, server, RoutineLifter.lift(at -> (long) Areas.compare(0, at, 0, 500, 300)).areas(1).build(), 3));
            assertEquals(1, trips(node, server, RoutineLifter.lift(at -> Areas.length(0) + Areas.fetchAdd(0, at, 7)).areas(1).build(), 3));
            assertEquals(1, trips(node, server, RoutineLifter.lift(at -> Areas.cas(0, at, 1, 2)).areas(1).build(), 3));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsOfFewBytesAndOfManyBringWhatIsThere(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = open(node, server).getFirst();
            byte[] all = random();
            for (int bytes = 1; bytes < 2 * ArdmaProtocol.INLINE_BYTES; bytes++) {
                assertArrayEquals(Arrays.copyOfRange(all, bytes * 5, bytes * 6), server.read(area, bytes * 5L, bytes));
            }
        }
    }

    private static long store(long at) {
        Areas.store64(0, at, -1);
        Areas.store32(0, at + 1, 77);
        return Areas.load64(0, at);
    }

    private static long fill(long at) {
        Areas.fill(0, at, 100, 7);
        Areas.emitBytes(0, at - 1, 102);
        return 0;
    }

    private static long copyOverItself(long at) {
        Areas.copy(0, at, 0, at + 3, 50);
        return Areas.hash(0, 0, Areas.length(0));
    }

    private static long copyBack(long at) {
        Areas.copy(0, at + 3, 0, at, 50);
        return 0;
    }

    private static long fromScratch(long at) {
        Areas.store64(Areas.SCRATCH, 0, 5);
        Areas.copy(Areas.SCRATCH, 0, 0, at, 64);
        return Areas.load64(0, at);
    }

    @Test
    void whatIsWrittenLeavesInOneTripBeforeTheNextInstruction() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            open(node, server);
            assertEquals(3, trips(node, server, RoutineLifter.lift(DirectRoutineTest::store).areas(1).build(), 16));
            assertEquals(2, trips(node, server, RoutineLifter.lift(DirectRoutineTest::fill).areas(1).build(), 16));
            assertEquals(3, trips(node, server, RoutineLifter.lift(DirectRoutineTest::copyOverItself).areas(1).build(), 16));
            assertEquals(2, trips(node, server, RoutineLifter.lift(DirectRoutineTest::copyBack).areas(1).build(), 16));
            assertEquals(2, trips(node, server, RoutineLifter.lift(DirectRoutineTest::fromScratch).areas(1).scratch(64).build(), 16));
        }
    }

    private static long storeAndFail(long at) {
        Areas.store64(0, at, 9);
        return at / Areas.load64(Areas.SCRATCH, 0);
    }

    @Test
    void faultsAreThoseOfTheServer() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = open(node, server);
            byte[] failing = RoutineLifter.lift(DirectRoutineTest::storeAndFail).areas(1).scratch(8).build();
            for (long[] arguments : new long[][] {{16}, {BYTES}, {-1}, {Long.MAX_VALUE}}) {
                String there = assertThrows(ArdmaException.class,
                    () -> server.callOnce(failing, StreamReader.NOTHING, areas, arguments)).getMessage();
                assertEquals(there, assertThrows(ArdmaException.class, () -> server.direct(failing).run(areas, arguments)).getMessage());
            }
            assertEquals(9, server.compareAndSwap(areas.getFirst(), 16, 0, 0), "what was written before the fault stays");
            byte[] endless = RoutineLifter.lift(() -> {
                while (true) {
                    Areas.store8(Areas.SCRATCH, 0, 1);
                }
            }).areas(0).scratch(1).build();
            assertEquals(Fault.STEPS, assertThrows(ArdmaException.class, () -> server.direct(endless).run(areas)).fault());
            assertEquals(ArdmaProtocol.WRONG_ARGUMENTS,
                assertThrows(ArdmaException.class, () -> server.direct(failing).run(List.of(), 1)).status());
            failing[0] = 0;
            assertEquals(ArdmaProtocol.REFUSED, assertThrows(ArdmaException.class, () -> server.direct(failing)).status());
        }
    }

    @Test
    @Tag("AR-04")
    void aLookupThatProbesTooOftenIsAProcedureCall() {
        int slots = 256;
        long[] keys = LongStream.range(0, 250).toArray();
        byte[] table = new byte[(int) HashTable.bytes(slots)];
        HashTable.layOut(new ArrayArea(table, true), slots, keys, keys);
        byte[] routine = HashTable.lookupRoutine();
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("table", table.length, true);
            node.server.offer("lookup", routine);
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("table"));
            server.write(areas.getFirst(), 0, table);
            RemoteRoutine procedure = server.procedure("lookup");
            for (int most : new int[] {0, 1, 2, 5, slots}) {
                RemoteRoutine lookup = server.direct(routine, most, procedure);
                for (int i = 0; i < keys.length; i += 10) {
                    int probes = probes(table, slots, keys[i]);
                    node.network.settle();
                    long requests = node.card().counter("requests");
                    long calls = node.card().counter("calls");
                    assertEquals(keys[i], lookup.run(areas, keys[i], -1, slots).value());
                    node.network.settle();
                    assertEquals(probes <= most ? 0 : 1, node.card().counter("calls") - calls);
                    assertEquals(probes <= most ? probes : most + 1, node.card().counter("requests") - requests);
                }
            }
            assertThrows(IllegalArgumentException.class, () -> server.direct(routine, -1, procedure));
        }
    }

    /** How many slots a lookup looks at. */
    private static int probes(byte[] table, int slots, long key) {
        RoutineRun run = new RoutineRun(RoutineLifter.lift(HashTable.class, "home").build());
        ArrayArea area = new ArrayArea(table, false);
        long slot = run.call(key, slots);
        int probes = 1;
        while (area.get64(slot * HashTable.SLOT_BYTES + 8) != key) {
            slot = slot + 1 & slots - 1;
            probes++;
        }
        return probes;
    }

    @Test
    @Tag("AR-04")
    void aRunThatWouldWriteIsDroppedBeforeItDoes() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = open(node, server);
            server.write(areas.getFirst(), 0, new byte[8]);
            byte[] adding = RoutineLifter.lift(delta -> {
                Areas.emit(Areas.load64(0, 0));
                return Areas.fetchAdd(0, 0, delta);
            }).areas(1).build();
            node.server.offer("add", adding);
            RemoteRoutine add = server.direct(adding, 100, server.procedure("add"));
            ByteArrayOutputStream emitted = new ByteArrayOutputStream();
            add.run(emitted::writeBytes, areas, 1);
            assertEquals(8, emitted.size());
            assertEquals(1, server.compareAndSwap(areas.getFirst(), 0, 0, 0));
            byte[] storing = RoutineLifter.lift(DirectRoutineTest::store).areas(1).build();
            node.server.offer("store", storing);
            RemoteRoutine store = server.direct(storing, 100, server.procedure("store"));
            assertEquals(0xFF_0000_004D_FFFF_FFL | 0xFFL << 56, store.run(areas, 16).value());
        }
    }
}
