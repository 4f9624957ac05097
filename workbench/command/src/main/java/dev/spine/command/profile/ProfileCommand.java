package dev.spine.command.profile;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine profile}: the machines that the modelled engine can calculate with. The command's thread. */
@Command(
    name = "profile",
    description = "Shows machine profiles: what the modelled engine calculates with, each number with its source.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProfileListCommand.class, ProfileShowCommand.class, ProfileAccessCommand.class},
    footer = {
        "  spine profile list",
        "  spine profile show lanai-33",
        "  spine profile show lanai-33 --set bus.clock=66MHz",
        "  spine profile access lanai-33               what it costs to reach memory, registers, DMA engines"
    })
public final class ProfileCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public ProfileCommand() {}
}
