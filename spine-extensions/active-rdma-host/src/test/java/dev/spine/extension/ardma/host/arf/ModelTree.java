package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A file system as plain objects. */
final class ModelTree {
    /** A file or a directory. */
    static final class Item {
        final boolean isDirectory;
        final Map<String, Item> entries = new TreeMap<>();
        byte[] bytes = {};
        /** Bytes that were written over others and not flushed since. */
        BitSet unflushed = new BitSet();
        int links = 1;
        long modified;

        Item(boolean isDirectory) {
            this.isDirectory = isDirectory;
        }
    }

    final Item root;

    ModelTree() {
        this(new Item(true));
    }

    private ModelTree(Item root) {
        this.root = root;
    }

    ModelTree copy() {
        return new ModelTree(copy(root, new IdentityHashMap<>()));
    }

    private static Item copy(Item item, Map<Item, Item> done) {
        Item known = done.get(item);
        if (known != null) {
            return known;
        }
        Item copy = new Item(item.isDirectory);
        done.put(item, copy);
        copy.bytes = item.bytes.clone();
        copy.unflushed = (BitSet) item.unflushed.clone();
        copy.links = item.links;
        copy.modified = item.modified;
        item.entries.forEach((name, child) -> copy.entries.put(name, copy(child, done)));
        return copy;
    }

    void flush() {
        flush(root);
    }

    private static void flush(Item item) {
        item.unflushed.clear();
        item.entries.values().forEach(ModelTree::flush);
    }

    /** The paths of some items. */
    List<String> paths(Predicate<Item> which) {
        List<String> paths = new ArrayList<>();
        addPaths("", root, which, paths);
        return paths;
    }

    private static void addPaths(String prefix, Item item, Predicate<Item> which, List<String> paths) {
        item.entries.forEach((name, child) -> {
            if (which.test(child)) {
                paths.add(prefix + name);
            }
            addPaths(prefix + name + "/", child, which, paths);
        });
    }

    // --- operations

    Item find(String path) throws IOException {
        Item item = root;
        for (String name : path.split("/", -1)) {
            if (!name.isEmpty()) {
                item = child(item, name, path);
            }
        }
        return item;
    }

    private static Item child(Item item, String name, String path) throws IOException {
        if (!item.isDirectory) {
            throw new NotDirectoryException(path);
        }
        Item child = item.entries.get(name);
        if (child == null) {
            throw new NoSuchFileException(path);
        }
        return child;
    }

    private Item parent(String path) throws IOException {
        Item parent = find(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
        if (!parent.isDirectory) {
            throw new NotDirectoryException(path);
        }
        return parent;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    Item make(String path, boolean isDirectory, boolean isNew) throws IOException {
        Item parent = parent(path);
        Item there = parent.entries.get(name(path));
        if (there != null && (isNew || there.isDirectory != isDirectory)) {
            throw new FileAlreadyExistsException(path);
        }
        return parent.entries.computeIfAbsent(name(path), name -> new Item(isDirectory));
    }

    void remove(String path) throws IOException {
        Item parent = parent(path);
        Item item = child(parent, name(path), path);
        if (!item.entries.isEmpty()) {
            throw new DirectoryNotEmptyException(path);
        }
        parent.entries.remove(name(path));
        item.links--;
    }

    void link(String path, String added) throws IOException {
        Item item = find(path);
        if (item.isDirectory) {
            throw new FileSystemException(path);
        }
        Item parent = parent(added);
        if (parent.entries.putIfAbsent(name(added), item) != null) {
            throw new FileAlreadyExistsException(added);
        }
        item.links++;
    }

    void rename(String from, String to, boolean replaces) throws IOException {
        Item target = parent(to);
        Item source = parent(from);
        Item item = child(source, name(from), from);
        @Nullable Item other = target.entries.get(name(to));
        if (other != null && !replaces) {
            throw new FileAlreadyExistsException(from);
        }
        if (other == item) {
            return;
        }
        if (other != null && other.isDirectory && !item.isDirectory) {
            throw new FileSystemException(from);
        }
        if (other != null && !other.isDirectory && item.isDirectory) {
            throw new NotDirectoryException(from);
        }
        if (other != null && !other.entries.isEmpty()) {
            throw new DirectoryNotEmptyException(from);
        }
        if (item.isDirectory && holds(item, target)) {
            throw new FileSystemException(from);
        }
        source.entries.remove(name(from));
        target.entries.put(name(to), item);
        if (other != null) {
            other.links--;
        }
    }

    private static boolean holds(Item item, Item other) {
        return item == other || item.entries.values().stream().anyMatch(child -> holds(child, other));
    }

    static void write(Item item, int offset, byte[] bytes) {
        int at = offset < 0 ? item.bytes.length : offset;
        if (at + bytes.length <= item.bytes.length) {
            item.unflushed.set(at, at + bytes.length);
        } else if (bytes.length > 0) {
            item.bytes = Arrays.copyOf(item.bytes, at + bytes.length);
        }
        System.arraycopy(bytes, 0, item.bytes, bytes.length == 0 ? 0 : at, bytes.length);
    }

    /** Bytes that were there are perhaps written over. */
    static void begin(Item item, int offset, int bytes) {
        if (offset >= 0 && offset < item.bytes.length) {
            item.unflushed.set(offset, Math.min(item.bytes.length, offset + bytes));
        }
    }

    static void resize(Item item, int size) {
        item.bytes = Arrays.copyOf(item.bytes, size);
        item.unflushed.clear(size, Math.max(size, item.unflushed.length()));
    }
}
