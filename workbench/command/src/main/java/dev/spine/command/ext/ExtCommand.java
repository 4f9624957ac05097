package dev.spine.command.ext;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine ext}: the commands that concern extensions. The command's thread. */
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
public final class ExtCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public ExtCommand() {}
}
