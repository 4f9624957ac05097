package dev.spine.command.arf;

import dev.spine.device.os.fuse.FuseChange;
import dev.spine.device.os.fuse.FuseException;
import dev.spine.device.os.fuse.FuseFiles;
import dev.spine.device.os.fuse.FuseName;
import dev.spine.device.os.fuse.FuseNode;
import dev.spine.device.os.fuse.FuseSpace;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfTotals;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.NoSpaceException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A volume as the kernel wants files: by numbers, which are those of inodes, and with files that live on without a name while they are
 * open. Such a file gets another name in the root, {@code .removed-} and its numbers, until it is closed. On the session's thread.
 */
final class MountedVolume implements FuseFiles, AutoCloseable {
    private static final int BLOCK_BYTES = 4_096;
    private static final int SECTORS = BLOCK_BYTES / 512;
    private static final int DEEPEST = 4_096;

    /** A name in a directory. */
    private record Place(long parent, String name) {}

    /** What the kernel knows a number of. Directories are where they were seen last. */
    private static final class Known {
        private final ArfNode node;
        /** Where it was seen; it may be gone from there. */
        private final LinkedHashSet<Place> places = new LinkedHashSet<>();
        private long times;
        private int opened;
        private boolean isKept;

        private Known(ArfNode node, long parent, String name) {
            this.node = node;
            places.add(new Place(parent, name));
        }

        private void isAt(long parent, String name) {
            places.addLast(new Place(parent, name));
        }

        private boolean is(ArfNode other) {
            return node.inode() == other.inode() && node.generation() == other.generation();
        }
    }

    private final ArfVolume volume;
    private final Map<Long, Known> nodes = new HashMap<>();
    private final Map<Long, Known> opened = new HashMap<>();
    private long nextHandle = 1;
    private boolean isLost;

    /** The files of a volume, which stays the caller's. */
    MountedVolume(ArfVolume volume) throws IOException {
        this.volume = volume;
        nodes.put(ROOT, new Known(volume.stat(""), ROOT, ""));
    }

    // --- numbers and names

    private Known known(long node) throws FuseException {
        Known known = nodes.get(node);
        if (known == null) {
            throw new FuseException(FuseException.ESTALE);
        }
        return known;
    }

    private String path(long directory) throws FuseException {
        StringBuilder path = new StringBuilder();
        long at = directory;
        for (int depth = 0; at != ROOT; depth++) {
            Known known = known(at);
            if (depth == DEEPEST) {
                throw new FuseException(FuseException.ESTALE);
            }
            Place place = known.places.getLast();
            path.insert(0, place.name + "/");
            at = place.parent;
        }
        return path.toString();
    }

    private String path(long directory, String name) throws FuseException {
        return path(directory) + name;
    }

    /** The kernel gets to know something, once more or for the first time. */
    private FuseNode tell(ArfNode node, long directory, String name) {
        Known known = nodes.get(node.inode());
        if (known == null || !known.is(node)) {
            long times = known == null ? 0 : known.times;
            known = new Known(node, directory, name);
            known.times = times;
            nodes.put(node.inode(), known);
        }
        known.isAt(directory, name);
        known.times++;
        return shown(node);
    }

    private static FuseNode shown(ArfNode node) {
        return new FuseNode(node.inode(), node.generation(), node.isDirectory(), node.permissions(), node.size(), node.blocks() * SECTORS,
            (int) node.links(), node.accessed(), node.modified(), node.changed());
    }

    @Override
    public FuseNode find(long directory, String name) throws IOException {
        return tell(volume.stat(path(directory, name)), directory, name);
    }

    @Override
    public void forget(long node, long times) {
        Known known = nodes.get(node);
        if (known != null && node != ROOT) {
            known.times -= times;
            if (known.times <= 0) {
                nodes.remove(node);
            }
        }
    }

    @Override
    public FuseNode look(long node) throws IOException {
        return shown(volume.stat(known(node).node));
    }

    @Override
    public FuseNode change(long node, FuseChange change) throws IOException {
        ArfNode is = known(node).node;
        if (change.size() >= 0) {
            volume.resize(is, change.size());
        }
        if (change.permissions() >= 0 || change.accessed() >= 0 || change.modified() >= 0) {
            volume.set(is, change.modified(), change.accessed(), -1, change.permissions());
        }
        return shown(volume.stat(is));
    }

    @Override
    public FuseNode make(long directory, String name, int permissions, boolean isDirectory, boolean isNew) throws IOException {
        String path = path(directory, name);
        ArfNode made = isDirectory ? volume.makeDirectory(path, permissions) : volume.create(path, permissions, isNew);
        return tell(made, directory, name);
    }

