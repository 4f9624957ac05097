package dev.spine.command.option;

import dev.spine.iop.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The file that a command is about, for a command to mix in. The command's thread. */
public final class InputFile {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "What is read.")
    private @Nullable Path file;

    /** Made by picocli, which fills the fields. */
    public InputFile() {}

    /** {@return where it is} */
    public Path path() {
        return Objects.requireNonNull(file);
    }

    /** {@return its name, as a line may have it} */
    public String shown() {
        return PlainText.line(path().toString());
    }

    /**
     * {@return what it holds, and no more than a byte beyond the limit: it may be anything}
     *
     * @param most bytes that such a file can have
     * @throws ParameterException when it cannot be read
     */
    public byte[] bytes(int most) {
        try (InputStream in = Files.newInputStream(path())) {
            return in.readNBytes(most + 1);
        } catch (NoSuchFileException e) {
            throw wrong("there is no file " + shown(), e);
        } catch (IOException e) {
            throw wrong(shown() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * {@return what it holds, as text}
     *
     * @param most bytes that such a file can have
     * @throws ParameterException when it cannot be read, has more or is no text
     */
    public String text(int most) {
        byte[] bytes = bytes(most);
        if (bytes.length > most) {
            throw wrong(shown() + " has more than " + most + " bytes, which none needs", null);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw wrong(shown() + " is no text in UTF-8", e);
        }
    }

    /**
     * {@return an error of the person's, to be thrown}
     *
     * @param problem one line that says what, where and what to do
     * @param cause what was thrown; null for none
     */
    public ParameterException wrong(String problem, @Nullable Exception cause) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem, cause);
    }
}
