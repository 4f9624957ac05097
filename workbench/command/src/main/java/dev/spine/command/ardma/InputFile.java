package dev.spine.command.ardma;

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

/** The file that a command is about. */
final class InputFile {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "A text, or a routine in its binary form.")
    private @Nullable Path file;

    Path path() {
        return Objects.requireNonNull(file);
    }

    /** {@return its name, as a line may have it} */
    String shown() {
        return PlainText.line(path().toString());
    }

    /** {@return what it holds, and no more than a byte beyond the limit: it may be anything} */
    byte[] bytes(int most) {
        try (InputStream in = Files.newInputStream(path())) {
            return in.readNBytes(most + 1);
        } catch (NoSuchFileException e) {
            throw wrong("there is no file " + shown(), e);
        } catch (IOException e) {
            throw wrong(shown() + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** {@return what it holds, as text of at most so many bytes} */
    String text(int most) {
        byte[] bytes = bytes(most);
        if (bytes.length > most) {
            throw wrong(shown() + " has more than " + most + " bytes, which no routine needs", null);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw wrong(shown() + " is no text in UTF-8", e);
        }
    }

    /** {@return an error of the person's, to be thrown} */
    ParameterException wrong(String problem, @Nullable Exception cause) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem, cause);
    }
}
