package dev.spine.system.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Where a person wants a result: a file, or {@code -} for standard output. Any thread.
 *
 * @param name what the person typed
 */
public record OutputFile(String name) {
    private static final String STANDARD_OUTPUT = "-";
    /** What people write or build and give to a command: a result that is named so would take its place. */
    private static final List<String> ENDS_OF_INPUTS = List.of(".toml", ".jar");

    /** {@return whether it goes to standard output, which then should have nothing else} */
    public boolean isStandardOutput() {
        return name.equals(STANDARD_OUTPUT);
    }

    /**
     * Finds out, before a long run, what would go wrong after it. What a file holds stays as it is until {@link #write} has all of the new.
     *
     * @throws OutputException when the file could not be written; the message is one line for people
     */
    public void check() {
        if (isStandardOutput()) {
            return;
        }
        if (ENDS_OF_INPUTS.stream().anyMatch(name::endsWith)) {
            throw new OutputException(name + " cannot be written: so ends what a command is given, not what it writes; name another file,"
                + " or - for standard output");
        }
        checkPlace();
    }

    /**
     * Does the same for a file that is to be given to a command later: it may end as such files do.
     *
     * @throws OutputException when the file could not be written; the message is one line for people
     */
    public void checkPlace() {
        try {
            ReplacedFile.begin(Path.of(name)).close();
        } catch (IOException e) {
            throw OutputException.of(name, e);
        } catch (InvalidPathException e) {
            throw new OutputException(name + " is not a valid file name: " + e.getReason() + "; name another file", e);
        }
    }

    /**
     * Makes the directories that lead to the file, where there are none.
     *
     * @throws OutputException when they cannot be made; the message is one line for people
     */
    public void makeDirectories() {
        try {
            Path directory = isStandardOutput() ? null : Path.of(name).toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
        } catch (FileAlreadyExistsException e) {
            throw new OutputException(name + " cannot be written: " + e.getFile() + " is no directory; name another file", e);
        } catch (IOException e) {
            throw OutputException.of(name, e);
        } catch (InvalidPathException e) {
            throw new OutputException(name + " is not a valid file name: " + e.getReason() + "; name another file", e);
        }
    }

    /**
     * {@return the file beside this one that says where its figures come from: {@code figures.json} has {@code figures.manifest.txt}}
     */
    public OutputFile manifest() {
        int dot = name.lastIndexOf('.');
        return new OutputFile((dot > name.lastIndexOf('/') + 1 ? name.substring(0, dot) : name) + ".manifest.txt");
    }

    /**
     * Writes bytes, replacing what the file held when all are written.
     *
     * @param bytes the bytes
     * @throws OutputException when the file cannot be written; the message is one line for people
     */
    public void write(byte[] bytes) {
        try (ReplacedFile file = ReplacedFile.begin(Path.of(name))) {
            file.stream().write(bytes);
            file.keep();
        } catch (IOException e) {
            throw OutputException.of(name, e);
        }
    }

    /**
     * Writes text, replacing what a file held when all is written.
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
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A file cannot be written. The message is one line for people. */
    public static final class OutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OutputException(String message) {
            super(message);
        }

        private OutputException(String message, Exception cause) {
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
                case FileSystemException said when said.getReason() != null -> said.getReason();
                default -> Objects.requireNonNullElse(cause.getMessage(), cause.toString());
            };
            return new OutputException(file + " cannot be written: " + reason + "; name another file", cause);
        }
    }
}