    @Override
    public void remove(long directory, String name) throws IOException {
        String path = path(directory, name);
        keepOpened(path);
        volume.remove(path);
    }

    @Override
    public void rename(long directory, String name, long target, String other, boolean replaces) throws IOException {
        String to = path(target, other);
        if (replaces) {
            keepOpened(to);
        }
        volume.rename(path(directory, name), to, replaces);
        Known moved = nodes.get(volume.stat(to).inode());
        if (moved != null) {
            moved.isAt(target, other);
        }
    }

    @Override
    public FuseNode link(long node, long directory, String name) throws IOException {
        String path = path(directory, name);
        volume.link(path(known(node)), path);
        return tell(volume.stat(path), directory, name);
    }

    /** {@return a name that a file has now, the one that was seen last if it is one} */
    private String path(Known known) throws IOException {
        if (known.isKept) {
            return kept(known);
        }
        for (Place place : List.copyOf(known.places.reversed())) {
            try {
                String path = path(place.parent, place.name);
                if (known.is(volume.stat(path))) {
                    return path;
                }
            } catch (NoSuchFileException | NotDirectoryException | FuseException _) {
                // It is there no more, or its directory is not.
            }
            if (known.places.size() > 1) {
                known.places.remove(place);
            }
        }
        throw new FuseException(FuseException.ENOENT);
    }

    @Override
    public List<FuseName> list(long directory) throws IOException {
        return volume.list(path(directory)).stream()
            .map(entry -> new FuseName(entry.name(), entry.node().inode(), entry.node().isDirectory())).toList();
    }

    // --- files that are open

    private static String kept(Known known) {
        return ".removed-" + known.node.inode() + "-" + known.node.generation();
    }

    /** A file that is open gets another name before it loses its last one. */
    private void keepOpened(String path) throws IOException {
        if (opened.isEmpty()) {
            return;
        }
        ArfNode node;
        try {
            node = volume.stat(path);
        } catch (NoSuchFileException _) {
            return;
        }
        Known known = nodes.get(node.inode());
        if (known != null && known.opened > 0 && known.is(node) && node.links() == 1 && !known.isKept) {
            volume.link(path, kept(known));
            known.isKept = true;
        }
    }

    @Override
    public long open(long node) throws IOException {
        Known known = known(node);
        known.opened++;
        opened.put(nextHandle, known);
        return nextHandle++;
    }

    @Override
    public void release(long handle) throws IOException {
        Known known = opened.remove(handle);
        if (known != null && --known.opened == 0 && known.isKept) {
            known.isKept = false;
            volume.remove(kept(known));
        }
    }

    private ArfNode opened(long handle) throws FuseException {
        Known known = opened.get(handle);
        if (known == null) {
            throw new FuseException(FuseException.ESTALE);
        }
        return known.node;
    }

    @Override
    public byte[] read(long handle, long offset, int bytes) throws IOException {
        ArfNode node = opened(handle);
        byte[] read = volume.read(node, offset, bytes);
        int count = read.length;
        if (count == bytes || count == 0) {
            return read;
        }
        byte[] all = Arrays.copyOf(read, bytes);
        while (read.length > 0 && count < bytes) {
            read = volume.read(node, offset + count, bytes - count);
            System.arraycopy(read, 0, all, count, read.length);
            count += read.length;
        }
        return Arrays.copyOf(all, count);
    }

    @Override
    public void write(long handle, long offset, byte[] bytes) throws IOException {
        volume.write(opened(handle), offset, bytes);
    }

    @Override
    public void sync() throws IOException {
        volume.sync();
    }

    @Override
    public FuseSpace space() throws IOException {
        ArfTotals totals = volume.totals();
        return new FuseSpace(BLOCK_BYTES, totals.blocks(), totals.freeBlocks(), totals.inodes(), totals.inodes() - totals.usedInodes());
    }

    @Override
    public int error(IOException problem) throws IOException {
        boolean isOver = problem.getCause() instanceof ArdmaException refused
            ? refused.status() == ArdmaProtocol.NO_ANSWER || refused.status() == ArdmaProtocol.NO_SESSION
            : problem.getCause() instanceof RuntimeException;
        if (isOver) {
            isLost = true;
            throw problem;
        }
        return switch (problem) {
            case NoSpaceException _ -> FuseException.ENOSPC;
            case NoSuchFileException gone when gone.getReason() != null -> FuseException.ESTALE;
            default -> FuseException.error(problem);
        };
    }

    /** What was removed while it was open goes, and all is durable; not when nobody answers any more. */
    @Override
    public void close() throws IOException {
        if (isLost) {
            return;
        }
        for (Long handle : List.copyOf(opened.keySet())) {
            release(handle);
        }
        volume.sync();
    }
}
