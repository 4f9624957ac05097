package dev.spine.command.pdl;

import dev.spine.command.control.ProgramRequest;
import picocli.CommandLine.Command;

/** {@code spine pdl stop}: stops a program that runs. The command's thread. */
@Command(
    name = "stop",
    description = "Stops a program that runs. Its variables can be read, and it can be run again.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the card did not do it", "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl stop gate",
        "  spine pdl stop 40 --on nic"
    })
public final class StopProgramCommand extends LoadedProgramCommand {
    /** Made by picocli, which fills the fields. */
    public StopProgramCommand() {}

    @Override
    ProgramRequest request(LoadedProgram of) {
        return new ProgramRequest.StopProgram(of.on(), of.number());
    }

    @Override
    String done() {
        return "stopped";
    }
}
