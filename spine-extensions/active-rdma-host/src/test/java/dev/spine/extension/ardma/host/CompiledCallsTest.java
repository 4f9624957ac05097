package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.demo.LinkedList;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.bus.Region;
import java.io.ByteArrayOutputStream;
import java.lang.classfile.Opcode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.failing.FailingForm;
import sample.forger.Forger;

/** Routines that the server's host has compiled. */
@Tag("AR-12")
@Tag("AR-08")
class CompiledCallsTest {
    private static final long NONE = -1;
    private static final int ELEMENTS = 1_000;

    private static RemoteArea list(TestServer node, RemoteServer server) {
        byte[] bytes = new byte[(int) LinkedList.bytes(ELEMENTS)];
        LinkedList.layOut(new ArrayArea(bytes, true), LongStream.range(0, ELEMENTS).toArray(),
            LongStream.range(0, ELEMENTS).map(key -> key * key).toArray(),
            IntStream.range(0, ELEMENTS).map(i -> i * 7 % ELEMENTS).toArray());
        node.server.open("list", bytes.length, true);
        RemoteArea area = server.lookup("list");
        server.write(area, 0, bytes);
        return area;
    }

    private static long compiledSteps(TestServer node) {
        node.network.settle();
        return node.card().counter("steps of compiled code");
    }

    private static int loaded(TestServer node) {
        node.network.settle();
        return node.side(0).runtime().list().size();
    }

    /** A routine that counts down from its argument, and is another one for each number. */
    private static byte[] countdown(int number) {
        RoutineBuilder builder = new RoutineBuilder();
        Label again = new Label("again");
        builder.method("main", "(I)I").label(again).increment(0, -1).load(0).jump(Opcode.IFGT, again).push(number).returns();
        return builder.build();
    }

