package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.ProgramException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random programs do the same whether transfers end before the next statement or go on beside it: words, segments, flags and locks in their
 * order, messages, what is shown, and faults. The card moves each byte of a transfer at any moment, and its host acts at each message, flag
 * and lock. {@code -Dspine.programs=100000} says how many, {@code -Dspine.seed=SEED} repeats the one of a failure.
 */
class OverlapRandomTest {
    private static final int PROGRAMS = Integer.getInteger("spine.programs", Boolean.getBoolean("spine.full") ? 10_000 : 1_500);
    private static final int MESSAGES = 5;

    private long transfers;
    private long waitsOfReference;
    private long waitsOfOverlap;
    private long faults;

    private static void same(RunningProgram reference, TestCard there, RunningProgram overlapping, TestCard here) {
        assertEquals(reference.machine().state(), overlapping.machine().state());
        assertEquals(reference.machine().fault(), overlapping.machine().fault());
        assertEquals(reference.machine().line(), overlapping.machine().line());
        assertEquals(reference.machine().armed(), overlapping.machine().armed());
        assertEquals(there.log(), here.log());
        assertArrayEquals(reference.words(), overlapping.words());
        for (int i = 0; i < TestCard.FLAGS; i++) {
            assertEquals(there.flag(i), here.flag(i));
            assertEquals(there.lock(i), here.lock(i));
        }
        for (int segment = 2; segment <= 6; segment++) {
            assertArrayEquals(there.segment(segment), here.segment(segment));
        }
        assertTrue(overlapping.leftOthersAlone());
    }

    private void run(String text, Random random) throws ProgramTooLargeException, ProgramException {
        PdlText read = PdlText.read(text);
        PdlProgram tree = read.program().orElseThrow(() -> new AssertionError(read.findings()));
        TestCard there = new TestCard().watched().late(new Random(random.nextLong()));
        TestCard here = new TestCard().watched().waiting(random.nextInt(3)).late(new Random(random.nextLong()));
        for (int segment = 2; segment <= 6; segment++) {
            random.nextBytes(there.segment(segment));
            System.arraycopy(there.segment(segment), 0, here.segment(segment), 0, TestCard.SEGMENT_BYTES);
        }
        RunningProgram reference = new RunningProgram(PdlCompiler.compile(tree), there);
        RunningProgram overlapping = new RunningProgram(PdlCompiler.compileOverlapping(tree), here);
        int slice = 1 + random.nextInt(8);
        reference.startUp(RunningProgram.BUDGET);
        overlapping.startUp(slice);
        same(reference, there, overlapping, here);
        for (int i = 0; i < MESSAGES; i++) {
            int[] words = random.ints(random.nextInt(8), -3, 12).toArray();
            int trigger = random.nextInt(3);
            int lock = random.nextInt(TestCard.FLAGS);
            there.setLock(lock);
            here.setLock(lock);
            int waits = there.ends();
            int fewer = here.ends();
            reference.message(trigger, RunningProgram.packet(words), RunningProgram.BUDGET);
            overlapping.message(trigger, RunningProgram.packet(words), slice);
            waitsOfReference += there.ends() - waits;
            waitsOfOverlap += here.ends() - fewer;
            faults += reference.machine().state() == Machine.State.FAULTED ? 1 : 0;
            same(reference, there, overlapping, here);
            assertEquals(reference.machine().steps() - (there.ends() - waits), overlapping.machine().steps() - (here.ends() - fewer));
        }
        transfers += there.log().stream().filter(line -> line.startsWith("get ") || line.startsWith("deliver ")).count();
    }

    @Test
    void bothModesDoTheSame() {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (int i = 0; i < (given == null ? PROGRAMS : 1); i++) {
            Random random = new Random(first + i);
            String text = ProgramGenerator.programOfTransfers(random);
            try {
                run(text, random);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ":\n" + text, e);
            }
        }
        if (given == null) {
            assertTrue(transfers > PROGRAMS && faults > PROGRAMS / 10 && waitsOfOverlap < waitsOfReference,
                () -> "programs from " + first + " hardly show anything: " + transfers + " transfers, " + waitsOfReference + " and "
                    + waitsOfOverlap + " waits, " + faults + " faults");
        }
    }
}
