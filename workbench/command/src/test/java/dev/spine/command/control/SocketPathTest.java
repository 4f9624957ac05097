package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Where the socket is when nobody names it. */
@Isolated
class SocketPathTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();

    private Path standard(Object home) {
        return SocketPath.standard(environment::get, home.toString(), "/tmp", "ann");
    }

    @Test
    void whatAPersonNamesComesFirst() {
        assertEquals(Path.of("x.sock"), SocketPath.find(Path.of("x.sock")));
    }

    @Test
    void variableComesBeforeDirectories() {
        environment.put(SocketPath.VARIABLE, "/run/spine.sock");
        environment.put("XDG_RUNTIME_DIR", directory.toString());
        assertEquals(Path.of("/run/spine.sock"), standard(directory));
    }

    @Test
    void runtimeDirectoryComesBeforeTheHomeDirectory() {
        environment.put("XDG_RUNTIME_DIR", directory.toString());
        assertEquals(directory.resolve("spine.sock"), standard("/home/ann"));
    }

    @Test
    void runtimeDirectoryThatIsNotThereIsPassedOver() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        environment.put("XDG_RUNTIME_DIR", directory.resolve("gone").toString());
        assertEquals(home.resolve(".spine/spine.sock"), standard(home));
    }

    private static String refusal(Path place) {
        String message = String.valueOf(assertThrows(ControlSocket.UnusableException.class, () -> SocketPath.checkOwn(place)).getMessage());
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains(place.toString()) && message.contains("remove it, or name another place with --socket"), message);
        return message;
    }

    private Path directory(String name, String permissions) throws IOException {
        Path made = Files.createDirectory(directory.resolve(name));
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void directoryOfOnesOwnIsTaken() throws Exception {
        SocketPath.checkOwn(directory("own", "rwx------"));
    }

    @Test
    void directoryThatIsOpenToOthersIsRefused() throws IOException {
        assertTrue(refusal(directory("open", "rwxrwxrwx")).contains("is open to others"));
        assertTrue(refusal(directory("readable", "rwxr-xr-x")).contains("is open to others"));
    }

    @Test
    void linkAndFileAreRefusedInPlaceOfADirectory() throws IOException {
        Path own = directory("own", "rwx------");
        assertTrue(refusal(Files.createSymbolicLink(directory.resolve("link"), own)).contains("is no directory"));
        assertTrue(refusal(Files.createFile(directory.resolve("file"))).contains("is no directory"));
    }

    @Test
    void directoryOfAnotherUserIsRefused() throws IOException {
        Path others = directory("others", "rwx------");
        try {
            Files.setOwner(others, others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("12345"));
        } catch (FileSystemException e) {
            Assumptions.abort("only root can give a directory to another user");
        }
        assertTrue(refusal(others).contains("belongs to 12345"));
    }

    @Test
    void bothSidesCheckTheDirectoryAmongTemporaryFiles() throws IOException {
        String before = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", directory.toString());
        try {
            Path socket = directory("spine-" + System.getProperty("user.name"), "rwxr-xr-x").resolve("spine.sock");
            assertThrows(ControlSocket.UnusableException.class, () -> SocketPath.makeDirectory(socket));
            String refused = String.valueOf(assertThrows(ControlSocket.UnusableException.class,
                () -> ControlClient.connect(socket)).getMessage());
            assertTrue(refused.contains("is open to others"), refused);
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
    }

    @Test
    void userWithoutAHomeHasADirectoryAmongTemporaryFiles() {
        assertEquals(Path.of("/tmp/spine-ann/spine.sock"), standard(directory.resolve("gone")));
        assertEquals(Path.of("/tmp/spine-ann/spine.sock"), standard(""));
    }
}
