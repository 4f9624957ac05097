package dev.spine.extension.ardma.host.arf;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The same operations on a directory of this machine's own file system. */
final class LocalTree {
    private final Path root;

    LocalTree(Path root) {
        this.root = root;
    }

    void make(String path, boolean isDirectory, boolean isNew) throws IOException {
        if (isDirectory) {
            Files.createDirectory(root.resolve(path));
        } else {
            StandardOpenOption how = isNew ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE;
            FileChannel.open(root.resolve(path), StandardOpenOption.WRITE, how).close();
        }
    }

    void remove(String path) throws IOException {
        Files.delete(root.resolve(path));
    }

    void link(String path, String added) throws IOException {
        Files.createLink(root.resolve(added), root.resolve(path));
    }

    void rename(String from, String to, boolean replaces) throws IOException {
        if (!replaces && Files.exists(root.resolve(to), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(to);
        }
        Files.move(root.resolve(from), root.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    void find(String path) throws IOException {
        Files.readAttributes(root.resolve(path), "size");
    }

    private FileChannel open(String path) throws IOException {
        return FileChannel.open(root.resolve(path), StandardOpenOption.WRITE);
    }

    void resize(String path, int size) throws IOException {
        try (FileChannel file = open(path)) {
            if (size > file.size()) {
                file.write(ByteBuffer.allocate(1), size - 1L);
            }
            file.truncate(size);
        }
    }

    void write(String path, int offset, byte[] bytes) throws IOException {
        try (FileChannel file = open(path)) {
            file.write(ByteBuffer.wrap(bytes), offset < 0 ? file.size() : offset);
        }
    }

    /** Fails if other bytes are there, fewer at the end of the file. */
    void has(String path, int offset, int bytes, byte[] expected) throws IOException {
        byte[] all = Files.readAllBytes(root.resolve(path));
        int from = Math.min(offset, all.length);
        int at = Arrays.mismatch(expected, 0, expected.length, all, from, Math.min(from + bytes, all.length));
        if (at >= 0) {
            throw new IOException("'" + path + "' differs at " + (from + at));
        }
    }

    /** The first difference between it and a file system, nothing if there is none. */
    String difference(ArfVolume volume) throws IOException {
        return difference(volume, "");
    }

    private String difference(ArfVolume volume, String path) throws IOException {
        Map<String, ArfNode> entries = new TreeMap<>();
        volume.list(path).forEach(entry -> entries.put(entry.name(), entry.node()));
        try (Stream<Path> there = Files.list(root.resolve(path))) {
            TreeSet<String> names = there.map(each -> each.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
            if (!names.equals(entries.keySet())) {
                return "'" + path + "' has " + entries.keySet() + ", and here it has " + names;
            }
        }
        for (Map.Entry<String, ArfNode> entry : entries.entrySet()) {
            String child = path.isEmpty() ? entry.getKey() : path + "/" + entry.getKey();
            String differs = difference(volume, child, entry.getValue());
            if (!differs.isEmpty()) {
                return differs;
            }
        }
        return "";
    }

    private String difference(ArfVolume volume, String path, ArfNode node) throws IOException {
        Path local = root.resolve(path);
        Map<String, Object> is = Files.readAttributes(local, "unix:isDirectory,nlink,size");
        if (node.isDirectory() != (boolean) is.get("isDirectory")) {
            return "'" + path + "' is of another type";
        }
        if (node.isDirectory()) {
            return difference(volume, path);
        }
        if (node.size() != (long) is.get("size") || node.links() != (int) is.get("nlink")) {
            return "'" + path + "' has " + node.size() + " bytes and " + node.links() + " names, and here " + is;
        }
        // In two pieces: the second one is of a file of which the client knows where it is.
        int half = (int) node.size() / 2;
        byte[] both = Bytes.concat(volume.read(node, 0, half), volume.read(node, half, (int) node.size() - half));
        int at = Arrays.mismatch(both, Files.readAllBytes(local));
        return at < 0 ? "" : "'" + path + "' differs at " + at;
    }
}
