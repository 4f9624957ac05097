package dev.spine.command.ext;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spine ext}: the commands that concern extensions. */
@Command(
    name = "ext",
    description = "Manages extensions, the code that runs on a card: checks a jar offline, or acts on those of a running system.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {VerifyCommand.class, LoadCommand.class, ListCommand.class, InspectCommand.class, ReplaceCommand.class,
        SendCommand.class, UnloadCommand.class},
    footer = {
        "  spine ext verify my.jar        would a card load it, and if not, why?",
        "  spine ext load my.jar          onto a card of the system that spine run runs",
        "  spine ext list                 what of yours is loaded there"
    })
public final class ExtCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    /** Made by picocli, which fills the fields. */
    public ExtCommand() {}

    /** Without a subcommand there is nothing to do: prints the help to standard output. */
    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }
}
