package dev.spine.command.arf;

import picocli.CommandLine.Parameters;

/** A command on the files of a disk, which is its first word. */
abstract class ArfVerb extends FilesVerb {
    @Parameters(index = "0", paramLabel = "DISK", description = DISK)
    private String disk = "";

    @Override
    final String disk() {
        return disk;
    }
}
