package dev.spine.extension.panic.host.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.panic.CardMemory;
import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramReader;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a class file of a program is, beside what it does. */
class TranslatedProgramTest {
    private static final String TEXT = """
        PROGRAM Lines:
          VAR a;
          TRIGGERS 7;
          BEGIN AWAIT END;
          MESSAGE 7: BEGIN
            a = a + 1;
            IF a = 1 THEN
              DISPLAY a
            ELSE
              WHILE a < 5 DO BEGIN
                DISPLAY a + 100;
                a = a + 1
              END;
            SEND a LEN 4 AS 1 TO 2;
            AWAIT
          END;
        END;
        """;

    private static Program program(String text) throws Exception {
        return ProgramReader.read(ProgramBytes.of(PdlCompiler.compile(PdlText.read(text).program().orElseThrow())));
    }

    /** A card that writes down from which lines of a program it is asked. */
    private static final class LineCard {
        private final List<String> lines = new ArrayList<>();

        TestCard card() {
            return new TestCard() {
                @Override
                public void display(int value) {
                    StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES).forEach(frame -> {
                        if ("lines.pdl".equals(frame.getFileName()) && frame.getMethodName().startsWith("part")) {
                            lines.add(value + " line " + frame.getLineNumber());
                        }
                    });
                }
            };
        }
    }

    @Test
    void itsCodeSpeaksOfTheSourceAndIsWhatRuns() throws Exception {
        Program program = program(TEXT);
        LineCard lines = new LineCard();
        RunningProgram running = new RunningProgram(Linker.link(program, HiddenForm.of(ProgramTranslator.translate(program, "lines.pdl"))),
            lines.card());
        running.startUp(100);
        running.message(0, RunningProgram.packet(), 1_000);
        running.message(0, RunningProgram.packet(), 1_000);
        assertEquals(List.of("1 line 8", "102 line 11", "103 line 11", "104 line 11"), lines.lines);
    }

    @Test
    void nothingIsLinkedWhileItRuns() throws Exception {
        ClassFile.of().parse(ProgramTranslator.translate(program(TEXT), "lines.pdl").classFile()).methods().forEach(method -> assertTrue(
            method.code().orElseThrow().elementStream().noneMatch(InvokeDynamicInstruction.class::isInstance)));
    }

    @Test
    void theSameProgramMakesTheSameClass() throws Exception {
        TranslatedProgram first = ProgramTranslator.translate(program(TEXT), "lines.pdl");
        TranslatedProgram second = ProgramTranslator.translate(program(TEXT), "lines.pdl");
        assertEquals(Arrays.hashCode(first.classFile()), Arrays.hashCode(second.classFile()));
        assertTrue(first.className().startsWith("dev.spine.extension.panic.machine.Lines_"), first.className());
    }

    @Test
    void aFormIsOnlyForTheFileOfWhichItWasMade() throws Exception {
        CompiledProgram form = HiddenForm.of(ProgramTranslator.translate(program(TEXT), "lines.pdl"));
        Program other = program(TEXT.replace("a = 1 THEN", "a = 2 THEN"));
        assertEquals("a compiled form of another program than Lines: translate the file that is loaded",
            assertThrows(IllegalArgumentException.class, () -> Linker.link(other, form)).getMessage());
        assertEquals(program(TEXT).checksum(), form.checksum());
    }

    @Test
    @Tag("allocation")
    void nothingIsAllocatedWhileItRuns() throws Exception {
        int rounds = 20_000;
        Program program = program(TEXT);
        TrialExtension trial = new TrialExtension(HiddenForm.of(ProgramTranslator.translate(program, "lines.pdl")));
        trial.place(new CardMemory(PdlCompiler.compile(PdlText.read(TEXT).program().orElseThrow())).buffer(),
            new CardMemory(new byte[64]).buffer(), true);
        var payload = new CardMemory(new byte[64]).buffer();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long fewest = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < rounds; i++) {
                trial.run(0, payload, 16, 7);
            }
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        long bytes = fewest;
        assertTrue(bytes < rounds, () -> bytes + " bytes in " + rounds + " activations");
    }

    @Test
    void aMachineMayRunOneFormAfterTheOther() throws Exception {
        Program program = program(TEXT);
        Machine machine = new Machine(new TestCard());
        var data = new CardMemory(new byte[4]).buffer();
        for (int i = 0; i < 4; i++) {
            machine.place(i % 2 == 0 ? HiddenForm.link(program) : Linker.link(program), data, 0);
            machine.message(0, RunningProgram.packet(), 1_000);
            assertEquals(Machine.State.AWAITING, machine.run(1_000));
            assertEquals(i == 0 ? 1 : 4 + i, machine.variable(0));
        }
    }
}
