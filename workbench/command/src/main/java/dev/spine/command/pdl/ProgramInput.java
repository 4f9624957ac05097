package dev.spine.command.pdl;

import dev.spine.command.control.Bulk;
import dev.spine.command.option.InputFile;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A program that a command was given, as a text or as a program file.
 *
 * @param file the program file
 * @param program what it holds
 */
record ProgramInput(Bulk file, Program program) {
    /**
     * {@return what is read, or nothing when it is a text with mistakes}
     *
     * @param input names it
     * @param findings takes a line for each finding
     */
    static Optional<ProgramInput> of(InputFile input, PrintWriter findings) {
        byte[] bytes = input.bytes(PdlText.MAX_CHARACTERS);
        if (bytes.length >= Integer.BYTES && ByteBuffer.wrap(bytes).getInt() == ProgramFormat.MAGIC) {
            return Optional.of(read(input, bytes));
        }
        ProgramText text = ProgramText.of(input);
        text.tell(findings);
        return text.compiled(findings, PdlCompiler::compile).map(compiled -> read(input, compiled));
    }

    private static ProgramInput read(InputFile input, byte[] bytes) {
        try {
            return new ProgramInput(new Bulk(bytes), ProgramReader.read(ProgramBytes.of(bytes)));
        } catch (ProgramException e) {
            throw input.wrong(input.shown() + " is no program file: " + e.getMessage(), e);
        }
    }
}
