package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.host.compile.Checks;
import dev.spine.extension.ardma.host.compile.CompiledCode;
import dev.spine.extension.ardma.host.compile.RoutineCompiler;
import dev.spine.extension.ardma.host.demo.Demos;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.runtime.load.ExtensionImage;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is made of routines is taken by the verifier and the meter of extensions, and never uses more fuel than a call may. {@code
 * -Dspine.images=1000} says how many, {@code -Dspine.seed=SEED} repeats the one of a failure.
 */
@Tag("AR-12")
class CompiledImageTest {
    private static final int IMAGES = Integer.getInteger("spine.images", Boolean.getBoolean("spine.full") ? 1_000 : 60);
    private static final int STEPS = 20_000;

    private int mostFuel;

    @Test
    void theImagesOfRandomRoutinesAreTakenAndHaveEnoughFuel() {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        Machine machine = new Machine();
        for (int i = 0; i < (given == null ? IMAGES : 1); i++) {
            Random random = new Random(first + i);
            try {
                Trial trial = new Trial(random, STEPS);
                byte[] bytes = RoutineGenerator.routine(random, trial.areas());
                Routine routine = RoutineReader.read(Trial.bytes(bytes));
                RoutineVerifier.verify(routine);
                MeteredForm form = new MeteredForm(RoutineCompiler.compile(routine, 1, Checks.ALL));
                trial.agree(machine, routine, bytes, new CompiledTwin(routine, bytes, random, form));
                mostFuel = Math.max(mostFuel, form.mostFuel());
            } catch (Exception | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ": " + e, e);
            }
        }
        System.out.println("compiled routines: at most " + mostFuel + " units of fuel in a call");
        assertTrue(mostFuel <= CompiledForm.FUEL_OF_CALL);
    }

    @Test
    void allOfTheDemonstrationsIsCompiledAndTaken() throws Exception {
        for (byte[] bytes : Demos.routines()) {
            Routine routine = RoutineReader.read(Trial.bytes(bytes));
            RoutineVerifier.verify(routine);
            CompiledCode code = RoutineCompiler.compile(routine, 1, Checks.ALL);
            assertEquals(new TreeSet<>(IntStream.range(0, routine.methods()).boxed().toList()), new TreeSet<>(code.methods()));
            assertTrue(ExtensionImage.parse(code.image("a demonstration")).verdict().isAccepted());
        }
    }
}
