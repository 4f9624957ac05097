package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
import java.lang.classfile.Opcode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where machine or verifier once differed from the definition. */
@Tag("AR-10")
@Tag("AR-12")
class FoundDifferencesTest {
    @Test
    void theLimitOfTheStreamIsLookedAtBeforeTheStepsOfTheBytesAreCounted() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        builder.method("main", "()V").push(0).push(0L).push(33L).call(Intrinsic.EMIT_BYTES).returns();
        Routine routine = RoutineReader.read(new ArrayArea(builder.build(), false));
        RoutineVerifier.verify(routine);
        Machine machine = new Machine();
        for (long limit : new long[] {100, 5}) {
            machine.begin(routine, new long[0], new Area[] {new ArrayArea(new byte[40], false)}, 1, new ArrayArea(new byte[0], true));
            machine.limit(limit, 32, new Stream() {
                @Override
                public int room() {
                    return 100;
                }

                @Override
                public void put(int value) {
                    throw new AssertionError("emitted " + value);
                }
            });
            machine.run(100);
            assertEquals(Fault.STREAM, machine.fault());
            assertEquals(4, machine.steps());
        }
    }

    @Test
    void aTableHasAValue() {
        RoutineBuilder builder = new RoutineBuilder();
        Label only = new Label("only");
        builder.method("main", "(I)V").load(0).choose(new TreeMap<>(Map.of(7, only)), only).label(only).returns();
        byte[] bytes = builder.build();
        // Its last value, which comes after the default and the first one, is before its first one; the target becomes an instruction.
        int code = 28 + 12;
        assertEquals(Opcode.TABLESWITCH.bytecode(), bytes[code + 1] & 0xFF);
        bytes[code + 15] = 6;
        bytes[code + 4 + 3] = 15;
        for (int i = 16; i < 20; i++) {
            bytes[code + i] = 0;
        }
        RoutineException refusal = assertThrows(RoutineException.class,
            () -> RoutineVerifier.verify(RoutineReader.read(new ArrayArea(bytes, false))));
        assertEquals(RoutineFlaw.CUT_OFF, refusal.flaw());
        assertEquals(1, refusal.offset());
    }
}
