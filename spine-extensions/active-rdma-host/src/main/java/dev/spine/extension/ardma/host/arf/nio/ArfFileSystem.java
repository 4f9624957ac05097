package dev.spine.extension.ardma.host.arf.nio;

import dev.spine.extension.ardma.host.arf.ArfVolume;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An open ARF. */
final class ArfFileSystem extends FileSystem {
    private final ArfFileSystemProvider provider;
    private final ArfVolume volume;
    private final String name;
    private final AutoCloseable below;
    private volatile boolean isOpen = true;

    ArfFileSystem(ArfFileSystemProvider provider, ArfVolume volume, String name, AutoCloseable below) {
        this.provider = provider;
        this.volume = volume;
        this.name = name;
        this.below = below;
    }

    ArfVolume volume() {
        if (!isOpen) {
            throw new java.nio.file.ClosedFileSystemException();
        }
        return volume;
    }

    String name() {
        return name;
    }

    URI uri(String path) {
        return URI.create(ArfFileSystemProvider.SCHEME + "://" + name + ArfFileSystemProvider.SEPARATOR
            + "/" + path.replace("%", "%25").replace(" ", "%20"));
    }

    @Override
    public ArfFileSystemProvider provider() {
        return provider;
    }

    @Override
    public synchronized void close() throws IOException {
        if (isOpen) {
            isOpen = false;
            provider.forget(this);
            try (below; volume) {
                volume.sync();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(getPath("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of(new ArfFileStore(this));
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        List<String> parts = new ArrayList<>(List.of(first));
        parts.addAll(List.of(more));
        return ArfPath.of(this, String.join("/", parts.stream().filter(part -> !part.isEmpty()).toList()));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(pattern);
        return path -> matcher.matches(Path.of(path.toString()));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("files of an ARF have no owners");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("an ARF tells of no changes: look again");
    }
}
