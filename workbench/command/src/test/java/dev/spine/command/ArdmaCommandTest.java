package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine ardma}: text to routines and back, and mistakes in lines with their places. */
@Tag("AR-13")
class ArdmaCommandTest {
    @TempDir
    private Path directory;

    @Test
    void theExampleOfTheDocumentIsAssembledVerifiedAndShown() throws IOException {
        Document document = Document.read(Document.ROOT.resolve("docs/active-rdma-isa.md"));
        String example = document.blocks("").getFirst().text();
        Path text = Files.writeString(directory.resolve("list.asm"), example);
        Path routine = directory.resolve("list.routine");
        assertEquals("wrote " + routine + ": 1 method, 1 area, 62 bytes, hash 0x85233ef9a2f50b04\n",
            CommandRun.of("ardma", "assemble", text).succeeded().out());
        assertEquals("accepted: 1 method, 1 area, 62 bytes, hash 0x85233ef9a2f50b04\n",
            CommandRun.of("ardma", "verify", routine).succeeded().out());
        assertEquals(document.blocks("hex").getFirst().text().replace("\n", ""), HexFormat.of().formatHex(Files.readAllBytes(routine)));
        String shown = CommandRun.of("ardma", "disassemble", routine).succeeded().out();
        Path again = Files.writeString(directory.resolve("again.asm"), shown);
        Path other = directory.resolve("other.routine");
        CommandRun.of("ardma", "assemble", again, "-o", other).succeeded();
        assertArrayEquals(Files.readAllBytes(routine), Files.readAllBytes(other));
    }

    @Test
    void whatIsWrongWithATextIsALineEachAndNothingIsWritten() throws IOException {
        Path text = Files.writeString(directory.resolve("a.asm"), ".method main ()V\n    iaddd\n    push\n");
        CommandRun run = CommandRun.of("ardma", "assemble", text);
        assertEquals(1, run.code());
        assertEquals(List.of(text + ":2:5: expected an instruction, found 'iaddd'", text + ":3:9: expected an int, a long with an L behind"
            + " it, data, scratch, or the name of data with or without .length, found the end of the line"), run.out().lines().toList());
        assertFalse(Files.exists(directory.resolve("a.routine")));
    }

    @Test
    void whatIsNoRoutineIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("no.routine"), "something else");
        assertEquals(file + " is no routine: no routine of this version (see spine ardma disassemble --help)",
            CommandRun.of("ardma", "disassemble", file).refusal());
        CommandRun run = CommandRun.of("ardma", "verify", file);
        assertEquals(1, run.code());
        assertEquals("rejected: no routine of this version\n", run.out());
        CommandRun endless = CommandRun.of("ardma", "verify", "/dev/zero");
        assertEquals(1, endless.code());
    }

    @Test
    void aMistakeIsOneLineAndTheTextStays() throws IOException {
        Path text = Files.writeString(directory.resolve("list.routine"), ".method main ()V\n return\n");
        assertEquals(text + " is the text itself: name another file by -o (see spine ardma assemble --help)",
            CommandRun.of("ardma", "assemble", text).refusal());
        assertTrue(CommandRun.of("ardma", "assemble", text, "-o", directory.resolve("SYSTEM.toml")).refusal()
            .contains("cannot be written"));
        assertEquals("a routine is no text: name a file for it (see spine ardma assemble --help)",
            CommandRun.of("ardma", "assemble", text, "-o", "-").refusal());
        assertEquals("there is no file " + directory.resolve("none") + " (see spine ardma assemble --help)",
            CommandRun.of("ardma", "assemble", directory.resolve("none")).refusal());
        assertTrue(CommandRun.of("ardma", "assemble", "/dev/zero", "-o", directory.resolve("z")).refusal().contains("has more than"));
        Path latin = Files.write(directory.resolve("latin.asm"), new byte[] {';', (byte) 0xE9});
        assertTrue(CommandRun.of("ardma", "assemble", latin).refusal().contains("is no text in UTF-8"));
        assertEquals(".method main ()V\n return\n", Files.readString(text));
    }
}
