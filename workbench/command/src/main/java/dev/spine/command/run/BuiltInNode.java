package dev.spine.command.run;

import dev.spine.system.SystemDescription;
import dev.spine.system.SystemFile;

/**
 * The system that runs when no file describes another: a card with a network device and a runtime on a wire that replays the bundled colour
 * bars, a card with a screen, and a card with a disk. docs/running.md shows it. Any thread.
 */
public final class BuiltInNode {
    /** The system as a file. */
    public static final String TEXT = """
        name = "built-in"

        [[wire]]
        kind = "capture"
        name = "wire"
        file = "bars"
        replay = "recorded"

        [[iop]]
        name = "nic"

        [[iop.device]]
        kind = "lan"
        wire = "wire"

        [[iop.device]]
        kind = "runtime"
        memory = "8M"

        [[iop]]
        name = "screen"

        [[iop.device]]
        kind = "display"
        width = 640
        height = 480

        [[iop]]
        name = "disk"

        [[iop.device]]
        kind = "disk"
        size = "16M"
        """;

    private BuiltInNode() {}

    static SystemDescription describe(SystemFile files) {
        return files.read("built-in system", TEXT);
    }
}
