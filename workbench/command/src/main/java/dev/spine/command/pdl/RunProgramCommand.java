package dev.spine.command.pdl;

import dev.spine.command.control.ProgramRequest;
import picocli.CommandLine.Command;

/** {@code spine pdl run}: runs a loaded program. The command's thread. */
@Command(
    name = "run",
    description = "Runs a loaded program that does not run: its variables become 0, and its start-up block begins.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the card did not do it", "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl run gate",
        "  spine pdl run 40 --on nic"
    })
public final class RunProgramCommand extends LoadedProgramCommand {
    /** Made by picocli, which fills the fields. */
    public RunProgramCommand() {}

    @Override
    ProgramRequest request(LoadedProgram of) {
        return new ProgramRequest.RunProgram(of.on(), of.number());
    }

    @Override
    String done() {
        return "running";
    }
}
