package dev.spine.command.route;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.SocketMode;
import dev.spine.command.control.SocketPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the control sockets of routers are: several run on one machine, so those that nobody has named are numbered, and commands find the
 * one that answers.
 */
final class RouterSocket {
    private static final int MAX = 64;

    private RouterSocket() {}

    private static Path standard(int number) {
        return SocketPath.standard(number == 1 ? "route.sock" : "route-" + number + ".sock");
    }

    /**
     * Binds a socket for root and the user running the router.
     *
     * @param named where, or null for the first that is free
     * @return the socket, to be closed
     * @throws ControlSocket.UnusableException when it cannot be had
     */
    static ControlSocket bind(@Nullable Path named) throws ControlSocket.UnusableException {
        if (named != null) {
            return ControlSocket.bind(named, SocketMode.OWNER);
        }
        for (int number = 1; number < MAX; number++) {
            try {
                return ControlSocket.bind(standard(number), SocketMode.OWNER);
            } catch (ControlSocket.TakenException _) {
                // Another router's: the next one.
            }
        }
        return ControlSocket.bind(standard(MAX), SocketMode.OWNER);
    }

    /**
     * Connects to a router.
     *
     * @param named its socket, or null for that of the only router that answers
     * @return the connection, to be closed
     * @throws ControlSocket.UnusableException when there is none, or more than one; the message says what to do
     */
    static ControlClient connect(@Nullable Path named) throws ControlSocket.UnusableException {
        if (named != null) {
            return ControlClient.connect(named);
        }
        List<Path> answering = new ArrayList<>();
        List<ControlClient> clients = new ArrayList<>();
        for (int number = 1; number <= MAX; number++) {
            Path path = standard(number);
            if (Files.exists(path)) {
                try {
                    clients.add(ControlClient.connect(path));
                    answering.add(path);
                } catch (ControlSocket.UnusableException _) {
                    // A router that was killed has left it; the next one takes it away.
                }
            }
        }
        if (clients.size() == 1) {
            return clients.getFirst();
        }
        clients.forEach(ControlClient::close);
        throw new ControlSocket.UnusableException(answering.isEmpty() ? "no router of yours runs, or it has its socket elsewhere: start one"
            + " with spine route, or name its socket with --socket" : "several routers run: name the socket of one with --socket, "
            + answering.stream().map(Path::toString).collect(Collectors.joining(" or ")));
    }
}
