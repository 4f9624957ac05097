package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Routines that are made to reach what they may not, or not to end. */
@Tag("AR-11")
class HostileRoutineTest {
    private static final int BYTES = 64;
    private static final int OWN = 0;
    private static final int READABLE = 1;
    private static final long[] FAR = {BYTES, -1, 1L << 31, 1L << 32, (1L << 32) + 8, Long.MAX_VALUE, Long.MIN_VALUE, BYTES - 3};

    /** A routine that must end by a fault. */
    private record Attack(String name, Fault fault, RoutineBuilder routine) {}

    private final List<Attack> attacks = new ArrayList<>();

    private void attack(String name, Fault fault, Consumer<MethodBuilder> code) {
        RoutineBuilder routine = new RoutineBuilder().areas(2).scratch(16);
        routine.data(new byte[8]);
        MethodBuilder method = routine.method("main", "()V");
        code.accept(method);
        method.returns();
        attacks.add(new Attack(name, fault, routine));
    }

    private void makeBounds() {
        for (long offset : FAR) {
            attack("load64 at " + offset, Fault.BOUNDS,
                method -> method.push(OWN).push(offset).call(Intrinsic.LOAD64).op(Opcode.POP2));
            attack("store32 at " + offset, Fault.BOUNDS, method -> method.push(OWN).push(offset).push(-1).call(Intrinsic.STORE32));
            attack("cas at " + offset, Fault.BOUNDS,
                method -> method.push(OWN).push(offset).push(0L).push(-1L).call(Intrinsic.CAS).op(Opcode.POP2));
            attack("fill from " + offset, Fault.BOUNDS,
                method -> method.push(OWN).push(offset).push(8L).push(255).call(Intrinsic.FILL));
        }
        for (long bytes : new long[] {-1, BYTES - 7, Long.MAX_VALUE, Long.MIN_VALUE}) {
            attack("copy of " + bytes, Fault.BOUNDS,
                method -> method.push(READABLE).push(0L).push(OWN).push(8L).push(bytes).call(Intrinsic.COPY));
            attack("emit of " + bytes, Fault.BOUNDS, method -> method.push(READABLE).push(8L).push(bytes).call(Intrinsic.EMIT_BYTES));
        }
        attack("scratch beyond its end", Fault.BOUNDS,
            method -> method.push(RoutineFormat.SCRATCH_AREA).push(9L).push(1L).call(Intrinsic.STORE64));
        attack("data beyond their end", Fault.BOUNDS,
            method -> method.push(RoutineFormat.DATA_AREA).push(1L).call(Intrinsic.LOAD64).op(Opcode.POP2));
    }

    private void makeRights() {
        attack("a write to what is read", Fault.READ_ONLY, method -> method.push(READABLE).push(0L).push(9).call(Intrinsic.STORE8));
        attack("an addition to what is read", Fault.READ_ONLY,
            method -> method.push(READABLE).push(0L).push(9L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2));
        attack("a copy onto what is read", Fault.READ_ONLY,
            method -> method.push(OWN).push(0L).push(READABLE).push(0L).push(9L).call(Intrinsic.COPY));
        attack("a write to its own data", Fault.READ_ONLY,
            method -> method.push(RoutineFormat.DATA_AREA).push(0L).push(9).call(Intrinsic.STORE8));
        for (int area : new int[] {2, 7, 8, -3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            attack("area " + area, Fault.NO_AREA, method -> method.push(area).push(0L).push(9).call(Intrinsic.STORE8));
        }
    }

    private void makeEndless() {
        attack("a loop", Fault.STEPS, method -> {
            Label again = new Label("again");
            method.label(again).jump(Opcode.GOTO, again);
        });
        attack("ranges again and again", Fault.STEPS, method -> {
            Label again = new Label("again");
            method.label(again).push(OWN).push(0L).push(64L).push(0).call(Intrinsic.FILL).jump(Opcode.GOTO, again);
        });
        attack("calls of itself", Fault.DEPTH, method -> method.call("main"));
        attack("a flood", Fault.STREAM, method -> {
            Label again = new Label("again");
            method.label(again).push(7L).call(Intrinsic.EMIT).jump(Opcode.GOTO, again);
        });
        attack("a division", Fault.DIVISION, method -> method.push(1L).push(0L).op(Opcode.LREM).op(Opcode.POP2));
    }

    @Test
    void noRoutineTouchesAByteOutsideOfItsAreas() {
        makeBounds();
        makeRights();
        makeEndless();
        assertTrue(attacks.size() >= 40, () -> attacks.size() + " attacks");
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            byte[] pattern = new byte[BYTES];
            Arrays.fill(pattern, (byte) 0x5A);
            for (String name : new String[] {"before", "own", "behind"}) {
                node.server.open(name, BYTES, true);
            }
            RemoteServer watcher = node.connect(1);
            for (String name : new String[] {"before", "behind"}) {
                watcher.write(watcher.lookup(name), 0, pattern);
            }
            node.server.open("readable", BYTES, false);
            node.server.limit(20_000, 4_000, 8);
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("own"), server.lookup("readable"));
            node.server.compile(1, 1, LoadOptions.OF_NODE);
            for (Attack attack : attacks) {
                byte[] bytes = attack.routine.build();
                ends(attack, () -> server.callOnce(bytes, StreamReader.NOTHING, areas));
                long hash = server.install(bytes);
                ends(attack, () -> server.call(hash, areas));
                node.network.settle();
                assertEquals(1, node.server.compileWanted(), attack.name);
                ends(attack, () -> server.call(hash, areas));
                server.forget(hash);
                node.network.settle();
                node.server.compileWanted();
                for (String name : new String[] {"before", "behind"}) {
                    assertArrayEquals(pattern, watcher.read(watcher.lookup(name), 0, BYTES), attack.name);
                }
                assertArrayEquals(new byte[BYTES], watcher.read(watcher.lookup("readable"), 0, BYTES), attack.name);
            }
            assertTrue(node.card().report().running());
            assertTrue(node.card().counter("steps of compiled code") > 0);
        }
    }

    private static void ends(Attack attack, Executable call) {
        assertEquals(attack.fault, assertThrows(ArdmaException.class, call, attack.name).fault(), attack.name);
    }

    @Test
    void aRunWhoseAreaIsClosedEndsByAFault() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            int number = node.server.open("own", BYTES, true);
            RoutineBuilder routine = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            routine.method("main", "()V").push(1L).call(Intrinsic.EMIT)
                .label(again).push(OWN).push(0L).call(Intrinsic.LOAD64).op(Opcode.POP2).push(1L).call(Intrinsic.EMIT)
                .jump(Opcode.GOTO, again);
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("own"));
            // The first piece says that it runs: while it is read, the area is closed.
            AtomicBoolean closed = new AtomicBoolean();
            ArdmaException end = assertThrows(ArdmaException.class, () -> server.callOnce(routine.build(), piece -> {
                if (!closed.getAndSet(true)) {
                    node.server.close(number);
                }
            }, areas));
            assertEquals(Fault.REVOKED, end.fault());
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.read(areas.getFirst(), 0, 1)).status());
        }
    }
}
