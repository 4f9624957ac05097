package dev.spine.command.ext;

import dev.spine.command.control.ControlRequest;
import picocli.CommandLine.Command;

/** {@code spine ext unload}: ends an extension of a running system. The command's thread. */
@Command(
    name = "unload",
    description = "Ends one of your extensions; returns when its handlers, buffers, timers, connections and classes are off the card.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine ext unload 3",
        "  spine ext unload 3 --on nic"
    })
public final class UnloadCommand extends ExtensionCommand {
    /** Made by picocli, which fills the fields. */
    public UnloadCommand() {}

    @Override
    public Integer call() {
        system().ask(new ControlRequest.Unload(iop(), number()));
        system().out().println("unloaded extension " + number());
        return 0;
    }
}
