package dev.spine.command.pdl;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine pdl}: the commands that concern PDL. The command's thread. */
@Command(
    name = "pdl",
    description = "Checks and formats programs in PDL, the language of protocols aboard the card.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckProgramCommand.class, FormatProgramCommand.class},
    footer = {
        "  spine pdl check gate.pdl",
        "  spine pdl format gate.pdl"
    })
public final class PdlCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public PdlCommand() {}
}
