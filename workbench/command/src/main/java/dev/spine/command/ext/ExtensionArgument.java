package dev.spine.command.ext;

import picocli.CommandLine.Parameters;

/** The number of an extension. */
final class ExtensionArgument {
    @Parameters(index = "0", paramLabel = "EXTENSION", description = "Its number, as load and list show it.")
    private int number;

    int number() {
        return number;
    }
}
