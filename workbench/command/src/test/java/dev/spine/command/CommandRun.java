package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** One run of the command within this process: its exit code and what it wrote. */
record CommandRun(int code, String out, String err) {
    /** Who speaks, among lines of other programs. */
    static final String PREFIX = "spine: ";

    /** Runs the command with what a person would type after {@code spine}. */
    static CommandRun of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        int code = SpineCommand.commandLine(words).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(words);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Runs a verb of {@code spine route} at the router of a control socket. */
    static CommandRun atRouter(Path socket, String verb, String... arguments) {
        return of(Stream.concat(Stream.of("route", verb, "--socket", socket), Arrays.stream(arguments)).toArray());
    }

    /** Asserts that it did what was asked, without a word of complaint. */
    CommandRun succeeded() {
        assertEquals(0, code, this::toString);
        assertEquals("", err);
        return this;
    }

    /** Asserts that it asks the person to change something, in one line that says who asks; returns the rest of the line. */
    String refusal() {
        assertEquals(2, code, this::toString);
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        assertFalse(err.contains("\tat "), err);
        assertTrue(err.startsWith(PREFIX), err);
        return err.substring(PREFIX.length()).strip();
    }

    /** A file of the tests' resources, by its place below {@code workbench}. */
    static Path resource(String name) {
        return Path.of(System.getProperty("spine.root", "../.."), "workbench", name);
    }
}
