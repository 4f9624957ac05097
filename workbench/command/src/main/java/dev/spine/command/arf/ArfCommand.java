package dev.spine.command.arf;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine arf}: the commands that concern the file system of Active RDMA. The command's thread. */
@Command(
    name = "arf",
    description = "Makes, fills, reads and checks file systems of Active RDMA, in files and in areas of servers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {MakeCommand.class, PutCommand.class, GetCommand.class, ListCommand.class, CatCommand.class, RemoveCommand.class,
        CheckCommand.class, GrepCommand.class, MountCommand.class},
    footer = {
        "  spine arf mkfs new.arf --size 64M",
        "  spine arf put disk.arf rules.txt /rules.txt",
        "  spine arf ls disk.arf",
        "  spine arf grep first disk.arf /rules.txt",
        "  spine arf ls ardma://127.0.0.1:7000/files",
        "  spine arf mount disk.arf /mnt",
        "  spine arf fsck disk.arf"
    })
public final class ArfCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public ArfCommand() {}
}
