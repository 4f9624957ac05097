package dev.spine.extension.panic.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.MutatedProgram;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged files are rejected in one line, or run within their data area. {@code -Dspine.seed=SEED} repeats those of a failure. */
class MutatedProgramTest {
    private static final int FILES = 20_000;

    private int accepted;
    private int rejected;

    @Test
    void noFileDoesHarm() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        for (int i = 0; i < FILES; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            byte[] file = MutatedProgram.file(random);
            try {
                check(file, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("file " + i + " of -Dspine.seed=" + seed, e);
            }
        }
        assertTrue(accepted > FILES / 20 && rejected > FILES / 4,
            () -> "of -Dspine.seed=" + seed + " were accepted " + accepted + ", rejected " + rejected);
    }

    private void check(byte[] file, SplittableRandom random) {
        RunningProgram program;
        TestCard card = new TestCard().waiting(random.nextInt(2));
        try {
            program = new RunningProgram(file, card);
        } catch (ProgramException e) {
            rejected++;
            assertFalse(e.getMessage().contains("\n"));
            assertTrue(e.where() >= 0);
            return;
        }
        accepted++;
        run(program, random);
        assertTrue(program.leftOthersAlone());
    }

    private static void run(RunningProgram program, SplittableRandom random) {
        Machine machine = program.machine();
        int triggers = program.linked().program().code().triggers();
        for (int i = 0; i < 3; i++) {
            int[] words = random.ints(random.nextInt(5)).toArray();
            Packet packet = RunningProgram.packet(words);
            if (i == 0 || triggers == 0) {
                machine.startUp(2_000);
            } else {
                machine.message(random.nextInt(triggers), packet, 2_000);
            }
            while (!machine.hasEnded()) {
                machine.run(1 + random.nextInt(50));
            }
            assertTrue(machine.steps() <= 2_000);
            assertTrue(machine.line() >= 0);
            for (int word = 0; word < words.length; word++) {
                assertEquals(words[word], packet.memory().i32(packet.at() + 4 * word), "the packet stays as it is");
            }
        }
    }

    @Test
    void bytesOfChanceAreRejected() {
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 1));
        for (int i = 0; i < FILES; i++) {
            byte[] file = new byte[random.nextInt(100)];
            random.nextBytes(file);
            assertTrue(isRejected(file));
        }
    }

    private static boolean isRejected(byte[] file) {
        try {
            ProgramReader.read(ProgramBytes.of(file));
            return false;
        } catch (ProgramException e) {
            return true;
        }
    }
}
