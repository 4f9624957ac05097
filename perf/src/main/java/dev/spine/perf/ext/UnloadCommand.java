package dev.spine.perf.ext;

import dev.spine.perf.control.ControlRequest;
import dev.spine.perf.run.RunningSystemOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ext unload}: ends an extension of a running system. */
@Command(
    name = "unload",
    description = "Ends one of your extensions; returns when its handlers, buffers, timers, connections and classes are off the card.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine ext unload 3",
        "  spine ext unload 3 --on nic"
    })
public final class UnloadCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private RuntimeOption runtime = new RuntimeOption();

    @Mixin
    private ExtensionArgument extension = new ExtensionArgument();

    /** Made by picocli, which fills the fields. */
    public UnloadCommand() {}

    @Override
    public Integer call() {
        system.ask(new ControlRequest.Unload(runtime.iop(), extension.number()));
        system.out().println("unloaded extension " + extension.number());
        return 0;
    }
}
