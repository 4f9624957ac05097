package dev.spine.command.pdl;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.iop.PlainText;
import dev.spine.system.output.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine pdl compile}: makes the file of a program. The command's thread. */
@Command(
    name = "compile",
    description = "Makes a program file of a program, or says line by line what is wrong with it.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done; a line for each warning", "1:it is no program; a line for each finding says where, and nothing is written",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl compile gate.pdl                       to gate.program",
        "  spine pdl compile gate.pdl -o /tmp/a.program"
    })
public final class CompileProgramCommand extends Verb implements Callable<Integer> {
    private static final String ENDING = ".program";

    @Mixin
    private InputFile input = new InputFile();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where the program file goes. Default: beside the text, with the"
        + " ending " + ENDING + ".")
    private @Nullable Path output;

    /** Made by picocli, which fills the fields. */
    public CompileProgramCommand() {}

    @Override
    public Integer call() throws IOException {
        Path to = output == null ? beside(input.path()) : output;
        OutputFile file = new OutputFile(to.toString());
        if (file.isStandardOutput()) {
            throw wrong("a program file is no text: name a file for it");
        }
        file.check();
        ProgramText text = ProgramText.of(input);
        if (Files.exists(to) && Files.isSameFile(to, input.path())) {
            throw wrong(PlainText.line(to.toString()) + " is the text itself: name another file by -o");
        }
        text.tell(out());
        Optional<byte[]> compiled = text.compiled(out());
        if (compiled.isEmpty()) {
            return 1;
        }
        file.write(compiled.get());
        out().println(String.format(Locale.ROOT, "wrote %s: %,d bytes", PlainText.line(to.toString()), compiled.get().length));
        out().flush();
        return 0;
    }

    private static Path beside(Path text) {
        String name = String.valueOf(text.getFileName());
        int dot = name.lastIndexOf('.');
        return text.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ENDING);
    }
}
