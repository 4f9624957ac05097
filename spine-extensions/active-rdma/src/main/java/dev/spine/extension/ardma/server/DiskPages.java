package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Store;
import dev.spine.extension.ardma.ArdmaProtocol;

/** Blocks of a disk, which are the server's alone while the area is open. */
final class DiskPages implements Backing {
    private final ExtensionContext context;
    private final Store store;
    private final long first;
    private final long bytes;

    /**
     * Some blocks.
     *
     * @param context of the server
     * @param store the disk
     * @param first byte on the disk, at the beginning of a block
     * @param bytes how many, whole blocks
     */
    DiskPages(ExtensionContext context, Store store, long first, long bytes) {
        this.context = context;
        this.store = store;
        this.first = first;
        this.bytes = bytes;
    }

    /** {@return whether some blocks of a disk are among these: an area has pages of its own, and would not see what another one changes} */
    boolean overlaps(Store disk, long from, long count) {
        return disk == store && from < first + bytes && first < from + count;
    }

    @Override
    public long length() {
        return bytes;
    }

    @Override
    public boolean isRevoked() {
        return false;
    }

    @Override
    public boolean isThere() {
        return store.isValid();
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean isFlushed() {
        return true;
    }

    @Override
    public boolean bring(long offset, Buffer memory, int place, int count, int page) {
        return context.read(store, first + offset, memory, place, count, ArdmaProtocol.TRANSFERRED, page);
    }

    @Override
    public boolean takeBack(long offset, Buffer memory, int place, int count, int page) {
        return context.write(store, first + offset, memory, place, count, ArdmaProtocol.TRANSFERRED, page);
    }

    @Override
    public boolean flush(int area) {
        return context.flush(store, ArdmaProtocol.FLUSHED, area);
    }
}
