package dev.spine.command.pdl;

import dev.spine.command.option.FileBeside;
import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.iop.PlainText;
import dev.spine.system.output.OutputFile;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
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
        "  spine pdl compile gate.pdl -o /tmp/a.program",
        "  spine pdl compile --overlap gate.pdl             transfers go on beside statements"
    })
public final class CompileProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    @Mixin
    private FileBeside output = new FileBeside();

    @Option(names = "--overlap", description = "Transfers to and from the host go on beside the statements behind them; the program waits"
        + " before the first one that they concern. Default: it waits before the next one.")
    private boolean isOverlapping;

    /** Made by picocli, which fills the fields. */
    public CompileProgramCommand() {}

    @Override
    public Integer call() throws IOException {
        OutputFile file = output.of(input, ".program", "a program file");
        ProgramText text = ProgramText.of(input);
        text.tell(out());
        Optional<byte[]> compiled = text.compiled(out(), isOverlapping ? PdlCompiler::compileOverlapping : PdlCompiler::compile);
        if (compiled.isEmpty()) {
            return 1;
        }
        file.write(compiled.get());
        out().println(String.format(Locale.ROOT, "wrote %s: %,d bytes", PlainText.line(file.name()), compiled.get().length));
        out().flush();
        return 0;
    }
}
