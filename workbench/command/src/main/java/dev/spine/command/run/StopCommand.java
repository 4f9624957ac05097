package dev.spine.command.run;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine stop}: ends a running system, and returns when it has ended. The command's thread. */
@Command(
    name = "stop",
    description = "Ends a running system in order: extensions are unloaded, IOPs shut down, the socket is removed. Returns when that is"
        + " done. Only root or the user running the system may do this.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine stop",
        "  spine stop --socket /tmp/s.sock"
    })
public final class StopCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    /** Made by picocli, which fills the fields. */
    public StopCommand() {}

    @Override
    public Integer call() {
        try (ControlClient client = system.connect()) {
            stop(client);
            client.awaitEnd();
        }
        return 0;
    }

    private static void stop(ControlClient client) {
        try {
            client.ask(new ControlRequest.Stop());
        } catch (RequestException e) {
            // It ends already, because somebody else has asked for the same: that is not a failure.
            if (e.reason() != Refusal.STOPPING) {
                throw new CommandRefusedException(e);
            }
        }
    }
}
