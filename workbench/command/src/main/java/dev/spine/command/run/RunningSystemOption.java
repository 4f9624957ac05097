package dev.spine.command.run;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.Fields;
import dev.spine.command.control.Json;
import dev.spine.command.control.RequestException;
import dev.spine.command.control.SocketPath;
import dev.spine.system.output.OutputFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option by which a command names the running system, and the way to ask it. The command's thread. */
public final class RunningSystemOption {
    /** Members of a reply that concern the connection, not the answer. */
    private static final List<String> FRAME = List.of("spine", "id", "ok");

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--socket", paramLabel = "PATH", description = "The control socket of the system. Default: $" + SocketPath.VARIABLE
        + ", or spine.sock in $XDG_RUNTIME_DIR, or in ~/.spine.")
    private @Nullable Path socket;

    /** Made by picocli, which fills the fields. */
    public RunningSystemOption() {}

    /**
     * Connects to the system.
     *
     * @return the connection, to be closed
     * @throws ParameterException when there is none; the message says what to do
     */
    public ControlClient connect() {
        try {
            return ControlClient.connect(SocketPath.find(socket));
        } catch (ControlSocket.UnusableException e) {
            throw new ParameterException(Objects.requireNonNull(command).commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Asks one thing over a connection of its own.
     *
     * @param request what
     * @return the answer
     * @throws CommandRefusedException when it was not carried out
     */
    public Fields ask(ControlRequest request) {
        try (ControlClient client = connect()) {
            return ask(client, request);
        }
    }

    /**
     * Asks one thing.
     *
     * @param client a connection
     * @param request what
     * @return the answer
     * @throws CommandRefusedException when it was not carried out
     */
    public static Fields ask(ControlClient client, ControlRequest request) {
        try {
            return client.ask(request);
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    /**
     * Writes an answer as JSON.
     *
     * @param answer what was answered
     * @param file where, {@code -} for standard output
     * @param standard standard output
     */
    static void write(Fields answer, String file, PrintWriter standard) {
        Map<String, Object> members = new LinkedHashMap<>(answer.members());
        FRAME.forEach(members::remove);
        new OutputFile(file).write(Json.document(members), standard);
    }

    /** {@return where the command writes} */
    public PrintWriter out() {
        return Objects.requireNonNull(command).commandLine().getOut();
    }

    /**
     * {@return an error of the person's, to be thrown}
     *
     * @param message what is wrong and what to do
     */
    public ParameterException wrong(String message) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), message);
    }
}
