package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.iop.engine.RunningTask;
import java.io.ByteArrayOutputStream;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("AR-05")
@Tag("AR-08")
@Tag("AR-11")
@Tag("AR-19")
class ArdmaTest {
    private static final StreamReader NOTHING = StreamReader.NOTHING;

    /** How many elements a list has: each is the offset of the next one, -1 at the end. */
    static byte[] listLength() {
        RoutineBuilder routine = new RoutineBuilder().areas(1);
        Label loop = new Label("loop");
        Label end = new Label("end");
        routine.method("length", "(J)I")
            .push(0).local(Opcode.ISTORE, 2)
            .label(loop).load(0).push(0L).op(Opcode.LCMP).jump(Opcode.IFLT, end)
            .push(0).load(0).call(Intrinsic.LOAD64).local(Opcode.LSTORE, 0)
            .increment(2, 1).jump(Opcode.GOTO, loop)
            .label(end).local(Opcode.ILOAD, 2).returns();
        return routine.build();
    }

    /** Emits the numbers from 0 on. */
    private static byte[] counter() {
        RoutineBuilder routine = new RoutineBuilder();
        Label loop = new Label("loop");
        Label end = new Label("end");
        routine.method("count", "(J)V")
            .push(0L).local(Opcode.LSTORE, 2)
            .label(loop).local(Opcode.LLOAD, 2).load(0).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .local(Opcode.LLOAD, 2).call(Intrinsic.EMIT)
            .local(Opcode.LLOAD, 2).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 2).jump(Opcode.GOTO, loop)
            .label(end).returns();
        return routine.build();
    }

    /** A list of 1,000 elements, of 16 bytes each. */
    private static RemoteArea openList(TestServer node, RemoteServer server) {
        int elements = 1_000;
        node.server.open("list", elements * 16L, true);
        RemoteArea area = server.lookup("list");
        ByteBuffer bytes = ByteBuffer.allocate(elements * 16);
        for (int i = 0; i < elements; i++) {
            bytes.putLong(i * 16, i + 1 < elements ? (i + 1) * 16L : -1);
        }
        server.write(area, 0, bytes.array());
        return area;
    }

    @ParameterizedTest
    @EnumSource
    @Tag("AR-02")
    @Tag("AR-20")
    void clientsReadAndWriteAreasOfTheServersCard(HarnessEngine engine) {
        try (TestServer node = new TestServer(3, engine)) {
            node.server.open("table", 10_000, true);
            RemoteServer first = node.connect(0);
            RemoteServer second = node.connect(1);
            RemoteArea area = first.lookup("table");
            assertEquals(new RemoteArea("table", area.id(), 10_000, true), second.lookup("table"));
            byte[] data = new byte[5_000];
            new Random(7).nextBytes(data);
            first.write(area, 4_000, data);
            assertArrayEquals(data, second.read(area, 4_000, data.length));
            assertEquals(0, first.compareAndSwap(area, 8, 0, 17));
            assertEquals(17, second.compareAndSwap(area, 8, 0, 18));
            assertEquals(17, second.fetchAndAdd(area, 8, -20));
            assertEquals(-3, first.fetchAndAdd(area, 8, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRoutineRunsNextToTheDataAndItsHostHearsNothing(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = openList(node, server);
            long hash = server.install(listLength());
            assertEquals(hash, server.install(listLength()), "it is there");
            CallResult result = server.call(hash, List.of(area), 0);
            assertEquals(1_000, result.value());
            assertEquals(2 + 1_000 * 10 + 4 + 2, result.steps());
            assertEquals(1, server.call(hash, List.of(area), 999 * 16).value());
            assertEquals(1_000, server.callOnce(listLength(), NOTHING, List.of(area), 0).value());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatARunEmitsComesInOrderAsFastAsItIsRead(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            ByteArrayOutputStream emitted = new ByteArrayOutputStream();
            CallResult result = server.callOnce(counter(), emitted::writeBytes, List.of(), 20_000);
            assertEquals(160_000, result.emitted());
            byte[] bytes = emitted.toByteArray();
            assertEquals(160_000, bytes.length);
            for (int i = 0; i < 20_000; i++) {
                assertEquals(i, (bytes[8 * i + 6] & 0xFF) << 8 | bytes[8 * i + 7] & 0xFF);
            }
        }
    }

    @Test
    void faultsAndRefusalsSayWhatAndWhere() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("list", 64, false);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("list");
            long hash = server.install(listLength());
            ArdmaException endless = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0));
            assertEquals(Fault.STEPS, endless.fault());
            assertEquals("the run has ended after 10000000 steps by the limit of steps", endless.getMessage());
            ArdmaException outside = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 60));
            assertEquals("the run has ended after 9 steps by bytes outside of an area in method 0 at 10", outside.getMessage());
            assertEquals(ArdmaProtocol.WRONG_ARGUMENTS,
                assertThrows(ArdmaException.class, () -> server.call(hash, List.of(), 60)).status());
            byte[] broken = listLength();
            broken[broken.length - 1] = 0;
            assertEquals("the server refuses the routine: code that can be left at its end in method 0 at "
                + "21", assertThrows(ArdmaException.class, () -> server.install(broken)).getMessage());
            assertEquals(ArdmaProtocol.READ_ONLY, assertThrows(ArdmaException.class, () -> server.write(area, 0, new byte[8])).status());
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS, assertThrows(ArdmaException.class, () -> server.read(area, 60, 8)).status());
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS, assertThrows(ArdmaException.class, () -> server.read(area, -1, 8)).status());
            assertEquals(ArdmaProtocol.OUT_OF_BOUNDS,
                assertThrows(ArdmaException.class, () -> server.read(area, Long.MAX_VALUE, 8)).status());
            server.forget(hash);
            assertEquals(ArdmaProtocol.NO_ROUTINE, assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0)).status());
        }
    }

    /** Each method is as long as may be, with all labels that a switch may have, locals that differ on each way, and constants. */
    static byte[] largest(int methods, long salt) {
        RoutineBuilder routine = new RoutineBuilder();
        routine.data(new byte[50_000]);
        for (int m = 0; m < methods; m++) {
            MethodBuilder method = routine.method("m" + m, "(I)J");
            Label end = new Label("end");
            for (int i = 0; i < 2; i++) {
                TreeMap<Integer, Label> cases = new TreeMap<>();
                for (int c = 0; c < RoutineFormat.MAX_LABELS; c++) {
                    cases.put(c * 1_000_003, new Label("case" + c));
                }
                method.push(i).local(Opcode.ISTORE, 60).load(0).choose(cases, end);
                cases.forEach((_, label) -> method.label(label).push(salt).local(Opcode.LSTORE, 70));
                method.push(5L).local(Opcode.LSTORE, 90);
            }
            method.label(end).push(3L).returns();
        }
        return routine.build();
    }

    @Test
    void theLargestRoutinesAreProvedWithoutUsingUpTheFuelOfTheCard() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            long first = server.install(largest(4, 7));
            assertEquals(3, server.call(first, List.of(), -5).value());
            assertEquals(3, node.connect(1).callOnce(largest(4, 8), NOTHING, List.of(), 1_000_003).value());
            assertEquals(first, node.connect(1).install(largest(4, 7)), "compared with the one that is there");
            node.assertTurnsEnd();
        }
    }

    @Test
    void nobodyCallsWhatHeHasNotInstalledHimself() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            long hash = node.connect(0).install(counter());
            RemoteServer other = node.connect(1);
            assertEquals(ArdmaProtocol.NO_ROUTINE, assertThrows(ArdmaException.class, () -> other.call(hash, List.of(), 0)).status());
            assertEquals(hash, other.install(counter()));
            assertEquals(0, other.call(hash, List.of(), 0).emitted());
        }
    }

    @Test
    void anAreaThatIsClosedIsTouchedNoMore() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            int number = node.server.open("list", 64, true);
            RemoteServer server = node.connect(0);
            RemoteArea area = server.lookup("list");
            long hash = server.install(listLength());
            node.server.close(number);
            node.server.open("other", 64, true);
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.read(area, 0, 8)).status());
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0)).status());
        }
    }

    @Test
    void aServerThatEndsInMidCallGivesNoAnswerAndRunsNothingTwice() {
        for (boolean beginsAnew : new boolean[] {false, true}) {
            try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
                RemoteServer server = node.connect(0);
                AtomicBoolean ended = new AtomicBoolean();
                ArdmaException end = assertThrows(ArdmaException.class, () -> server.callOnce(counter(), piece -> {
                    if (!ended.getAndSet(true)) {
                        node.end();
                        if (beginsAnew) {
                            node.begin();
                        }
                    }
                }, List.of(), 20_000));
                assertEquals(ArdmaProtocol.NO_ANSWER, end.status());
                if (beginsAnew) {
                    assertEquals(0, node.card().counter("calls"));
                }
            }
        }
    }

    @Test
    void aReaderThatDoesNotReadHoldsNobodyElseAndOneThatFailsHoldsNothing() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            RemoteServer slow = node.connect(0);
            RemoteServer other = node.connect(1);
            AtomicBoolean asked = new AtomicBoolean();
            assertEquals(160_000, slow.callOnce(counter(), piece -> {
                if (!asked.getAndSet(true)) {
                    for (int i = 0; i < 10; i++) {
                        assertEquals(80, other.callOnce(counter(), NOTHING, List.of(), 10).emitted());
                    }
                }
            }, List.of(), 20_000).emitted());
            for (int i = 0; i < 2 * ArdmaProtocol.WINDOW; i++) {
                assertThrows(IllegalStateException.class, () -> slow.callOnce(counter(), piece -> {
                    throw new IllegalStateException("a reader that fails");
                }, List.of(), 20_000));
            }
            assertEquals(80, slow.callOnce(counter(), NOTHING, List.of(), 10).emitted());
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsOfOneClientAtTheSameTimeRunOneAfterTheOther(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = openList(node, server);
            long hash = server.install(listLength());
            int tasks = 2 * ArdmaProtocol.WINDOW;
            AtomicLongArray results = new AtomicLongArray(tasks);
            List<RunningTask> running = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                int first = i;
                running.add(node.side(1).tasks().spawn("call " + i,
                    () -> results.set(first, server.call(hash, List.of(area), first * 16L).value())));
            }
            node.side(1).tasks().await("all calls", () -> running.stream().allMatch(RunningTask::hasEnded));
            for (int i = 0; i < tasks; i++) {
                assertEquals(1_000 - i, results.get(i));
            }
        }
    }

    @Test
    void aClientHasAsManyRoutinesAsItMay() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.limit(1_000, 1_000, 2);
            RemoteServer server = node.connect(0);
            long first = server.install(listLength());
            server.install(counter());
            assertEquals(ArdmaProtocol.TOO_MANY, assertThrows(ArdmaException.class, () -> server.install(scratch())).status());
            server.forget(first);
            server.install(largest(3, 9));
            assertEquals(ArdmaProtocol.TOO_MANY, assertThrows(ArdmaException.class,
                () -> server.callOnce(largest(3, 8), NOTHING, List.of(), 1)).status(), "too much code");
        }
    }

    @Test
    void aClientWhoseCardWasResetSaysSoAndDoesNotWait() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            node.reset(0);
            assertThrows(InterfaceException.class, () -> server.lookup("list"));
            assertThrows(InterfaceException.class, () -> node.connect(0));
        }
    }

    @Test
    void aNewClientTakesThePlaceOfTheOneThatWasAtRestForTheLongestTime() {
        try (TestServer node = new TestServer(ArdmaProtocol.MAX_SESSIONS + 2, HarnessEngine.MODELLED)) {
            node.server.open("list", 64, true);
            List<RemoteServer> servers = new ArrayList<>();
            for (int i = 0; i < ArdmaProtocol.MAX_SESSIONS; i++) {
                servers.add(node.connect(i));
            }
            servers.get(0).lookup("list");
            assertEquals(64, node.connect(ArdmaProtocol.MAX_SESSIONS).lookup("list").length());
            assertEquals(64, servers.get(0).lookup("list").length());
            assertEquals(ArdmaProtocol.NO_SESSION, assertThrows(ArdmaException.class, () -> servers.get(1).lookup("list")).status());
        }
    }

    @Test
    void whatRoutinesAndCallsHaveTakenOfTheCardIsGivenBack() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            node.server.open("list", 64, true);
            node.server.limit(1_000, 1_000, 8);
            RemoteServer other = node.connect(1);
            int held = 0;
            for (int round = 0; round < 3; round++) {
                RemoteServer server = node.connect(0);
                List<RemoteArea> areas = List.of(server.lookup("list"));
                long hash = server.install(listLength());
                server.install(listLength());
                assertThrows(ArdmaException.class, () -> server.call(hash, areas, 0));
                assertThrows(ArdmaException.class, () -> server.call(hash, List.of(), 0));
                assertThrows(ArdmaException.class, () -> server.callOnce(listLength(), NOTHING, areas));
                assertThrows(ArdmaException.class, () -> server.callOnce(new byte[50], NOTHING, areas, 0));
                assertThrows(ArdmaException.class, () -> server.callOnce(counter(), NOTHING, List.of(), 1_000));
                assertEquals(7, server.callOnce(scratch(), NOTHING, List.of()).value());
                other.forget(other.install(listLength()));
                if (round == 1) {
                    // The others are given back with the session, which the next round begins anew.
                    server.forget(hash);
                }
                other.forget(other.install(counter()));
                node.network.settle();
                int now = node.card().report().keptBuffers() - (round == 1 ? 0 : 1);
                held = round == 0 ? now : held;
                assertEquals(held, now, "round " + round);
            }
        }
    }

    /** Writes to its own memory, and reads that again. */
    private static byte[] scratch() {
        RoutineBuilder routine = new RoutineBuilder().scratch(64);
        routine.method("main", "()J")
            .push(RoutineFormat.SCRATCH_AREA).push(8L).push(7L).call(Intrinsic.STORE64)
            .push(RoutineFormat.SCRATCH_AREA).push(8L).call(Intrinsic.LOAD64).returns();
        return routine.build();
    }

    @Test
    void aServerThatBeganAnewAnswersNothingOfBefore() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            node.end();
            assertEquals(ArdmaProtocol.NO_ANSWER, assertThrows(ArdmaException.class, () -> server.lookup("list")).status());
            node.begin();
            assertEquals(ArdmaProtocol.NO_SESSION, assertThrows(ArdmaException.class, () -> server.lookup("list")).status());
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> node.connect(0).lookup("list")).status());
        }
    }
}
