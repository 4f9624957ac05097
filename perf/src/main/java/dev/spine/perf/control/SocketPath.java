package dev.spine.perf.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the control socket is when nobody names it: the same for the system and for the commands of the same user. */
public final class SocketPath {
    /** The variable that names the socket for all commands. */
    public static final String VARIABLE = "SPINE_SOCKET";

    private static final String NAME = "spine.sock";

    private SocketPath() {}

    /**
     * {@return the socket that a person named, or the standard one: that of $SPINE_SOCKET, spine.sock in $XDG_RUNTIME_DIR, spine.sock in
     * .spine of the home directory, or a directory of one's own in that of temporary files}
     *
     * @param named by an option, or null
     */
    public static Path find(@Nullable Path named) {
        return named != null ? named : standard(System::getenv, System.getProperty("user.home", ""),
            System.getProperty("java.io.tmpdir", "/tmp"), System.getProperty("user.name", "user"));
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
        return own != null ? own.resolve(".spine").resolve(NAME) : Path.of(temporary, "spine-" + user, NAME);
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
     */
    static void makeDirectory(Path socket) throws IOException {
        Path directory = socket.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        }
    }
}
