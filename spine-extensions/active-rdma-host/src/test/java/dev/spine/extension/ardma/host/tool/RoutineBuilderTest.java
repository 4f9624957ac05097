package dev.spine.extension.ardma.host.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
import java.io.ByteArrayOutputStream;
import java.lang.classfile.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-09")
@Tag("AR-10")
class RoutineBuilderTest {
    private final ByteArrayOutputStream emitted = new ByteArrayOutputStream();
    private final Machine machine = new Machine();

    private long run(byte[] bytes, long limit, Area area, long... arguments) throws Exception {
        Routine routine = RoutineReader.read(new ArrayArea(bytes, false));
        RoutineVerifier.verify(routine);
        machine.begin(routine, arguments, new Area[] {area}, 1, new ArrayArea(new byte[routine.scratchBytes()], true));
        machine.limit(limit, 1_000, new Stream() {
            @Override
            public int room() {
                return 1_000;
            }

            @Override
            public void put(int value) {
                emitted.write(value);
            }
        });
        while (machine.state() == Machine.State.READY) {
            machine.run(7);
        }
        assertEquals(Machine.State.ENDED, machine.state());
        return machine.result();
    }

    /** A loop over a list in an area: each element is the offset of the next one, -1 at the end. */
    private static byte[] list() {
        RoutineBuilder routine = new RoutineBuilder();
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

    @Test
    void aLoopWalksAListAndEachInstructionIsAStep() throws Exception {
        byte[] memory = new byte[64];
        Area area = new ArrayArea(memory, true);
        area.put64(8, 40);
        area.put64(40, 24);
        area.put64(24, -1);
        assertEquals(3, run(list(), 1_000, area, 8));
        assertEquals(2 + 3 * (4 + 4 + 2) + 4 + 2, machine.steps());
    }

    @Test
    void aRunEndsAtItsLimitOfSteps() throws Exception {
        Area area = new ArrayArea(new byte[64], true);
        assertEquals(0, run(list(), 1_000, area, 0));
        assertEquals(Fault.STEPS, machine.fault());
        assertEquals(1_000, machine.steps());
    }

    @Test
    void bytesOutsideOfAnAreaAreAFaultWithItsPlace() throws Exception {
        Area area = new ArrayArea(new byte[64], true);
        for (long offset : new long[] {57, 64, 1L << 32, Long.MAX_VALUE}) {
            run(list(), 1_000, area, offset);
            assertEquals(Fault.BOUNDS, machine.fault());
            assertEquals(10, machine.faultOffset());
        }
    }

    @Test
    void methodsCallOneAnotherUpToTheirDepth() throws Exception {
        RoutineBuilder routine = new RoutineBuilder();
        Label end = new Label("end");
        routine.method("sum", "(I)J")
            .load(0).jump(Opcode.IFEQ, end)
            .load(0).op(Opcode.I2L).load(0).push(1).op(Opcode.ISUB).call("sum").op(Opcode.LADD).returns()
            .label(end).push(0L).returns();
        byte[] bytes = routine.build();
        assertEquals(50 * 51 / 2, run(bytes, 10_000, new ArrayArea(new byte[0], false), 50));
        run(bytes, 10_000, new ArrayArea(new byte[0], false), 64);
        assertEquals(Fault.DEPTH, machine.fault());
    }

    @Test
    void rangesCountTheirBytesAndEmitThem() throws Exception {
        RoutineBuilder routine = new RoutineBuilder();
        int at = routine.data("hello, area".getBytes(StandardCharsets.US_ASCII));
        routine.method("main", "()J")
            .push(-1).push((long) at).push(0).push(100L).push(11L).call(Intrinsic.COPY)
            .push(0).push(100L).push(11L).call(Intrinsic.EMIT_BYTES)
            .push(0).push(100L).push(11L).push('a').call(Intrinsic.FIND).returns();
        assertEquals(107, run(routine.build(), 1_000, new ArrayArea(new byte[200], true)));
        assertEquals("hello, area", emitted.toString(StandardCharsets.US_ASCII));
        assertEquals(6 + 2 + 4 + 2 + 5 + 2 + 1, machine.steps());
    }

    @Test
    void choicesGoByTablesAndByValues() throws Exception {
        for (int far : new int[] {3, 1_000_000}) {
            RoutineBuilder routine = new RoutineBuilder();
            Label one = new Label("one");
            Label other = new Label("other");
            Label none = new Label("none");
            TreeMap<Integer, Label> cases = new TreeMap<>();
            cases.put(1, one);
            cases.put(far, other);
            routine.method("main", "(I)I").load(0).choose(cases, none)
                .label(one).push(10).returns().label(other).push(20).returns().label(none).push(30).returns();
            byte[] bytes = routine.build();
            Area area = new ArrayArea(new byte[0], false);
            assertEquals(10, run(bytes, 100, area, 1));
            assertEquals(20, run(bytes, 100, area, far));
            for (int value : new int[] {0, 2, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertEquals(30, run(bytes, 100, area, value));
            }
        }
    }

    @Test
    void aChoiceIsNoTableOfMoreValuesThanATableMayHave() throws Exception {
        RoutineBuilder routine = new RoutineBuilder();
        Label even = new Label("even");
        Label none = new Label("none");
        TreeMap<Integer, Label> cases = new TreeMap<>();
        for (int value = 0; value < 2 * RoutineFormat.MAX_LABELS; value += 2) {
            cases.put(value, even);
        }
        routine.method("main", "(I)I").load(0).choose(cases, none).label(even).push(1).returns().label(none).push(0).returns();
        byte[] bytes = routine.build();
        Area area = new ArrayArea(new byte[0], false);
        assertEquals(1, run(bytes, 100, area, 254));
        assertEquals(0, run(bytes, 100, area, 253));
    }

    @Test
    void whatBreaksARuleIsNotBuilt() {
        RoutineBuilder routine = new RoutineBuilder();
        routine.method("main", "()I").push(1L).op(Opcode.IRETURN);
        assertEquals("a value of another type in method main at 1",
            assertThrows(RoutineBuildException.class, routine::build).getMessage());
        RoutineBuilder open = new RoutineBuilder();
        open.method("main", "()V").push(1);
        assertThrows(RoutineBuildException.class, open::build);
    }
}
