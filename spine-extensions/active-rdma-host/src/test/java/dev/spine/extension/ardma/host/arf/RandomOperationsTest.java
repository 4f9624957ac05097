package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file system does what its model does: {@code -Dspine.arf.operations} says how often, {@code -Dspine.seed} which ones. */
@Tag("AR-14")
class RandomOperationsTest {
    private static final int OPERATIONS = Integer.getInteger("spine.arf.operations", 10_000);
    private static final int COMPARED_EACH = 1_000;

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());

    static String outcome(RandomOperations.Operation operation, ArfVolume volume) {
        try {
            operation.onVolume(volume);
            return "done";
        } catch (NoSpaceException _) {
            return "no space";
        } catch (FileSystemException e) {
            return e.getClass().getSimpleName();
        } catch (IOException e) {
            return e.toString();
        }
    }

    static String outcome(RandomOperations.Operation operation, ModelTree model) {
        return outcome(operation::onModel, model);
    }

    static <T> String outcome(RandomOperations.Step<T> step, T on) {
        try {
            step.run(on);
            return "done";
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    @ParameterizedTest
    @CsvSource({"600000, 2147483647", "8388608, 9000"})
    void operations(int bytes, int mostByRoutine) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Area area = new ArrayArea(new byte[bytes], true);
        new ArfSizes(1_000, ArfSizes.MIN_JOURNAL_BYTES, 2, 24_576).make(area, 0);
        assertEquals(List.of(), ArfCheck.of(area));
        ModelTree model = new ModelTree();
        try (ArfVolume volume = ArfVolume.open(new PlainlyMoving(new LocalPlacement(area), () -> mostByRoutine), InstantSource.system())) {
            RandomOperations operations = new RandomOperations(random, 24_576);
            for (int i = 1; i <= OPERATIONS; i++) {
                RandomOperations.Operation operation = operations.next(model);
                String what = "-Dspine.seed=" + seed + ", operation " + i + ": " + operation;
                String is = outcome(operation, volume);
                if (!is.equals("no space")) {
                    assertEquals(outcome(operation, model), is, what);
                }
                if (i % COMPARED_EACH == 0) {
                    model.flush();
                    assertEquals("", TreeComparison.of(volume, model), what);
                    assertEquals(List.of(), ArfCheck.of(area), what);
                }
            }
        }
    }
}
