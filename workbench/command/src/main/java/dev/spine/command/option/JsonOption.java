package dev.spine.command.option;

import dev.spine.system.output.OutputFile;
import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --json FILE} of a verb whose result is a text for people, or a document for programs. The command's thread. */
public final class JsonOption {
    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String name;

    /** Made by picocli, which fills the field. */
    public JsonOption() {}

    /**
     * Finds out, before a long run, what would go wrong after it.
     *
     * @throws OutputFile.OutputException when the file could not be written; the message is one line for people
     */
    public void check() {
        if (name != null) {
            new OutputFile(name).check();
        }
    }

    /**
     * Writes the result: the document where it is wanted, and the text to standard output unless the document goes there.
     *
     * @param document the result for programs, asked for if it is wanted
     * @param text the result for people, likewise
     * @param out standard output
     * @throws OutputFile.OutputException when the file cannot be written; the message is one line for people
     */
    public void write(Supplier<String> document, Supplier<String> text, PrintWriter out) {
        OutputFile file = name == null ? null : new OutputFile(name);
        if (file != null) {
            file.write(document.get(), out);
        }
        if (file == null || !file.isStandardOutput()) {
            out.print(text.get());
            out.flush();
        }
    }
}