    @ParameterizedTest
    @EnumSource
    void aRoutineIsCompiledWhenItHasRunMuchAndItsCallsAreTheSame(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = list(node, server);
            long hash = server.install(LinkedList.lookupRoutine());
            CallResult before = server.call(hash, List.of(area), ELEMENTS - 1, NONE);
            node.server.compile(4, 5_000, LoadOptions.OF_NODE);
            int others = loaded(node);
            assertEquals(0, node.server.compileWanted(), "nothing has run");

            server.call(hash, List.of(area), ELEMENTS - 1, NONE);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            assertEquals(others + 1, loaded(node));
            assertEquals(0, compiledSteps(node));
            CallResult after = server.call(hash, List.of(area), ELEMENTS - 1, NONE);
            assertEquals(before.value(), after.value());
            assertEquals(before.steps(), after.steps());
            assertTrue(compiledSteps(node) > before.steps() - 20, () -> compiledSteps(node) + " compiled steps of " + after.steps());

            assertEquals(0, node.server.compileWanted());
            server.forget(hash);
            node.network.settle();
            assertEquals(0, node.server.compileWanted());
            assertEquals(others, loaded(node), "a routine that is forgotten has no form");
        }
    }

    @Test
    void theHostHearsNothingOfCallsOfACompiledRoutine() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.compile(4, 1, LoadOptions.OF_NODE);
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(1));
            server.call(hash, List.of(), 100);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            node.network.card(0).hostMessages();
            for (int i = 0; i < 50; i++) {
                server.call(hash, List.of(), 100);
            }
            assertTrue(compiledSteps(node) > 0);
            assertEquals(List.of(), node.network.card(0).hostMessages());
        }
    }

    @Test
    void faultsAndLimitsAreThoseOfTheInterpreter() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = list(node, server);
            RoutineBuilder builder = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            builder.method("main", "(JJ)J").label(again)
                .push(0).load(0).call(Intrinsic.LOAD64).op(Opcode.POP2)
                .load(0).load(1).op(Opcode.LADD).local(Opcode.LSTORE, 0).jump(Opcode.GOTO, again);
            long hash = server.install(builder.build());
            node.server.compile(4, 1, LoadOptions.OF_NODE);
            node.server.limit(20_000, 1_000, 8);
            ArdmaException bounds = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0, 64));
            ArdmaException steps = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0, 0));
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            ArdmaException compiledBounds = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0, 64));
            ArdmaException compiledSteps = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(area), 0, 0));
            assertTrue(compiledSteps(node) > 20_000);
            assertEquals(Fault.BOUNDS, compiledBounds.fault());
            assertEquals(bounds.getMessage(), compiledBounds.getMessage());
            assertEquals(Fault.STEPS, compiledSteps.fault());
            assertEquals(steps.getMessage(), compiledSteps.getMessage());
            node.assertTurnsEnd();
        }
    }

    @Test
    void whoInstallsAndRunsManyRoutinesHasTheHostLoadFew() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.compile(3, 1, LoadOptions.OF_NODE);
            int others = loaded(node);
            RemoteServer server = node.connect(0);
            for (int round = 0; round < 3; round++) {
                long[] hashes = new long[8];
                for (int i = 0; i < hashes.length; i++) {
                    hashes[i] = server.install(countdown(round * 100 + i));
                    assertEquals(round * 100 + i, server.call(hashes[i], List.of(), 50).value());
                }
                node.network.settle();
                assertEquals(2, node.server.compileWanted(), "those of one client");
                assertEquals(others + 2, loaded(node));
                for (int i = 0; i < hashes.length; i++) {
                    assertEquals(round * 100 + i, server.call(hashes[i], List.of(), 50).value());
                    server.forget(hashes[i]);
                }
                node.network.settle();
                assertEquals(0, node.server.compileWanted());
                assertEquals(others, loaded(node));
            }
        }
    }

    @Test
    void aFormThatIsGoneLeavesTheServerAtWork() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.compile(3, 1, LoadOptions.OF_NODE);
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(7));
            server.call(hash, List.of(), 50);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            node.server.stopCompiling();
            long before = compiledSteps(node);
            assertEquals(7, server.call(hash, List.of(), 5_000).value());
            assertEquals(before, compiledSteps(node));
            node.server.compile(3, 1, LoadOptions.OF_NODE);
            server.call(hash, List.of(), 50);
            node.network.settle();
            assertEquals(1, node.server.compileWanted(), "and it can be compiled again");
            assertEquals(7, server.call(hash, List.of(), 5_000).value());
            assertTrue(compiledSteps(node) > before);
            node.server.stopCompiling();
        }
    }

    @Test
    void aFormThatSomebodyHasUnloadedIsNotMistakenForAnother() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.compile(3, 1, LoadOptions.OF_NODE);
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(7));
            server.call(hash, List.of(), 50);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            int number = node.side(0).runtime().list().stream().filter(each -> each.name().startsWith("routine")).findFirst().orElseThrow()
                .instance();
            node.side(0).runtime().unload(number);
            LoadedExtension other = node.network.card(0).load(FailingForm.class);
            assertEquals(number, other.number());
            assertEquals(7, server.call(hash, List.of(), 50).value());
            server.forget(hash);
            node.network.settle();
            assertEquals(0, node.server.compileWanted());
            assertTrue(other.report().running());
        }
    }

    @Test
    void aFormThatFailsCostsOneCallAndLeavesTheServerAtWork() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(7));
            LoadedExtension form = node.network.card(0).load(FailingForm.class);
            node.side(0).runtime().send(node.card().number(), ArdmaProtocol.LINK, -1, 1, FailingForm.VERSION, 0);
            node.network.settle();
            assertEquals(ArdmaProtocol.NO_ANSWER, assertThrows(ArdmaException.class, () -> server.call(hash, List.of(), 50)).status());
            assertEquals(7, server.call(hash, List.of(), 50).value(), "interpreted from now on");
            assertTrue(node.card().report().running());
            assertFalse(form.report().running());
            node.side(0).runtime().send(node.card().number(), ArdmaProtocol.LINK, -1, 1, FailingForm.VERSION, 0);
            node.network.settle();
            assertEquals(7, server.call(hash, List.of(), 50).value());
            form.unload();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsInTheHostsMemoryIsLeftToTheInterpreter(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            RemoteArea card = list(node, server);
            Region region = node.side(0).memory().allocate("shared", 8_192);
            int shared = node.server.share("host", region, true);
            RemoteArea host = server.lookup("host");
            RoutineBuilder builder = new RoutineBuilder().areas(2).scratch(64);
            Label again = new Label("again");
            long data = builder.data(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
            // Of each kind of area some, and a stream.
            builder.method("main", "(J)J").push(0L).local(Opcode.LSTORE, 2).label(again)
                .push(1).load(0).push(8L).op(Opcode.LREM).push(512L).op(Opcode.LMUL).load(0).call(Intrinsic.STORE64)
                .push(1).load(0).push(8L).op(Opcode.LREM).push(512L).op(Opcode.LMUL).call(Intrinsic.LOAD64)
                .push(0).load(0).push(8L).op(Opcode.LMUL).call(Intrinsic.LOAD64).op(Opcode.LADD)
                .push(-1).push(data).call(Intrinsic.LOAD64).op(Opcode.LXOR)
                .push(-2).push(8L).local(Opcode.LLOAD, 2).call(Intrinsic.FETCH_ADD).op(Opcode.LADD)
                .local(Opcode.LLOAD, 2).op(Opcode.LADD).local(Opcode.LSTORE, 2)
                .local(Opcode.LLOAD, 2).call(Intrinsic.EMIT)
                .load(0).push(1L).op(Opcode.LSUB).op(Opcode.DUP2).local(Opcode.LSTORE, 0)
                .push(0L).op(Opcode.LCMP).jump(Opcode.IFGE, again)
                .local(Opcode.LLOAD, 2).returns();
            long hash = server.install(builder.build());
            node.server.compile(4, 1, LoadOptions.OF_NODE);
            ByteArrayOutputStream interpreted = new ByteArrayOutputStream();
            CallResult first = server.call(hash, interpreted::writeBytes, List.of(card, host), 400);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            ByteArrayOutputStream compiled = new ByteArrayOutputStream();
            CallResult second = server.call(hash, compiled::writeBytes, List.of(card, host), 400);
            assertEquals(first.value(), second.value());
            assertEquals(first.steps(), second.steps());
            assertArrayEquals(interpreted.toByteArray(), compiled.toByteArray());
            assertTrue(compiledSteps(node) > 0);
            // In the card's memory alone, all of it is compiled.
            long before = compiledSteps(node);
            long steps = server.call(hash, List.of(card, card), 400).steps();
            assertEquals(steps, compiledSteps(node) - before);
            node.server.close(shared);
            node.side(0).tasks().run(() -> node.side(0).memory().free(region));
        }
    }

    @Test
    void anAreaThatIsClosedInTheMiddleOfACompiledRunEndsIt() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            int opened = node.server.open("closing", 1_000, true);
            RoutineBuilder builder = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            builder.method("main", "(I)I").label(again)
                .push(0).push(8L).call(Intrinsic.LOAD64).call(Intrinsic.EMIT)
                .increment(0, -1).load(0).jump(Opcode.IFGT, again).push(1).returns();
            List<RemoteArea> areas = List.of(server.lookup("closing"));
            long hash = server.install(builder.build());
            node.server.compile(1, 1, LoadOptions.OF_NODE);
            server.call(hash, areas, 10);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            server.call(hash, areas, 10);
            int[] pieces = {0};
            ArdmaException end = assertThrows(ArdmaException.class, () -> server.call(hash, piece -> {
                if (++pieces[0] == 3) {
                    node.server.close(opened);
                }
            }, areas, 10_000));
            assertEquals(Fault.REVOKED, end.fault());
            assertTrue(compiledSteps(node) > 0);
            assertTrue(node.card().report().running());
        }
    }

    @Test
    @Tag("AR-11")
    void anotherNodeCanNeitherAskForFormsNorLinkThem() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            node.server.compile(3, 1_000_000, LoadOptions.OF_NODE);
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(7));
            LoadedExtension form = node.network.card(0).load(FailingForm.class);
            LoadedExtension forger = node.network.card(2).load(Forger.class);
            long address = node.network.card(0).hardwareAddress();
            for (int handler : new int[] {ArdmaProtocol.COMPILE, ArdmaProtocol.LINK}) {
                forger.send(1, (int) (address >>> Integer.SIZE), (int) address, node.card().number() << 8 | handler, 0, -1, 1,
                    handler == ArdmaProtocol.LINK ? FailingForm.VERSION : 0, 1, 0, 0, 0);
            }
            node.network.settle();
            assertEquals(7, server.call(hash, List.of(), 50).value());
            node.network.settle();
            assertEquals(0, node.server.compileWanted());
            assertTrue(form.report().running());
        }
    }

    @Test
    void aServerThatIsLoadedAgainBeginsWithoutForms() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.compile(3, 1, LoadOptions.OF_NODE);
            RemoteServer server = node.connect(0);
            long hash = server.install(countdown(7));
            server.call(hash, List.of(), 50);
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            node.end();
            assertThrows(ArdmaException.class, () -> server.call(hash, List.of(), 50));
            node.begin();
            assertEquals(ArdmaProtocol.NO_ROUTINE, assertThrows(ArdmaException.class,
                () -> node.connect(0).call(hash, List.of(), 50)).status());
            new ArdmaServer(node.side(0), node.card().number()).limit(1_000, 10, 1);
        }
    }

    @Test
    @Tag("AR-07")
    void uncheckedFormsAreTheNodesAloneAndOnAMachineWithTime() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            LoadOptions ofUser = LoadOptions.ownedBy(7).unmetered();
            assertEquals("unchecked routines are the node's own, and these are of owner 7: have them compiled with their checks",
                assertThrows(IllegalArgumentException.class, () -> node.server.compile(1, 1, ofUser)).getMessage());
            byte[] image = PackagedExtension.image("forger", Forger.class);
            assertEquals("refused: code without meter takes no modelled time: load it metered", String.valueOf(
                assertThrows(ExtensionRefusedException.class, () -> node.side(0).runtime().load(image, LoadOptions.OF_NODE.unmetered()))
                    .getMessage()));
        }
        try (TestServer node = new TestServer(2, HarnessEngine.LIVE)) {
            byte[] image = PackagedExtension.image("forger", Forger.class);
            assertEquals("refused: code without meter is the node's own, and this is of owner 7: load it metered", String.valueOf(
                assertThrows(ExtensionRefusedException.class,
                    () -> node.side(0).runtime().load(image, LoadOptions.ownedBy(7).unmetered())).getMessage()));
        }
    }

    @Test
    @Tag("AR-07")
    void anUncheckedRoutineWithAnAreaElsewhereIsInterpretedAndOneThatLeavesItsAreaCostsItsCall() {
        try (TestServer node = new TestServer(2, HarnessEngine.LIVE)) {
            node.server.compile(4, 1, LoadOptions.OF_NODE.unmetered());
            RemoteServer server = node.connect(0);
            RemoteArea card = list(node, server);
            Region region = node.side(0).memory().allocate("shared", 8_192);
            int shared = node.server.share("host", region, true);
            RemoteArea host = server.lookup("host");
            RoutineBuilder builder = new RoutineBuilder().areas(1);
            builder.method("main", "(J)J").push(0).load(0).call(Intrinsic.LOAD64).returns();
            long hash = server.install(builder.build());
            long value = server.call(hash, List.of(card), 8).value();
            node.network.settle();
            assertEquals(1, node.server.compileWanted());
            assertEquals(value, server.call(hash, List.of(card), 8).value());
            long calls = node.card().counter("calls of unchecked code");
            assertEquals(1, calls);
            assertEquals(0, server.call(hash, List.of(host), 8).value());
            assertEquals(calls, node.card().counter("calls of unchecked code"));
            assertEquals(ArdmaProtocol.NO_ANSWER,
                assertThrows(ArdmaException.class, () -> server.call(hash, List.of(card), 1 << 30)).status());
            assertEquals(Fault.BOUNDS, assertThrows(ArdmaException.class, () -> server.call(hash, List.of(card), 1 << 30)).fault(),
                "interpreted from now on");
            node.server.close(shared);
            node.side(0).memory().free(region);
        }
    }
}
