package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
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
}
