package dev.spine.extension.ardma.host.arf.nio;

import dev.spine.extension.ardma.host.arf.ArfTotals;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import org.jspecify.annotations.Nullable;

/** How full an ARF is. */
final class ArfFileStore extends FileStore {
    private static final long BLOCK_BYTES = 4_096;

    private final ArfFileSystem files;

    ArfFileStore(ArfFileSystem files) {
        this.files = files;
    }

    private ArfTotals totals() throws IOException {
        return files.volume().totals();
    }

    @Override
    public String name() {
        return files.name();
    }

    @Override
    public String type() {
        return ArfFileSystemProvider.SCHEME;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public long getTotalSpace() throws IOException {
        return totals().blocks() * BLOCK_BYTES;
    }

    @Override
    public long getUsableSpace() throws IOException {
        return totals().freeBlocks() * BLOCK_BYTES;
    }

    @Override
    public long getUnallocatedSpace() throws IOException {
        return getUsableSpace();
    }

    @Override
    public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
        return type == BasicFileAttributeView.class;
    }

    @Override
    public boolean supportsFileAttributeView(String name) {
        return name.equals("basic");
    }

    @Override
    public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
        return null;
    }

    @Override
    public Object getAttribute(String attribute) throws IOException {
        return switch (attribute) {
            case "totalSpace" -> getTotalSpace();
            case "usableSpace", "unallocatedSpace" -> getUsableSpace();
            default -> throw new UnsupportedOperationException(attribute + " is none of totalSpace, usableSpace, unallocatedSpace");
        };
    }
}
