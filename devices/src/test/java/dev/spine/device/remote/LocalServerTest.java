package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalConnection;
import dev.spine.device.os.LocalServer;
import dev.spine.device.os.LocalSockets;
import dev.spine.device.os.SystemUsers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** UNIX sockets whose clients send descriptors: none is kept, and none holds who reads, who closes, or the process. */
@Timeout(60)
@Isolated("it counts the process's descriptors")
class LocalServerTest {
    private static final int MANY = 100;

    @TempDir
    private Path directory;
    private LocalServer server;
    private Path path;
    private List<String> descriptorsBefore;

    @BeforeEach
    void listen() throws IOException {
        try (LingeringSocket lingering = new LingeringSocket()) {
            LocalSockets.discard(lingering.descriptor());
        }
        path = directory.resolve("server.sock");
        descriptorsBefore = RemoteRig.descriptors();
        server = LocalServer.listen(path, PosixFilePermissions.fromString("rw-------"), 8);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        server.close();
        assertEquals(descriptorsBefore, RemoteRig.descriptors());
    }

    private LocalConnection accept() throws IOException {
        return Objects.requireNonNull(server.accept());
    }

    @Test
    void bytesGoBothWaysAndTheSystemSaysWhoHasConnected() throws IOException {
        try (RemoteClient client = new RemoteClient(path); LocalConnection connection = accept()) {
            assertEquals(Files.getOwner(Path.of("/proc/self")), SystemUsers.of(connection.user()));
            assertEquals(Files.getOwner(Path.of("/proc/self")).getName(), SystemUsers.of(connection.user()).getName());
            assertEquals(5, client.sendRaw(new byte[] {1, 2, 3, 4, 5}));
            ByteBuffer read = ByteBuffer.allocate(3);
            assertEquals(3, connection.read(read));
            assertEquals(2, connection.read(read.clear()));
            assertEquals(5, read.get(1));
            assertEquals(1, connection.write(ByteBuffer.wrap(new byte[] {9})));
        }
    }

    @Test
    void descriptorsThatAreHardToCloseHoldNeitherWhoReadsNorWhoCloses() throws IOException {
        List<LingeringSocket> lingering = new ArrayList<>();
        try (RemoteClient client = new RemoteClient(path); RemoteClient waits = new RemoteClient(path)) {
            try (LocalConnection connection = accept()) {
                for (int i = 0; i < 3; i++) {
                    LingeringSocket socket = new LingeringSocket();
                    lingering.add(socket);
                    assertEquals(1, (i < 2 ? client : waits).sendRaw(new byte[1], socket.descriptor()));
                    socket.leave();
                }
                assertEquals(1, connection.read(ByteBuffer.allocate(1)));
            }
            server.close();
        } finally {
            for (LingeringSocket socket : lingering) {
                socket.close();
            }
        }
    }

    @Test
    void floodOfDescriptorsIsNotKept() throws IOException {
        int memory = NativeCalls.memory("spine-test", 4096);
        int[] most = new int[253];
        Arrays.fill(most, memory);
        try (RemoteClient client = new RemoteClient(path); LocalConnection connection = accept()) {
            List<String> open = RemoteRig.descriptors();
            for (int i = 0; i < MANY; i++) {
                assertEquals(1, client.sendRaw(new byte[1], most));
                assertEquals(1, connection.read(ByteBuffer.allocate(8)));
            }
            assertEquals(open, RemoteRig.descriptors());
        } finally {
            NativeCalls.close(memory);
        }
    }

    @Test
    void whoWaitsForAClientIsWokenByTheEnd() throws Exception {
        CompletableFuture<@Nullable LocalConnection> accepted = CompletableFuture.supplyAsync(() -> {
            try {
                return server.accept();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        server.close();
        assertNull(accepted.get(20, TimeUnit.SECONDS));
        assertNull(server.accept());
    }

    @Test
    void whoReadsIsWokenByTheEndOfItsConnection() throws Exception {
        try (RemoteClient client = new RemoteClient(path); LocalConnection connection = accept()) {
            CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
                try {
                    return connection.read(ByteBuffer.allocate(1));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            connection.end();
            assertEquals(-1, read.get(20, TimeUnit.SECONDS));
            assertTrue(client.isClosedByServer());
            assertThrows(IOException.class, () -> connection.write(ByteBuffer.allocate(1)));
        }
    }

    @Test
    void whatIsThereIsLeftAlone() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));
        assertThrows(IOException.class, () -> LocalServer.listen(link, PosixFilePermissions.fromString("rw-------"), 8));
        assertTrue(Files.isSymbolicLink(link) && Files.notExists(directory.resolve("nowhere")));
        assertThrows(IOException.class, () -> LocalServer.listen(path, PosixFilePermissions.fromString("rw-------"), 8));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }
}
