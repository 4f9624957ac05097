package dev.spine.command.pdl;

import dev.spine.command.control.ProgramRequest;
import picocli.CommandLine.Command;

/** {@code spine pdl unload}: takes a program off its card. The command's thread. */
@Command(
    name = "unload",
    description = "Takes a program off its card, whatever it does, and frees its memory.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the card did not do it", "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl unload gate",
        "  spine pdl unload 40 --on nic"
    })
public final class UnloadProgramCommand extends LoadedProgramCommand {
    /** Made by picocli, which fills the fields. */
    public UnloadProgramCommand() {}

    @Override
    ProgramRequest request(LoadedProgram of) {
        return new ProgramRequest.UnloadProgram(of.on(), of.number());
    }

    @Override
    String done() {
        return "unloaded";
    }
}
