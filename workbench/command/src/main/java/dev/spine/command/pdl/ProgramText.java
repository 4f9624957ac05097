package dev.spine.command.pdl;

import dev.spine.command.option.InputFile;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.Finding;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.iop.PlainText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** A text of PDL that a command was given, as it is read. */
record ProgramText(InputFile input, String text, PdlText read) {
    /** A mode of the compiler. */
    interface Mode {
        byte[] compile(PdlProgram program) throws ProgramTooLargeException;
    }

    static ProgramText of(InputFile input) {
        String text = input.text(PdlText.MAX_CHARACTERS);
        return new ProgramText(input, text, PdlText.read(text));
    }

    /** All that is to be said of it. */
    void tell(PrintWriter out) {
        tell(out, read.findings());
    }

    /** What keeps it from being a program. */
    void tellWrong(PrintWriter out) {
        tell(out, read.findings().stream().filter(finding -> !finding.isWarning()).toList());
    }

    /** Its program file; what keeps it from one is told, where reading it has not. */
    Optional<byte[]> compiled(PrintWriter out, Mode mode) {
        try {
            return read.program().isEmpty() ? Optional.empty() : Optional.of(mode.compile(read.program().get()));
        } catch (ProgramTooLargeException e) {
            tell(out, List.of(e.finding()));
            return Optional.empty();
        }
    }

    private void tell(PrintWriter out, List<Finding> findings) {
        findings.forEach(finding -> out.println(input.shown() + ":" + PlainText.line(finding.toString())));
        out.flush();
    }
}
