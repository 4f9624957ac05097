package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.host.translate.HiddenForm;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random programs, interpreted and as class files, do what their trees say: the same messages, transfers and words, flags and faults,
 * whatever slices they run in and however often the card lets them wait; and both make the same steps. {@code -Dspine.programs=100000}
 * says how many, {@code -Dspine.seed=SEED} repeats the one of a failure.
 */
class RandomProgramTest {
    private static final int PROGRAMS = Integer.getInteger("spine.programs", Boolean.getBoolean("spine.full") ? 10_000 : 1_500);
    /** Of 1,500 programs 133 messages end STOPPED, with a deviation of 17, and 75 are wanted: so many more programs have far more. */
    private static final int MAX_PROGRAMS = 5 * PROGRAMS;
    private static final int MESSAGES = 5;
    private static final String REMOTE = " at 60:dd100002";

    private final Map<Machine.State, Integer> ends = new EnumMap<>(Machine.State.class);

    private static void check(TreeModel model, Machine.State expected, RunningProgram program, Machine.State is, TestCard card) {
        assertEquals(expected, is, () -> program.machine().fault().text());
        assertEquals(model.fault, program.machine().fault());
        assertEquals(model.log, card.log());
        assertArrayEquals(model.words(), program.words());
        for (int i = 0; i < TestCard.FLAGS; i++) {
            assertEquals(model.flags[i], card.flag(i));
            assertEquals(model.locks[i], card.lock(i));
        }
        model.segments.forEach((number, bytes) -> assertArrayEquals(bytes, card.segment(number)));
        assertTrue(program.leftOthersAlone());
        if (expected == Machine.State.AWAITING) {
            assertEquals(model.armed, program.machine().armed());
        }
    }

    /** One form of a program, and its card. */
    private record Subject(RunningProgram program, TestCard card) {
        static Subject of(LinkedProgram linked, int waits) {
            TestCard card = new TestCard().waiting(waits);
            return new Subject(new RunningProgram(linked, card), card);
        }
    }

    private void run(String text, Random random) throws ProgramTooLargeException, ProgramException {
        PdlText read = PdlText.read(text);
        PdlProgram tree = read.program().orElseThrow(() -> new AssertionError(read.findings()));
        Program compiled = ProgramReader.read(ProgramBytes.of(PdlCompiler.compile(tree)));
        int waits = random.nextInt(3);
        List<Subject> subjects = List.of(Subject.of(Linker.link(compiled), waits), Subject.of(HiddenForm.link(compiled), waits));
        TreeModel model = new TreeModel(tree, TestCard.FLAGS);
        for (int segment = 2; segment <= 6; segment++) {
            byte[] bytes = new byte[TestCard.SEGMENT_BYTES];
            random.nextBytes(bytes);
            for (Subject each : subjects) {
                System.arraycopy(bytes, 0, each.card.segment(segment), 0, bytes.length);
            }
            model.segments.put(segment, bytes);
        }
        int slice = 1 + random.nextInt(40);
        Machine.State start = model.startUp();
        for (Subject each : subjects) {
            check(model, start, each.program, each.program.startUp(slice), each.card);
        }
        for (int i = 0; i < MESSAGES; i++) {
            int[] words = random.ints(random.nextInt(8), -3, 12).toArray();
            ByteBuffer payload = ByteBuffer.allocate(words.length * Integer.BYTES);
            payload.asIntBuffer().put(words);
            boolean isLocal = random.nextBoolean();
            int trigger = random.nextInt(3);
            int lock = random.nextInt(TestCard.FLAGS);
            model.locks[lock] = true;
            Machine.State state = model.message(trigger, payload.array(), isLocal ? "" : REMOTE);
            for (Subject each : subjects) {
                each.card.setLock(lock);
                check(model, state, each.program, each.program.message(trigger, isLocal ? RunningProgram.localPacket(words)
                    : RunningProgram.packet(words), slice), each.card);
            }
            assertEquals(subjects.getFirst().program.machine().steps(), subjects.getLast().program.machine().steps());
            ends.merge(state, 1, Integer::sum);
        }
    }

    @Test
    void aCompiledProgramDoesWhatItsTreeSays() {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (int i = 0; i < (given == null ? PROGRAMS : 1) || given == null && i < MAX_PROGRAMS && !isEachEndMet(); i++) {
            Random random = new Random(first + i);
            String text = ProgramGenerator.program(random);
            try {
                run(text, random);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ":\n" + text, e);
            }
        }
        assertTrue(given != null || isEachEndMet(), () -> "programs hardly ever end so: " + ends);
    }

    private boolean isEachEndMet() {
        return Stream.of(Machine.State.AWAITING, Machine.State.STOPPED, Machine.State.FAULTED)
            .allMatch(end -> ends.getOrDefault(end, 0) > PROGRAMS / 20);
    }
}
