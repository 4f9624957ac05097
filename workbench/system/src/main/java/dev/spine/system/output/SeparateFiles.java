package dev.spine.system.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that a command will write, each of which must be another one, whatever names they go by: two outputs in one file lose one. One
 * thread at a time.
 */
public final class SeparateFiles {
    /** As many as Linux follows; more lead nowhere. */
    private static final int MAX_LINKS = 40;

    private final Set<Path> outputs = new HashSet<>();
    private final Set<Path> manifests = new HashSet<>();
    private boolean isShared;

    /** None yet. */
    public SeparateFiles() {}

    /**
     * Adds a file.
     *
     * @param name as the user typed it; {@code -} and a name that is none are no file, and null is nothing
     */
    public void add(@Nullable String name) {
        Path path = name == null ? null : place(new OutputFile(name));
        isShared |= path != null && !outputs.add(path);
    }

    /**
     * Adds a file that has a manifest beside it. Two such files may share the manifest: it says the same of both.
     *
     * @param name as for {@link #add}
     */
    public void addWithManifest(@Nullable String name) {
        add(name);
        Path path = name == null ? null : place(new OutputFile(name).manifest());
        if (path != null && !"-".equals(name)) {
            manifests.add(path);
        }
    }

    /** {@return whether all of them are different files} */
    public boolean areSeparate() {
        return !isShared && manifests.stream().noneMatch(outputs::contains);
    }

    /** Where the file really is, or will be when it and the directories that lead to it have been made. */
    private static @Nullable Path place(OutputFile file) {
        if (file.isStandardOutput()) {
            return null;
        }
        try {
            return real(Path.of(file.name()).toAbsolutePath(), 0);
        } catch (InvalidPathException _) {
            return null;
        }
    }

    private static Path real(Path path, int links) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            if (parent == null || name == null) {
                return path;
            }
            Path aim = links < MAX_LINKS && Files.isSymbolicLink(path) ? aim(path) : null;
            return aim == null ? real(parent, links).resolve(name).normalize() : real(parent.resolve(aim), links + 1);
        }
    }

    /** A link may lead to a file that is yet to be made. */
    private static @Nullable Path aim(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException _) {
            return null;
        }
    }
}
