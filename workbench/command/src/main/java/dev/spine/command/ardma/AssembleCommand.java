package dev.spine.command.ardma;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.tool.Assembler;
import dev.spine.extension.ardma.host.tool.AssemblyException;
import dev.spine.iop.PlainText;
import dev.spine.system.output.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine ardma assemble}: makes a routine of a text. The command's thread. */
@Command(
    name = "assemble",
    description = "Makes a routine of a text, or says line by line what is wrong with it.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the text is no routine; a line for each finding says where and what was expected",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma assemble list.asm                    to list.routine",
        "  spine ardma assemble list.asm -o /tmp/a.routine"
    })
public final class AssembleCommand extends Verb implements Callable<Integer> {
    private static final String ENDING = ".routine";

    @Mixin
    private InputFile input = new InputFile();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where the routine goes. Default: beside the text, with the"
        + " ending " + ENDING + ".")
    private @Nullable Path output;

    /** Made by picocli, which fills the fields. */
    public AssembleCommand() {}

    @Override
    public Integer call() throws IOException {
        Path to = output == null ? beside(input.path()) : output;
        OutputFile file = new OutputFile(to.toString());
        if (file.isStandardOutput()) {
            throw wrong("a routine is no text: name a file for it");
        }
        file.check();
        String text = input.text(Assembler.MAX_CHARACTERS);
        if (Files.exists(to) && Files.isSameFile(to, input.path())) {
            throw wrong(PlainText.line(to.toString()) + " is the text itself: name another file by -o");
        }
        byte[] routine;
        try {
            routine = Assembler.assemble(text);
        } catch (AssemblyException e) {
            e.findings().forEach(finding -> out().println(input.shown() + ":" + PlainText.line(finding.toString())));
            out().flush();
            return 1;
        }
        file.write(routine);
        out().println("wrote " + PlainText.line(to.toString()) + ": " + RoutineSummary.of(routine));
        out().flush();
        return 0;
    }

    private static Path beside(Path text) {
        String name = String.valueOf(text.getFileName());
        int dot = name.lastIndexOf('.');
        return text.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ENDING);
    }
}
