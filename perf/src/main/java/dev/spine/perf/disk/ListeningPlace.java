package dev.spine.perf.disk;

import dev.spine.host.nbd.NbdServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a server listens, and how clients write that.
 *
 * @param before what stands before the name of an export in a URI
 * @param after what stands behind it
 */
public record ListeningPlace(String before, String after) {
    private static final int STANDARD_PORT = 10_809;

    /** The place cannot be had; the message is one line for people. */
    public static final class TakenException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TakenException(String message) {
            super(message);
        }
    }

    /** {@return the URI of an export; that of the first one with an empty name} */
    public String uri(String export) {
        return before + UriText.escape(export) + after;
    }

    /** Listens at a UNIX socket; a socket whose server is gone is replaced. */
    public static ListeningPlace listen(NbdServer server, Path socket) {
        try {
            removeIfDead(socket);
            server.listen(UnixDomainSocketAddress.of(socket));
        } catch (IOException | IllegalArgumentException e) {
            throw new TakenException("--nbd-socket " + socket + ": " + e.getMessage() + ": name another path");
        }
        return new ListeningPlace("nbd+unix:///", "?socket=" + UriText.escape(socket.toString()));
    }

    private static void removeIfDead(Path socket) throws IOException {
        if (Files.notExists(socket)) {
            return;
        }
        if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
            throw new IOException("it is there and is no socket");
        }
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            throw new IOException("another server" + (other.isConnected() ? " answers there" : " is there"));
        } catch (ConnectException e) {
            // Nobody listens any more: what is left is a name.
            Files.delete(socket);
        }
    }

    /** Listens at a TCP port. */
    public static ListeningPlace listen(NbdServer server, InetSocketAddress address) {
        try {
            InetSocketAddress at = (InetSocketAddress) server.listen(address);
            String host = at.getAddress().isAnyLocalAddress() ? "127.0.0.1" : at.getAddress().getHostAddress();
            String literal = host.contains(":") ? "[" + host + "]" : host;
            // An address of this link only names the link as well; a URI has another sign for that.
            return new ListeningPlace("nbd://" + literal.replace("%", "%25") + (at.getPort() == STANDARD_PORT ? "" : ":" + at.getPort())
                + "/", "");
        } catch (IOException e) {
            throw new TakenException("--nbd-port " + address.getPort() + ": " + e.getMessage() + ": choose another with --nbd-port N, or"
                + " --nbd-socket PATH");
        }
    }
}
