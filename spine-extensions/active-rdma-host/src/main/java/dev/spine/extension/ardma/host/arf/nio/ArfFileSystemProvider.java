package dev.spine.extension.ardma.host.arf.nio;

import dev.spine.extension.ardma.host.arf.ArfEntry;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.LocalPlacement;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ARF behind {@link java.nio.file.Files}. A URI is {@code arf:///FILE} for a file system in a file of this machine, and
 * {@code arf:///FILE!/PATH} for a path in one that is open. Any thread.
 */
public final class ArfFileSystemProvider extends FileSystemProvider {
    static final String SCHEME = "arf";
    static final String SEPARATOR = "!";

    private static final int STREAM_BYTES = 1 << 16;
    private static final int FILE_PERMISSIONS = 0x1A4;
    private static final int DIRECTORY_PERMISSIONS = 0x1ED;

    private final Map<String, ArfFileSystem> open = new HashMap<>();

    /** For {@link java.util.ServiceLoader}, and for programs that open file systems which are no files. */
    public ArfFileSystemProvider() {
        // Nothing is open.
    }

    /**
     * {@return a file system over a volume, which is closed with it}
     *
     * @param volume an open one
     * @param name by which URIs name it
     */
    public FileSystem of(ArfVolume volume, String name) {
        return add(new ArfFileSystem(this, volume, name, () -> {}));
    }

    private synchronized ArfFileSystem add(ArfFileSystem files) {
        if (open.putIfAbsent(files.name(), files) != null) {
            throw new FileSystemAlreadyExistsException(files.name());
        }
        return files;
    }

    synchronized void forget(ArfFileSystem files) {
        open.remove(files.name());
    }

    // --- file systems

    @Override
    public String getScheme() {
        return SCHEME;
    }

    private static String name(URI uri) {
        String path = uri.getPath();
        if (!SCHEME.equals(uri.getScheme()) || path == null) {
            throw new IllegalArgumentException(uri + " is no arf:///FILE");
        }
        return path.contains(SEPARATOR) ? path.substring(0, path.indexOf(SEPARATOR)) : path;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return newFileSystem(Path.of(name(uri)), environment);
    }

    @Override
    public FileSystem newFileSystem(Path file, Map<String, ?> environment) throws IOException {
        if (!Files.isRegularFile(file) || !isArf(file)) {
            throw new UnsupportedOperationException(file + " is no file with an ARF: make one with spine arf mkfs");
        }
        String name = file.toAbsolutePath().normalize().toString();
        synchronized (this) {
            if (open.containsKey(name)) {
                throw new FileSystemAlreadyExistsException(name);
            }
        }
        FileArea area = FileArea.open(file);
        try {
            return add(new ArfFileSystem(this, ArfVolume.open(new LocalPlacement(area), InstantSource.system()), name, area));
        } catch (IOException | RuntimeException e) {
            area.close();
            throw e;
        }
    }

    private static boolean isArf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return ArfVolume.isBeginning(in.readNBytes(Long.BYTES));
        }
    }

    @Override
    public synchronized FileSystem getFileSystem(URI uri) {
        ArfFileSystem files = open.get(name(uri));
        if (files == null) {
            throw new FileSystemNotFoundException(uri + " is not open: open it by FileSystems.newFileSystem");
        }
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        String path = uri.getPath();
        int separator = path.indexOf(SEPARATOR);
        return getFileSystem(uri).getPath(separator < 0 ? "/" : path.substring(separator + 1));
    }

    @Override
    public FileStore getFileStore(Path path) {
        return new ArfFileStore(ArfPath.of(path).getFileSystem());
    }

    private static ArfVolume volume(Path path) {
        return ArfPath.of(path).getFileSystem().volume();
    }

    private static String text(Path path) {
        return ArfPath.of(path).onVolume();
    }

    boolean exists(Path path) {
        try {
            volume(path).stat(text(path));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    // --- contents

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
        ArfVolume volume = volume(path);
        boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
        boolean isNew = options.contains(StandardOpenOption.CREATE_NEW);
        ArfNode node = writes && (isNew || options.contains(StandardOpenOption.CREATE))
            ? volume.create(text(path), FILE_PERMISSIONS, isNew) : volume.stat(text(path));
        if (node.isDirectory()) {
            throw new java.nio.file.FileSystemException(path.toString(), null, "is a directory");
        }
        if (writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING) && node.size() > 0) {
            volume.resize(node, 0);
        }
        return new ArfChannel(volume, text(path), node, options);
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        return new BufferedInputStream(Channels.newInputStream(newByteChannel(path, Set.of(options))), STREAM_BYTES);
    }

    @Override
    public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(List.of(options));
        if (all.isEmpty()) {
            all.addAll(List.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING));
        }
        all.add(StandardOpenOption.WRITE);
        return new BufferedOutputStream(Channels.newOutputStream(newByteChannel(path, all)), volume(path).mostWritten());
    }

    // --- names

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
        List<Path> entries = new ArrayList<>();
        for (ArfEntry entry : volume(directory).list(text(directory))) {
            Path path = directory.resolve(entry.name());
            if (filter.accept(path)) {
                entries.add(path);
            }
        }
        return new DirectoryStream<>() {
            @Override
            public java.util.Iterator<Path> iterator() {
                return entries.iterator();
            }

            @Override
            public void close() {
                // All of it was read.
            }
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        volume(path).makeDirectory(text(path), DIRECTORY_PERMISSIONS);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        volume(link).link(text(existing), text(link));
    }

    @Override
    public void delete(Path path) throws IOException {
        volume(path).remove(text(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        ArfNode node = volume(source).stat(text(source));
        if (isSameFile(source, target)) {
            return;
        }
        prepare(target, List.of(options));
        if (node.isDirectory()) {
            createDirectory(target);
        } else {
            try (InputStream in = newInputStream(source); OutputStream out = newOutputStream(target)) {
                in.transferTo(out);
            }
        }
        if (List.of(options).contains(StandardCopyOption.COPY_ATTRIBUTES)) {
            volume(target).set(volume(target).stat(text(target)), node.modified(), node.accessed(), node.created(), node.permissions());
        }
    }

    /** Makes room for a copy. */
    private void prepare(Path target, List<CopyOption> options) throws IOException {
        if (exists(target)) {
            if (!options.contains(StandardCopyOption.REPLACE_EXISTING)) {
                throw new FileAlreadyExistsException(target.toString());
            }
            delete(target);
        }
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        if (ArfPath.of(source).getFileSystem() != ArfPath.of(target).getFileSystem()) {
            copy(source, target, options);
            delete(source);
            return;
        }
        List<CopyOption> all = List.of(options);
        boolean replaces = all.contains(StandardCopyOption.REPLACE_EXISTING) || all.contains(StandardCopyOption.ATOMIC_MOVE);
        if (!replaces && exists(target) && !isSameFile(source, target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        try {
            volume(source).rename(text(source), text(target), true);
        } catch (NotDirectoryException e) {
            // A directory takes the place of a file.
            if (!all.contains(StandardCopyOption.REPLACE_EXISTING) || !exists(source) || !exists(target)) {
                throw e;
            }
            delete(target);
            volume(source).rename(text(source), text(target), true);
        }
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        if (path.equals(other)) {
            return true;
        }
        if (!(other instanceof ArfPath is) || is.getFileSystem() != ArfPath.of(path).getFileSystem() || !exists(other)) {
            return false;
        }
        return volume(path).stat(text(path)).inode() == volume(other).stat(text(other)).inode();
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }

    // --- attributes

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        volume(path).stat(text(path));
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return type == BasicFileAttributeView.class ? type.cast(new ArfAttributeView(ArfPath.of(path))) : null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options) throws IOException {
        if (type != BasicFileAttributes.class) {
            throw new UnsupportedOperationException("an ARF has basic attributes alone");
        }
        return type.cast(new ArfAttributeView(ArfPath.of(path)).readAttributes());
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String wanted, LinkOption... options) throws IOException {
        BasicFileAttributes is = readAttributes(path, BasicFileAttributes.class, options);
        Map<String, Object> all = new HashMap<>(Map.of("size", is.size(), "lastModifiedTime", is.lastModifiedTime(), "lastAccessTime",
            is.lastAccessTime(), "creationTime", is.creationTime(), "isDirectory", is.isDirectory(), "isRegularFile", is.isRegularFile(),
            "isSymbolicLink", false, "isOther", false, "fileKey", is.fileKey()));
        String names = wanted.startsWith("basic:") ? wanted.substring("basic:".length()) : wanted;
        if (!names.equals("*")) {
            List<String> some = List.of(names.split(","));
            if (!all.keySet().containsAll(some)) {
                throw new IllegalArgumentException(wanted + ": an ARF has the attributes " + all.keySet());
            }
            all.keySet().retainAll(some);
        }
        return all;
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        ArfAttributeView view = new ArfAttributeView(ArfPath.of(path));
        switch (attribute.startsWith("basic:") ? attribute.substring("basic:".length()) : attribute) {
            case "lastModifiedTime" -> view.setTimes((FileTime) value, null, null);
            case "lastAccessTime" -> view.setTimes(null, (FileTime) value, null);
            case "creationTime" -> view.setTimes(null, null, (FileTime) value);
            default -> throw new UnsupportedOperationException(attribute + " cannot be set: times can");
        }
    }
}
