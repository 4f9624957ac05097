package dev.spine.command.option;

import dev.spine.iop.PlainText;
import dev.spine.system.output.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where that goes which is made of a text, for a command to mix in. The command's thread. */
public final class FileBeside {
    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where it goes. Default: beside the text, with an ending of its"
        + " own.")
    private @Nullable Path output;

    /** Made by picocli, which fills the fields. */
    public FileBeside() {}

    /**
     * {@return the file, which can be written}
     *
     * @param text what it is made of, which stays as it is
     * @param ending of its name, with a dot
     * @param what it is, for messages
     * @throws IOException when the files cannot be told apart
     * @throws ParameterException when it cannot be written, or is the text itself
     */
    public OutputFile of(InputFile text, String ending, String what) throws IOException {
        Path to = output == null ? beside(text.path(), ending) : output;
        OutputFile file = new OutputFile(to.toString());
        if (file.isStandardOutput()) {
            throw text.wrong(what + " is no text: name a file for it", null);
        }
        file.check();
        if (Files.exists(to) && Files.exists(text.path()) && Files.isSameFile(to, text.path())) {
            throw text.wrong(PlainText.line(to.toString()) + " is the text itself: name another file by -o", null);
        }
        return file;
    }

    private static Path beside(Path text, String ending) {
        String name = String.valueOf(text.getFileName());
        int dot = name.lastIndexOf('.');
        return text.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ending);
    }
}
