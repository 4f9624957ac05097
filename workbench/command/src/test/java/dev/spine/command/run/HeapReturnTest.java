package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;

class HeapReturnTest {
    private static final int TIMES = 200;

    /** Who ends a system and then looks at the threads of the process finds none of it. */
    @Test
    void nothingRunsWhenItIsClosed() {
        ThreadGroup group = new ThreadGroup("looks");
        int[] left = new int[TIMES];
        Thread looks = new Thread(group, () -> {
            for (int i = 0; i < TIMES; i++) {
                HeapReturn.watch().close();
                left[i] = group.activeCount() - 1;
            }
        });
        looks.start();
        Uninterruptibles.joinUninterruptibly(looks);
        assertArrayEquals(new int[TIMES], left);
    }
}
