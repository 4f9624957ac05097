package dev.spine.command.disk;

import dev.spine.device.os.SocketFile;
import dev.spine.host.nbd.NbdServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Where a server listens, and how clients write that. Any thread. */
public final class ListeningSocket implements AutoCloseable {
    private static final int STANDARD_PORT = 10_809;

    private final String before;
    private final String after;
    /** The socket's file until it is removed; null for a port. */
    private final AtomicReference<@Nullable Path> file;

    private ListeningSocket(String before, String after, @Nullable Path file) {
        this.before = before;
        this.after = after;
        this.file = new AtomicReference<>(file);
    }

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
    public static ListeningSocket listen(NbdServer server, Path socket) {
        try {
            switch (SocketFile.makeFree(socket)) {
                case SERVED -> throw new IOException("another server answers there");
                case NO_SOCKET -> throw new IOException("it is there and is no socket");
                case FREE -> server.listen(UnixDomainSocketAddress.of(socket));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new TakenException("--nbd-socket " + socket + ": " + e.getMessage() + ": name another path");
        }
        return new ListeningSocket("nbd+unix:///", "?socket=" + UriText.escape(socket.toString()), socket);
    }

    /** Listens at a TCP port. */
    public static ListeningSocket listen(NbdServer server, InetSocketAddress address) {
        try {
            InetSocketAddress at = (InetSocketAddress) server.listen(address);
            String host = at.getAddress().isAnyLocalAddress() ? "127.0.0.1" : at.getAddress().getHostAddress();
            String literal = host.contains(":") ? "[" + host + "]" : host;
            // An address of this link only names the link as well; a URI has another sign for that.
            return new ListeningSocket("nbd://" + literal.replace("%", "%25") + (at.getPort() == STANDARD_PORT ? "" : ":" + at.getPort())
                + "/", "", null);
        } catch (IOException e) {
            throw new TakenException("--nbd-port " + address.getPort() + ": " + e.getMessage() + ": choose another with --nbd-port N, or"
                + " --nbd-socket PATH");
        }
    }

    /** Removes the file of the socket, once; the server itself is closed by who made it. */
    @Override
    public void close() {
        Path path = file.getAndSet(null);
        try {
            if (path != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // It is only a name, which the next server replaces.
            return;
        }
    }
}
