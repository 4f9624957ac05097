package dev.spine.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FuzzTest {
    private final Fuzz fuzz = Fuzz.over(FuzzTest.class, "sample");

    @Test
    void theCorpusIsRunFirstAndAsItIs() {
        List<byte[]> seen = new ArrayList<>();
        fuzz.briefly(input -> {
            seen.add(input.clone());
            return input.length;
        });
        assertArrayEquals(new byte[] {1, 2, 3, 4}, seen.get(0));
        assertArrayEquals("GET x".getBytes(StandardCharsets.US_ASCII), seen.get(1));
        assertEquals(Fuzz.BRIEF_INPUTS + 2, seen.size());
    }

    @Test
    void anInputThatBreaksAPromiseIsToldWithItsSeed() {
        AssertionError found = assertThrows(AssertionError.class, () -> fuzz.briefly(input -> {
            if (input.length > 4 && input[0] == 'G' && input[3] != ' ') {
                throw new IllegalStateException("no space");
            }
            return 0;
        }));
        String message = String.valueOf(found.getMessage());
        assertTrue(message.contains("-Dspine.seed=") && message.contains("no space") && message.contains("\ninput: 47"), message);
    }

    @Test
    void whatLeadsToSomethingNewIsChangedFurther() {
        int[] deepest = {0};
        fuzz.generating(_ -> new byte[8]).briefly(input -> {
            int depth = 0;
            while (depth < input.length && input[depth] == (byte) 0xFF) {
                depth++;
            }
            deepest[0] = Math.max(deepest[0], depth);
            return depth;
        });
        assertTrue(deepest[0] >= 4, () -> "deepest " + deepest[0]);
    }

    @Test
    void theSameNumbersChangeAnInputInTheSameWay() {
        byte[] input = new byte[64];
        for (int i = 0; i < 100; i++) {
            byte[] one = new Mutation(new Random(i), 256).change(input, input);
            byte[] other = new Mutation(new Random(i), 256).change(input, input);
            assertTrue(Arrays.equals(one, other) && one.length <= 256);
        }
    }

    @Test
    void aCorpusThatIsMissingIsNamed() {
        assertThrows(IllegalArgumentException.class, () -> Fuzz.over(FuzzTest.class, "missing"));
    }
}
