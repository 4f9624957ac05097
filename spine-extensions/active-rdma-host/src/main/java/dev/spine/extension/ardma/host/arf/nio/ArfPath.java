package dev.spine.extension.ardma.host.arf.nio;

import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path of an ARF: names, from the root on or from wherever. An empty path has one name, of no characters. */
final class ArfPath implements Path {
    private final ArfFileSystem files;
    private final boolean isAbsolute;
    private final List<String> names;

    ArfPath(ArfFileSystem files, boolean isAbsolute, List<String> names) {
        this.files = files;
        this.isAbsolute = isAbsolute;
        this.names = names.isEmpty() && !isAbsolute ? List.of("") : names;
    }

    static ArfPath of(ArfFileSystem files, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPathException(text, "no name has a character 0");
        }
        return new ArfPath(files, text.startsWith("/"), Arrays.stream(text.split("/")).filter(name -> !name.isEmpty()).toList());
    }

    static ArfPath of(Path path) {
        if (path instanceof ArfPath is) {
            return is;
        }
        throw new ProviderMismatchException(path + " is no path of an ARF");
    }

    private ArfPath relative(List<String> of) {
        return new ArfPath(files, false, of);
    }

    private boolean isEmpty() {
        return !isAbsolute && names.equals(List.of(""));
    }

    /** {@return the text by which a volume knows it} */
    String onVolume() {
        return String.join("/", ((ArfPath) toAbsolutePath().normalize()).names);
    }

    @Override
    public ArfFileSystem getFileSystem() {
        return files;
    }

    @Override
    public boolean isAbsolute() {
        return isAbsolute;
    }

    @Override
    public @Nullable Path getRoot() {
        return isAbsolute ? new ArfPath(files, true, List.of()) : null;
    }

    @Override
    public @Nullable Path getFileName() {
        return names.isEmpty() ? null : relative(List.of(names.getLast()));
    }

    @Override
    public @Nullable Path getParent() {
        if (names.isEmpty() || names.size() == 1 && !isAbsolute) {
            return null;
        }
        return new ArfPath(files, isAbsolute, names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names.size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int from, int to) {
        if (from < 0 || to > names.size() || from >= to) {
            throw new IllegalArgumentException("there are " + names.size() + " names, and none from " + from + " to " + to);
        }
        return relative(names.subList(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof ArfPath is && is.files == files && is.isAbsolute == isAbsolute && is.names.size() <= names.size()
            && names.subList(0, is.names.size()).equals(is.names);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof ArfPath is) || is.files != files || is.names.size() > names.size()) {
            return false;
        }
        return is.isAbsolute ? equals(is) : names.subList(names.size() - is.names.size(), names.size()).equals(is.names);
    }

    @Override
    public Path normalize() {
        List<String> kept = new ArrayList<>();
        for (String name : names) {
            boolean isUp = name.equals("..");
            if (isUp && !kept.isEmpty() && !kept.getLast().equals("..")) {
                kept.removeLast();
            } else if (!name.equals(".") && !name.isEmpty() && !(isUp && isAbsolute)) {
                kept.add(name);
            }
        }
        return new ArfPath(files, isAbsolute, kept);
    }

    @Override
    public Path resolve(Path other) {
        ArfPath is = of(other);
        if (is.isAbsolute || isEmpty()) {
            return is;
        }
        if (is.isEmpty()) {
            return this;
        }
        List<String> all = new ArrayList<>(names);
        all.addAll(is.names);
        return new ArfPath(files, isAbsolute, all);
    }

    @Override
    public Path relativize(Path other) {
        ArfPath is = of(other);
        if (is.isAbsolute != isAbsolute) {
            throw new IllegalArgumentException("one path begins at the root, and the other does not");
        }
        List<String> from = isEmpty() ? List.of() : names;
        List<String> to = is.isEmpty() ? List.of() : is.names;
        int common = 0;
        while (common < Math.min(from.size(), to.size()) && from.get(common).equals(to.get(common))) {
            common++;
        }
        List<String> between = new ArrayList<>();
        for (int i = common; i < from.size(); i++) {
            between.add("..");
        }
        between.addAll(to.subList(common, to.size()));
        return relative(between);
    }

    @Override
    public URI toUri() {
        return files.uri(onVolume());
    }

    @Override
    public Path toAbsolutePath() {
        return isAbsolute ? this : new ArfPath(files, true, isEmpty() ? List.of() : names);
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        Path real = toAbsolutePath().normalize();
        if (!files.provider().exists(real)) {
            throw new NoSuchFileException(toString());
        }
        return real;
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("an ARF tells of no changes: look again");
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(of(other).toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArfPath is && is.files == files && is.isAbsolute == isAbsolute && is.names.equals(names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return (isAbsolute ? "/" : "") + String.join("/", names);
    }
}
