package dev.spine.command.ardma;

import dev.spine.command.option.FileBeside;
import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.tool.Assembler;
import dev.spine.extension.ardma.host.tool.AssemblyException;
import dev.spine.iop.PlainText;
import dev.spine.system.output.OutputFile;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    @Mixin
    private InputFile input = new InputFile();

    @Mixin
    private FileBeside output = new FileBeside();

    /** Made by picocli, which fills the fields. */
    public AssembleCommand() {}

    @Override
    public Integer call() throws IOException {
        OutputFile file = output.of(input, ".routine", "a routine");
        byte[] routine;
        try {
            routine = Assembler.assemble(input.text(Assembler.MAX_CHARACTERS));
        } catch (AssemblyException e) {
            e.findings().forEach(finding -> out().println(input.shown() + ":" + PlainText.line(finding.toString())));
            out().flush();
            return 1;
        }
        file.write(routine);
        out().println("wrote " + PlainText.line(file.name()) + ": " + RoutineSummary.of(routine));
        out().flush();
        return 0;
    }
}
