package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The place of the socket: one system at a time, no files left, nobody's files harmed. */
class ControlSocketTest {
    private static final int RACES = 500;

    @TempDir
    private Path directory;

    private String refusal(Path path) {
        String message = String.valueOf(assertThrows(ControlSocket.UnusableException.class,
            () -> ControlSocket.bind(path, SocketMode.OWNER)).getMessage());
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void secondSystemIsRefusedAndTheFirstGoesOn() throws Exception {
        Path path = directory.resolve("spine.sock");
        try (ControlSocket first = ControlSocket.bind(path, SocketMode.OWNER)) {
            assertTrue(refusal(path).contains("a system runs at"));
            assertTrue(Files.exists(first.path()));
        }
        assertEquals(List.of(), files());
        ControlSocket.bind(path, SocketMode.OWNER).close();
    }

    @Test
    void socketOfASystemThatWasKilledIsTakenAway() throws Exception {
        Path path = directory.resolve("spine.sock");
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(path));
            assertTrue(refusal(path).contains("a system runs at"), "somebody listens");
        }
        assertTrue(Files.exists(path), "closing leaves the name");
        ControlSocket.bind(path, SocketMode.OWNER).close();
        assertEquals(List.of(), files());
    }

    @Test
    void fileThatIsNoSocketIsLeftAlone() throws IOException {
        Path path = Files.writeString(directory.resolve("spine.sock"), "mine");
        assertTrue(refusal(path).contains("no socket"));
        assertEquals("mine", Files.readString(path));
    }

    @Test
    void directoryIsNoSocketAndNoFileIsMadeForIt() throws IOException {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        assertTrue(refusal(inner).contains("is a directory"));
        assertTrue(refusal(Path.of("/")).contains("is a directory"));
        assertTrue(refusal(Path.of("")).contains("is a directory"));
        assertTrue(refusal(inner.resolve("..")).contains("is a directory"));
        assertEquals(List.of(inner), files());
        assertFalse(Files.exists(Path.of("null.lock")));
    }

    @Test
    void lockThatIsALinkMakesNoFileElsewhere() throws IOException {
        Path elsewhere = directory.resolve("elsewhere");
        Files.createSymbolicLink(directory.resolve("spine.sock.lock"), elsewhere);
        assertTrue(refusal(directory.resolve("spine.sock")).contains("--socket"));
        assertFalse(Files.exists(elsewhere));
    }

    @Test
    void pipeAtThePlaceOrAsItsLockIsNeitherWaitedForNorRemoved() throws IOException {
        Program.need("mkfifo");
        Path path = directory.resolve("spine.sock");
        Path lock = directory.resolve("spine.sock.lock");
        Program.run(directory, "mkfifo", path.toString()).succeeded();
        assertTrue(refusal(path).contains("no socket"));
        assertFalse(Files.exists(lock), "no lock stays of a run that was refused");
        Files.move(path, lock);
        assertTrue(refusal(path).contains("remove it"));
        assertTrue(Files.exists(lock));
    }

    @Test
    void linkToASocketIsNotFollowed() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("spine.sock"));
        assertTrue(refusal(link).contains("no socket"), "to nothing");
        try (ControlSocket first = ControlSocket.bind(directory.resolve("spine.sock"), SocketMode.OWNER)) {
            assertTrue(refusal(link).contains("no socket"));
            assertTrue(Files.exists(first.path()));
        }
        assertTrue(Files.isSymbolicLink(link));
    }

    @Test
    void directoryWhereOthersCouldReplaceTheSocketIsRefused() throws Exception {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertTrue(refusal(open.resolve("spine.sock")).contains("stand in for the system"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), open);
        assertTrue(refusal(link.resolve("spine.sock")).contains("stand in for the system"), "behind a link");
        Files.setAttribute(open, "unix:mode", 01777);
        ControlSocket.bind(link.resolve("spine.sock"), SocketMode.OWNER).close();
        Path others = Files.createDirectory(directory.resolve("others"));
        assumeTrue(isRoot(), "only root gives files away");
        Files.setOwner(others, others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("64999"));
        assertTrue(refusal(others.resolve("spine.sock")).contains("belongs to 64999"));
        Path lock = Files.createFile(directory.resolve("spine.sock.lock"));
        Files.setOwner(lock, others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("64999"));
        assertTrue(refusal(directory.resolve("spine.sock")).contains("not his"));
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    @Test
    void whatComesBetweenTheLookAndTheBindingIsNeitherFollowedNorRemoved() throws Exception {
        Path path = directory.resolve("spine.sock");
        Path victim = directory.resolve("victim");
        AtomicBoolean ended = new AtomicBoolean();
        Thread attacker = Thread.ofPlatform().start(() -> {
            while (!ended.get()) {
                try {
                    Files.createSymbolicLink(path, victim);
                    Files.deleteIfExists(path);
                } catch (IOException e) {
                    // The socket is there.
                    Thread.onSpinWait();
                }
            }
        });
        int bound = 0;
        for (int round = 0; round < RACES; round++) {
            try {
                ControlSocket.bind(path, SocketMode.OWNER).close();
                bound++;
            } catch (ControlSocket.UnusableException e) {
                assertEquals(1, String.valueOf(e.getMessage()).lines().count());
            }
            assertFalse(Files.exists(victim, LinkOption.NOFOLLOW_LINKS), "nothing is made behind a link");
        }
        ended.set(true);
        attacker.join();
        System.out.println(bound + " of " + RACES + " were bound");
    }

    @Test
    void placesThatCannotBeHadAreOneLine() {
        assertTrue(refusal(directory.resolve("a/b/c.sock")).contains("--socket"));
        assertTrue(refusal(directory.resolve("x".repeat(120))).contains("shorter"));
    }

    @Test
    void modeDecidesWhoMayConnect() throws Exception {
        for (SocketMode mode : SocketMode.values()) {
            Path path = directory.resolve(mode.name());
            try (ControlSocket socket = ControlSocket.bind(path, mode)) {
                String expected = switch (mode) {
                    case OWNER -> "rw-------";
                    case GROUP -> "rw-rw----";
                    case ALL -> "rw-rw-rw-";
                };
                assertEquals(expected, PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.path())));
            }
        }
    }

    @Test
    void whoRunsTheSystemAdministersAndAnotherUserDoesNot() throws Exception {
        try (ControlSocket socket = ControlSocket.bind(directory.resolve("spine.sock"), SocketMode.OWNER)) {
            assertTrue(socket.runner().isAdministrator());
            assertTrue(socket.peer(directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("0"))
                .isAdministrator());
            assertFalse(socket.peer(directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("64999"))
                .isAdministrator());
        }
    }
}
