package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is missing from standard output is told, unless its reader wanted no more. */
class StandardOutputTest {
    @TempDir
    private Path scratch;

    /** As a system of another language says it. */
    private static final class Failing extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            throw new IOException("Datenübergabe unterbrochen");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            write(0);
        }
    }

    private static String problem(Path... names) {
        StandardOutput out = new StandardOutput(new Failing(), List.of(names));
        assertThrows(IOException.class, () -> out.write('x'));
        return String.valueOf(out.problem());
    }

    @Test
    void aPipeFailsWhenItsReaderHasGoneInWhateverWords() throws Exception {
        Path pipe = scratch.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertEquals("null", problem(pipe));
        assertEquals("null", problem(scratch.resolve("no-such-name"), pipe));
    }

    @Test
    void aFileThatCannotBeWrittenIsToldInALine() throws IOException {
        String line = "standard output cannot be written: Datenübergabe unterbrochen; send it somewhere else";
        assertEquals(line, problem(Files.createFile(scratch.resolve("file"))));
        assertEquals(line, problem());
    }

    @Test
    void whatWasWrittenIsNoProblem() throws IOException {
        StandardOutput out = new StandardOutput(new ByteArrayOutputStream(), List.of());
        out.write('x');
        assertNull(out.problem());
    }
}
