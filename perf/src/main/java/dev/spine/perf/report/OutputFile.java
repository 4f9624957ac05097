package dev.spine.perf.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a person wants a result: a file, or {@code -} for standard output.
 *
 * @param name what the person typed
 */
public record OutputFile(String name) {
    private static final String STANDARD_OUTPUT = "-";

    /** {@return whether it goes to standard output, which then should have nothing else} */
    public boolean isStandardOutput() {
        return name.equals(STANDARD_OUTPUT);
    }

    /**
     * Writes text, replacing what a file held.
     *
     * @param text the text
     * @param standardOutput used for {@code -}
     * @throws OutputException when the file cannot be written; the message is one line for people
     */
    public void write(String text, PrintWriter standardOutput) {
        if (isStandardOutput()) {
            standardOutput.print(text);
            standardOutput.flush();
            return;
        }
        try {
            Files.writeString(Path.of(name), text);
        } catch (IOException e) {
            throw OutputException.of(name, e);
        }
    }

    /** A file cannot be written. The message is one line for people. */
    public static final class OutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OutputException(String message, IOException cause) {
            super(message, cause);
        }

        /**
         * {@return the error for a file that cannot be written}
         *
         * @param file its name
         * @param cause what the operating system said
         */
        public static OutputException of(String file, IOException cause) {
            String reason = switch (cause) {
                case NoSuchFileException _ -> "its directory does not exist";
                case AccessDeniedException _ -> "that is not allowed";
                default -> Objects.requireNonNullElse(cause.getMessage(), cause.toString());
            };
            return new OutputException(file + " cannot be written: " + reason + "; name another file", cause);
        }
    }
}
