package dev.spine.extension.runtime.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.oracle.Activation.Stage;
import org.junit.jupiter.api.Test;

class ActivationTest {
    private static Activation activation(int number, String end) {
        return new Activation("P", 0, number, 1, 20_000, 0, 10_000, 0, end);
    }

    @Test
    void theFirstTwoRunCodeForTheFirstTimeAndTheOthersHaveRunIt() {
        assertEquals(Stage.FIRST, activation(0, "-").stage());
        assertEquals(Stage.SECOND, activation(1, "-").stage());
        assertFalse(activation(1, "-").isWarm());
        assertTrue(activation(Activation.COLD, "-").isWarm());
        assertTrue(activation(400, "-").isWarm());
    }

    /** A deque that was popped twenty thousand times is empty: the exception is the first of the program. */
    @Test
    void anActivationThatEndsItsProgramGoesWhereNoneBeforeItWent() {
        assertEquals(Stage.LAST, activation(20, "used_up_its_fuel").stage());
        assertEquals(Stage.LAST, activation(0, "used_up_its_fuel").stage());
        assertFalse(activation(20, "used_up_its_fuel").isWarm());
    }

    @Test
    void aLineIsReadAsItWasWritten() {
        Activation one = new Activation("P7", 2, 13, 1, 167_968, 27_560, 284_450, 32_800, "-");
        assertEquals(one, Activation.parse(one.line()));
    }
}
