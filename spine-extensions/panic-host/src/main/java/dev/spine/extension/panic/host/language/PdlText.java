package dev.spine.extension.panic.host.language;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The text of a program, read and checked. Immutable. Any thread.
 *
 * @param findings what is to be said of it, in the order of the text
 * @param program what it says; empty when something is wrong
 */
public record PdlText(List<Finding> findings, Optional<PdlProgram> program) {
    /** The most characters of a text. */
    public static final int MAX_CHARACTERS = 1 << 20;

    /** Keeps a copy. */
    public PdlText {
        findings = List.copyOf(findings);
    }

    /**
     * {@return what a text says}
     *
     * @param text of one program
     */
    public static PdlText read(String text) {
        Findings findings = new Findings();
        if (text.length() > MAX_CHARACTERS) {
            findings.wrong(new Position(1, 1), String.format(Locale.ROOT, "a program has at most %,d characters, this one has %,d",
                MAX_CHARACTERS, text.length()));
            return new PdlText(findings.all(), Optional.empty());
        }
        ProgramParser parser = new ProgramParser(text, findings);
        PdlProgram program = parser.read();
        new ProgramCheck(program, parser.knowsNames(), parser.knowsTriggers(), findings).run();
        List<Finding> all = findings.all();
        return new PdlText(all, all.stream().allMatch(Finding::isWarning) ? Optional.of(program) : Optional.empty());
    }
}
