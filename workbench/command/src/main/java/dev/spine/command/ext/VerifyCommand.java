package dev.spine.command.ext;

import dev.spine.command.option.JsonOption;
import dev.spine.command.option.Verb;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Verdict;
import dev.spine.iop.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code spine ext verify}: the verdict on an image, as the runtime of a card would give it; nothing is loaded or run. The command's
 * thread.
 */
@Command(
    name = "verify",
    description = "Tells whether a card would load a jar, everything in it that is forbidden and what to do instead, what it links to, and"
        + " what it will cost. Nothing of it is loaded or run.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:accepted", "1:rejected", "2:the user must change something; one line says what"},
    footer = {
        "  spine ext verify my.jar             for people",
        "  spine ext verify my.jar --json -    for programs"
    })
public final class VerifyCommand extends Verb implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "JAR", description = "The image: classes, and a manifest with " + ExtensionImage.ENTRY_ATTRIBUTE
        + ": ENTRY CLASS.")
    private @Nullable Path jar;

    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public VerifyCommand() {}

    @Override
    public Integer call() {
        json.check();
        PrintWriter out = out();
        byte[] bytes = read(Objects.requireNonNull(jar));
        ExtensionImage image;
        Verdict verdict;
        List<String> interpreted;
        try {
            image = ExtensionImage.parse(bytes);
            verdict = image.verdict();
            interpreted = verdict.isAccepted() ? image.interpretedMethods() : List.of();
        } catch (ExtensionException e) {
            json.write(() -> VerdictJson.write(e), () -> VerdictText.write(e), out);
            return 1;
        }
        json.write(() -> VerdictJson.write(image, verdict, interpreted),
            () -> PlainText.lines(VerdictText.write(image, verdict, interpreted)), out);
        return verdict.isAccepted() ? 0 : 1;
    }

    /** No more than the limit and a byte: the file may be anything. */
    private byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(ExtensionImage.MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw wrong("there is no file " + file, e);
        } catch (IOException e) {
            throw wrong(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
