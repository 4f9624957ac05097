package dev.spine.command.pdl;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine pdl}: the commands that concern PDL. The command's thread. */
@Command(
    name = "pdl",
    description = "Checks, formats and compiles programs in PDL, the language of protocols aboard the card.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckProgramCommand.class, FormatProgramCommand.class, CompileProgramCommand.class,
        DisassembleProgramCommand.class},
    footer = {
        "  spine pdl check gate.pdl",
        "  spine pdl format gate.pdl",
        "  spine pdl compile gate.pdl",
        "  spine pdl disassemble gate.program"
    })
public final class PdlCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public PdlCommand() {}
}
