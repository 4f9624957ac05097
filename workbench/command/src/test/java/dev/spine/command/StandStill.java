package dev.spine.command;

import dev.spine.system.ending.Ending;
import dev.spine.system.ending.Interruption;

/** A process whose Java machine stands still: a thread is in a loop in which it does not heed that all threads are to stop. */
final class StandStill {
    private static final int WARM_ROUNDS = 20_000;
    private static final int WARM_LENGTH = 1_000;
    private static int sink;

    private StandStill() {}

    public static void main(String[] arguments) {
        Ending.begin();
        for (int i = 0; i < WARM_ROUNDS; i++) {
            sink += work(WARM_LENGTH);
        }
        try (Interruption interruption = Interruption.watch()) {
            System.out.println("stands still");
            while (!interruption.isRequested() || sink != 1) {
                sink += work(Integer.MAX_VALUE);
            }
        }
    }

    /** Once compiled by the second compiler, for a minute without asking anybody. */
    private static int work(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += i * 31 ^ sum >>> 3;
            sum = sum * 17 ^ sum << 5;
            for (int j = 0; j < 4; j++) {
                sum ^= sum >>> 7;
                sum *= 13 + j;
            }
        }
        return sum;
    }
}
