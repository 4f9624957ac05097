package dev.spine.command.pdl;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine pdl}: the commands that concern PDL. The command's thread. */
@Command(
    name = "pdl",
    description = "Checks, formats and compiles programs in PDL, the language of protocols aboard the card, and loads and runs them on"
        + " cards of a running system.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckProgramCommand.class, FormatProgramCommand.class, CompileProgramCommand.class,
        DisassembleProgramCommand.class,
        LoadProgramCommand.class, RunProgramCommand.class, SendToProgramCommand.class, StopProgramCommand.class, SwapProgramCommand.class,
        UnloadProgramCommand.class, ListProgramsCommand.class, DisplayCommand.class, WatchCommand.class},
    footer = {
        "  spine pdl check gate.pdl",
        "  spine pdl format gate.pdl",
        "  spine pdl compile gate.pdl",
        "  spine pdl disassemble gate.program",
        "  spine pdl load gate.pdl            onto a card of a running system: docs/panic.md"
    })
public final class PdlCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public PdlCommand() {}
}
