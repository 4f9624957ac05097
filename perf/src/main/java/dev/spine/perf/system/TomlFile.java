package dev.spine.perf.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/** Opens TOML files as sections. */
public final class TomlFile {
    private TomlFile() {}

    /**
     * {@return the text of a file}
     *
     * @param file the file
     * @throws SystemFileException when it cannot be read
     */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new SystemFileException(file.toString(), 0, 0, "there is no such file: check the name");
        } catch (IOException e) {
            throw new SystemFileException(file.toString(), 0, 0, "cannot be read as text: " + e.getMessage());
        }
    }

    /**
     * {@return the root table of a text}
     *
     * @param name the file's name, for errors
     * @param text its text
     * @throws SystemFileException when it is no TOML
     */
    public static TomlSection parse(String name, String text) {
        TomlParseResult result = Toml.parse(text);
        if (result.hasErrors()) {
            TomlParseError first = result.errors().getFirst();
            throw new SystemFileException(name, first.position().line(), first.position().column(),
                "this is no TOML: " + String.valueOf(first.getMessage()).replace('\n', ' '));
        }
        return new TomlSection(name, "", result, null);
    }
}
