package dev.spine.command.ardma;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.tool.Disassembler;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ardma disassemble}: shows a routine as text. The command's thread. */
@Command(
    name = "disassemble",
    description = "Shows a routine as a text, which can be assembled again.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma disassemble list.routine"
    })
public final class DisassembleCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    /** Made by picocli, which fills the fields. */
    public DisassembleCommand() {}

    @Override
    public Integer call() {
        try {
            out().print(Disassembler.disassemble(input.bytes(RoutineFormat.MAX_BYTES)));
        } catch (RoutineException e) {
            throw wrong(input.shown() + " is no routine: " + FlawText.of(e), e);
        }
        out().flush();
        return 0;
    }
}
