package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.run.RunningSystemOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine route detach}: takes the interface of a port of a running router away. */
@Command(
    name = "detach",
    description = "Takes the TAP interface of PORT of a running router away. If it was made for the port, it is gone. The port's link is"
        + " down until spine route attach gives it another one.",
    mixinStandardHelpOptions = true,
    footer = "  spine route detach wc")
final class RouteDetachCommand implements Callable<Integer> {
    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Parameters(paramLabel = "PORT", description = "Name of the port.")
    private String port = "";

    /** Made by picocli, which fills the fields. */
    RouteDetachCommand() {}

    @Override
    public Integer call() {
        try (ControlClient client = router.connect()) {
            RunningSystemOption.ask(client, new ControlRequest.RouteDetach(port));
            return 0;
        }
    }
}
