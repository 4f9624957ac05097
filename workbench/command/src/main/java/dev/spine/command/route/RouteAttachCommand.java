package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.run.RunningSystemOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine route attach}: gives a port of a running router its interface. */
@Command(
    name = "attach",
    description = "Gives PORT of a running router a TAP interface. The port has none: it was named with --later, detach took the interface"
        + " away, or somebody deleted it. Its host interface, addresses, services and routes stay.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine route attach wc wc@third",
        "                           the interface wc of the namespace third",
        "  spine route status       shows which port has which"
    })
final class RouteAttachCommand implements Callable<Integer> {
    @Mixin
    private RunningRouterOption router = new RunningRouterOption();

    @Parameters(index = "0", paramLabel = "PORT", description = "Name of the port.")
    private String port = "";

    @Parameters(index = "1", paramLabel = "NAME[@NETNS]", converter = InterfaceOption.Converter.class, description = "The interface, which"
        + " is made if it is not there, in the network namespace NETNS. Default: that of the router's process.")
    private InterfaceOption to = new InterfaceOption("", null);

    /** Made by picocli, which fills the fields. */
    RouteAttachCommand() {}

    @Override
    public Integer call() {
        try (ControlClient client = router.connect()) {
            RunningSystemOption.ask(client, new ControlRequest.RouteAttach(port, to.interfaceName(), to.namespace()));
            return 0;
        }
    }
}
