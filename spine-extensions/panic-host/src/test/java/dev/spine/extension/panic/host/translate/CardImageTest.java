package dev.spine.extension.panic.host.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RandomProgram;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A card takes compiled forms: the verifier accepts them, their metered methods are short enough for the Java machine's compilers, and
 * they do the same there. {@code -Dspine.seed=SEED} repeats the programs of a failure, {@code -Dspine.images=1000} says how many.
 */
class CardImageTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("spine.root", "../.."), "docs/examples/pdl");
    private static final int ALL = 1_000_000;
    private static final int IMAGES = Integer.getInteger("spine.images", Boolean.getBoolean("spine.full") ? 200 : 10);

    /** Units of the code that enters a method, and of what a short message does not reach of it. */
    private static final int OF_ENTERING = 150;

    static void isTaken(CardImage card) throws Exception {
        assertTrue(card.image().verdict().isAccepted(), () -> card.image().verdict().toString());
        assertEquals(List.of(), card.image().interpretedMethods());
    }

    private static void agrees(byte[] file, int slice) throws Exception {
        CardImage card = new CardImage(file);
        isTaken(card);
        int words = ProgramReader.read(ProgramBytes.of(file)).dataWords();
        CardImage.Outcome interpreted = card.run(false, words, 64, slice);
        CardImage.Outcome compiled = card.run(true, words, 64, slice);
        assertEquals(interpreted.result(), compiled.result());
        assertEquals(interpreted.steps(), compiled.steps());
    }

    @ParameterizedTest
    @ValueSource(strings = {"app-to-app", "bounce", "echo", "gate", "get-deliver", "hand", "shape", "token"})
    void theProgramsOfTheDocumentsTakeLittleMoreFuelThanInterpretedOrLess(String name) throws Exception {
        byte[] file = PdlCompiler.compile(PdlText.read(Files.readString(EXAMPLES.resolve(name + ".pdl"))).program().orElseThrow());
        CardImage card = new CardImage(file);
        isTaken(card);
        int words = ProgramReader.read(ProgramBytes.of(file)).dataWords();
        CardImage.Outcome interpreted = card.run(false, words, 64, ALL);
        CardImage.Outcome compiled = card.run(true, words, 64, ALL);
        assertEquals(interpreted.result(), compiled.result());
        assertEquals(interpreted.steps(), compiled.steps());
        System.out.println(name + ": " + compiled.lastSteps() + " steps, units of fuel: interpreted " + interpreted.fuel() + ", compiled "
            + compiled.fuel());
        assertTrue(compiled.fuel() < interpreted.fuel() + OF_ENTERING, compiled + " " + interpreted);
    }

    @Test
    void randomProgramsDoTheSameOnACard() throws Exception {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        for (int i = 0; i < IMAGES; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            try {
                agrees(RandomProgram.file(random), 1 + random.nextInt(100));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("program " + i + " of -Dspine.seed=" + seed, e);
            }
        }
    }
}
