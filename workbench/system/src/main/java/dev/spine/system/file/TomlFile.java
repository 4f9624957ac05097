package dev.spine.system.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/** Opens TOML files as sections. Any thread. */
public final class TomlFile {
    /** More than anybody writes by hand; what is longer is some other file. */
    private static final int MAX_BYTES = 1 << 20;

    private TomlFile() {}

    /**
     * {@return the text of a file}
     *
     * @param file the file
     * @throws SystemFileException when it cannot be read, or is no text
     */
    public static String text(Path file) {
        FilePosition position = FilePosition.of(file.toString());
        try {
            if (Files.isDirectory(file)) {
                throw position.wrong("is a directory: name the file in it");
            }
            byte[] bytes = read(file);
            if (bytes.length > MAX_BYTES) {
                throw position.wrong("has more than " + MAX_BYTES + " bytes, which no description has: name another file");
            }
            return decode(position.file(), bytes);
        } catch (NoSuchFileException e) {
            throw position.wrong("there is no such file: check the name");
        } catch (AccessDeniedException e) {
            throw position.wrong("may not be read by you: change its permissions");
        } catch (IOException e) {
            throw position.wrong("cannot be read: " + e.getMessage() + "; name another file");
        }
    }

    /** One byte more than is allowed at most: a device has no size, and may never end. */
    private static byte[] read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_BYTES + 1);
        }
    }

    private static String decode(String name, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, text, true);
        text.flip();
        if (result.isError()) {
            String before = text.toString();
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            int column = before.length() - before.lastIndexOf('\n');
            throw new FilePosition(name, line, column).wrong(String.format("byte 0x%02x begins no character of UTF-8: name a text file",
                in.get(in.position())));
        }
        return text.toString();
    }

    /**
     * {@return the root table of a text}
     *
     * @param name the file's name, for errors
     * @param text its text
     * @throws SystemFileException when it is no TOML
     */
    public static TomlSection parse(String name, String text) {
        TomlParseResult result = parsed(name, text);
        if (result.hasErrors()) {
            TomlParseError first = result.errors().getFirst();
            throw new FilePosition(name, first.position().line(), first.position().column())
                .wrong("this is no TOML: " + String.valueOf(first.getMessage()).replace('\n', ' ') + ": correct it");
        }
        return new TomlSection(name, "", result, null);
    }

    /** The library promises errors in its result, but some inputs break its own assertions, or its stack. */
    private static TomlParseResult parsed(String name, String text) {
        try {
            return Toml.parse(text);
        } catch (StackOverflowError e) {
            throw FilePosition.of(name).wrong("this is no TOML that can be read: it is nested too deeply: make it flatter");
        } catch (AssertionError | RuntimeException e) {
            throw FilePosition.of(name).wrong("this is no TOML that can be read (" + e.getMessage()
                + "): correct what is no table and no key");
        }
    }
}
