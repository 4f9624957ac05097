package dev.spine.command.ardma;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine ardma}: the commands that concern Active RDMA. The command's thread. */
@Command(
    name = "ardma",
    description = "Makes and checks routines, code that a client sends to run next to the data of a server, and asks servers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {AssembleCommand.class, DisassembleCommand.class, VerifyRoutineCommand.class, AreasCommand.class,
        InstallCommand.class, CallCommand.class},
    footer = {
        "  spine ardma assemble list.asm -o list.routine",
        "  spine ardma disassemble list.routine",
        "  spine ardma verify list.routine",
        "  spine ardma areas 127.0.0.1:7000",
        "  spine ardma call 127.0.0.1:7000 list.routine --area list 0"
    })
public final class ArdmaCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public ArdmaCommand() {}
}
