package dev.spine.command.run;

import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.output.OutputFile;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --json FILE} of a command that shows what a running system has answered. The command's thread. */
public final class AnswerOption {
    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the field. */
    public AnswerOption() {}

    /** Shows an answer to a person. */
    @FunctionalInterface
    public interface Text {
        /**
         * Prints it.
         *
         * @param answer what was answered
         * @param out takes the text
         * @throws RequestException when a member is missing or is something else
         */
        void print(Fields answer, PrintWriter out) throws RequestException;
    }

    /**
     * Prints an answer, unless JSON goes to standard output, and writes the JSON where it is wanted.
     *
     * @param answer what was answered
     * @param out standard output
     * @param text prints it for people
     * @return the exit code of a command that has done what it was asked for
     * @throws CommandRefusedException when the answer is not as it should be
     */
    public int show(Fields answer, PrintWriter out, Text text) {
        if (json == null || !new OutputFile(json).isStandardOutput()) {
            try {
                text.print(answer, out);
                out.flush();
            } catch (RequestException e) {
                throw new CommandRefusedException(e);
            }
        }
        if (json != null) {
            RunningSystemOption.write(answer, json, out);
        }
        return 0;
    }
}
