package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlSocket;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option by which a command names the running router. */
final class RunningRouterOption {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--socket", paramLabel = "PATH", description = "The control socket of the router. Default: that of the only router of"
        + " yours that runs.")
    private @Nullable Path socket;

    /** Made by picocli, which fills the fields. */
    RunningRouterOption() {}

    /**
     * Connects to the router.
     *
     * @return the connection, to be closed
     * @throws ParameterException when there is none; the message says what to do
     */
    ControlClient connect() {
        try {
            return RouterSocket.connect(socket);
        } catch (ControlSocket.UnusableException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    /** {@return where the command writes} */
    PrintWriter out() {
        return Objects.requireNonNull(command).commandLine().getOut();
    }

    /** {@return an error of the person's, to be thrown} */
    ParameterException wrong(String message, @Nullable Throwable cause) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), message, cause);
    }
}
