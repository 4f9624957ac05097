package dev.spine.command.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the control socket is when nobody names it: the same for the system and for the commands of the same user. Any thread. */
public final class SocketPath {
    /** The variable that names the socket for all commands. */
    public static final String VARIABLE = "SPINE_SOCKET";

    private static final String NAME = "spine.sock";
    private static final int OTHERS_WRITE = 2;
    private static final int STICKY = 01000;
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

    private SocketPath() {}

    /**
     * {@return the socket that a person named, or the standard one: that of $SPINE_SOCKET, spine.sock in $XDG_RUNTIME_DIR, spine.sock in
     * .spine of the home directory, or a directory of one's own in that of temporary files}
     *
     * @param named by an option, or null
     */
    public static Path find(@Nullable Path named) {
        return named != null ? named : standard(System::getenv, System.getProperty("user.home", ""), temporary(),
            System.getProperty("user.name", "user"));
    }

    /**
     * {@return a socket of another name in the directory where that of a system is when nobody names it, whatever $SPINE_SOCKET says}
     *
     * @param name of the file
     */
    public static Path standard(String name) {
        return standard(variable -> variable == null || variable.equals(VARIABLE) ? null : System.getenv(variable),
            System.getProperty("user.home", ""), temporary(), System.getProperty("user.name", "user")).resolveSibling(name);
    }

    static Path standard(UnaryOperator<@Nullable String> environment, String home, String temporary, String user) {
        String variable = environment.apply(VARIABLE);
        if (variable != null && !variable.isEmpty()) {
            return Path.of(variable);
        }
        Path runtime = directory(environment.apply("XDG_RUNTIME_DIR"));
        if (runtime != null) {
            return runtime.resolve(NAME);
        }
        Path own = directory(home);
        return own != null ? own.resolve(".spine").resolve(NAME) : temporary(temporary, user).resolve(NAME);
    }

    private static String temporary() {
        return System.getProperty("java.io.tmpdir", "/tmp");
    }

    private static Path temporary(String temporary, String user) {
        return Path.of(temporary, "spine-" + user);
    }

    private static @Nullable Path directory(@Nullable String name) {
        try {
            return name == null || name.isEmpty() || !Files.isDirectory(Path.of(name)) || !Files.isWritable(Path.of(name)) ? null
                : Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /**
     * Makes the directory of a standard socket, for its user alone.
     *
     * @param socket a path that {@link #find} returned for null
     * @throws IOException when it cannot be made
     * @throws ControlSocket.UnusableException when it is not its user's alone
     */
    static void makeDirectory(Path socket) throws IOException, ControlSocket.UnusableException {
        Path directory = socket.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWN));
        }
        checkDirectory(socket);
    }

    /**
     * Checks the directory of a socket among the temporary files, where everybody may have been first.
     *
     * @param socket any path; what is elsewhere, or not there, is not looked at
     * @throws ControlSocket.UnusableException when the directory is not this user's alone; the message says what to do
     */
    static void checkDirectory(Path socket) throws ControlSocket.UnusableException {
        Path directory = socket.toAbsolutePath().getParent();
        Path standard = temporary(temporary(), System.getProperty("user.name", "user")).toAbsolutePath();
        if (directory != null && standard.equals(directory) && Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            checkOwn(directory);
        }
    }

    /**
     * Checks that no other user can put a socket of his own in the place of this one: the directory, behind all links, belongs to this user
     * or to root, and not everybody may remove what others have there.
     *
     * @param socket where a system is to listen
     * @throws IOException when the directory is not there
     * @throws ControlSocket.UnusableException when others could; the message says what to do
     */
    static void checkReplaceable(Path socket) throws IOException, ControlSocket.UnusableException {
        Path directory = Objects.requireNonNull(socket.toAbsolutePath().getParent()).toRealPath();
        UserPrincipal owner = Files.getOwner(directory);
        int mode = (Integer) Files.getAttribute(directory, "unix:mode");
        String wrong;
        if (!owner.equals(thisUser()) && (Integer) Files.getAttribute(directory, "unix:uid") != 0) {
            wrong = "belongs to " + owner.getName();
        } else if ((mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0) {
            wrong = "lets everybody remove what is in it";
        } else {
            return;
        }
        throw new ControlSocket.UnusableException("the directory " + directory + " " + wrong + ", so others could stand in for the system:"
            + " name a socket elsewhere with --socket");
    }

    static void checkOwn(Path directory) throws ControlSocket.UnusableException {
        String wrong;
        try {
            PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink() || !attributes.isDirectory()) {
                wrong = "is no directory";
            } else if (!attributes.owner().equals(thisUser())) {
                wrong = "belongs to " + attributes.owner().getName();
            } else if (!attributes.permissions().equals(OWN)) {
                wrong = "is open to others";
            } else {
                return;
            }
        } catch (IOException e) {
            wrong = "cannot be looked at (" + e.getMessage() + ")";
        }
        throw new ControlSocket.UnusableException(directory + ", where the socket is when nobody names it, " + wrong
            + ", so others could stand in for the system: remove it, or name another place with --socket");
    }

    /** The user by whom this process runs, as the operating system knows him. */
    static UserPrincipal thisUser() throws IOException {
        return Files.getOwner(Path.of("/proc/self"));
    }
}
