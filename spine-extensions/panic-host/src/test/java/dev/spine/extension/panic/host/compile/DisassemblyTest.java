package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever file the reader takes can be shown. {@code -Dspine.seed=SEED} repeats the files of a failure. */
class DisassemblyTest {
    private static final int FILES = 5_000;

    @Test
    void aDamagedFileIsRefusedOrShown() throws ProgramTooLargeException {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        int shown = 0;
        for (int i = 0; i < FILES; i++) {
            Random random = new Random(first + i);
            byte[] file = PdlCompiler.compile(PdlText.read(ProgramGenerator.program(random)).program().orElseThrow());
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                file[random.nextInt(file.length)] = (byte) random.nextInt();
            }
            try {
                String text = Disassembly.of(ProgramReader.read(ProgramBytes.of(ProgramWriter.seal(file))));
                assertTrue(text.startsWith("program ") && text.contains("start-up"), text);
                shown++;
            } catch (ProgramException e) {
                assertTrue(e.getMessage() != null && !e.getMessage().isBlank());
            } catch (RuntimeException e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i), e);
            }
        }
        assertTrue(shown > FILES / 20, "hardly any file is taken: " + shown);
    }
}
