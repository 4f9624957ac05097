package dev.spine.device.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Only a socket that nobody serves is taken away. */
@Timeout(60)
class SocketFileTest {
    @TempDir
    private Path directory;

    private Path stale() throws IOException {
        Path path = directory.resolve("stale");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
        }
        return path;
    }

    @Test
    void socketOfADeadServerIsRemoved() throws IOException {
        Path path = stale();
        assertEquals(SocketFile.Found.FREE, SocketFile.makeFree(path));
        assertFalse(Files.exists(path));
        assertEquals(SocketFile.Found.FREE, SocketFile.makeFree(path));
    }

    @Test
    void serverThatAcceptsNobodyIsNotWaitedFor() throws IOException {
        Path path = directory.resolve("busy");
        List<Integer> clients = new ArrayList<>();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path), 1);
            int answer = 0;
            while (answer == 0) {
                int client = LocalSockets.socket();
                clients.add(client);
                LocalSockets.makeNonBlocking(client);
                answer = LocalSockets.connect(client, path.toString());
            }
            assertEquals(-SystemCalls.EAGAIN, answer);
            assertEquals(SocketFile.Found.SERVED, SocketFile.makeFree(path));
            assertTrue(Files.exists(path));
        } finally {
            clients.forEach(SystemCalls::close);
        }
    }

    @Test
    void everythingElseIsLeftAlone() throws IOException {
        Path pipe = directory.resolve("pipe");
        Program.need("mkfifo");
        Program.run(directory, "mkfifo", pipe.toString()).succeeded();
        Path link = Files.createSymbolicLink(directory.resolve("link"), stale());
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));
        Path file = Files.writeString(directory.resolve("file"), "mine");
        Path inner = Files.createDirectory(directory.resolve("inner"));
        for (Path path : List.of(pipe, link, dangling, file, inner, Path.of("/dev/null"))) {
            assertEquals(SocketFile.Found.NO_SOCKET, SocketFile.makeFree(path), path::toString);
            assertTrue(Files.exists(path, LinkOption.NOFOLLOW_LINKS), path::toString);
        }
        assertTrue(Files.exists(directory.resolve("stale")));
    }
}
