package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code -Dspine.routines=100000} says how many routines, {@code -Dspine.seed=SEED} repeats the one of a failure. */
@Tag("AR-10")
@Tag("AR-12")
class RandomRoutineTest {
    private static final int ROUTINES = Integer.getInteger("spine.routines", Boolean.getBoolean("spine.full") ? 5_000 : 500);
    /** Among so many there are all faults. */
    private static final int ENOUGH = 5_000;
    private static final int STEPS = 3_000;

    /** One machine for all: what it ran before must not matter. */
    private final Machine machine = new Machine();
    private final Map<Fault, Integer> ends = new EnumMap<>(Fault.class);
    private long steps;
    private long compiled;

    /** What is done with a random routine. */
    @FunctionalInterface
    private interface Case {
        void run(Random random, Trial trial, Routine routine, byte[] bytes) throws Exception;
    }

    private static void each(int routines, Case todo) {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (int i = 0; i < (given == null ? routines : 1); i++) {
            Random random = new Random(first + i);
            byte[] bytes = new byte[0];
            try {
                Trial trial = new Trial(random, STEPS);
                bytes = RoutineGenerator.routine(random, trial.areas());
                Routine routine = RoutineReader.read(Trial.bytes(bytes));
                RoutineVerifier.verify(routine);
                todo.run(random, trial, routine, bytes);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ": " + e + "\n" + HexFormat.of().formatHex(bytes),
                    e);
            }
        }
    }

    @Test
    void theMachineDoesWhatTheDefinitionSays() {
        each(ROUTINES, (_, trial, routine, bytes) -> {
            ModelVerifier.verify(ModelRoutine.of(bytes));
            Outcome end = trial.agree(machine, routine, bytes);
            ends.merge(end.fault(), 1, Integer::sum);
            steps += end.steps();
            compiled += trial.compiledSteps();
        });
        if (Long.getLong("spine.seed") == null) {
            assertTrue(compiled > steps / 5, () -> compiled + " of " + steps + " steps are those of compiled code");
        }
        if (Long.getLong("spine.seed") == null && ROUTINES >= ENOUGH) {
            Set<Fault> missing = new TreeSet<>(Set.of(Fault.values()));
            missing.removeAll(ends.keySet());
            assertTrue(missing.isEmpty(), () -> "no routine had " + missing + ": " + ends);
        }
        System.out.println("random routines: " + ends + ", " + steps + " steps, " + compiled + " compiled");
    }

    @Test
    void noByteOfAnAreaIsTouchedOnceItIsClosed() {
        each(ROUTINES / 4, (_, trial, routine, bytes) -> trial.closing(machine, routine, bytes));
    }
}
