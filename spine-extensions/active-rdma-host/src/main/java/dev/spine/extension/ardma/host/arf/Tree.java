package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/** Changes of names. Each returns an inode's number, or what is wrong; then nothing was changed. */
final class Tree {
    /** A mode of {@link #remove}: any type of file. */
    static final long ANY = 0;
    private static final long DEEPEST = 4_096;

    private Tree() {}

    /** {@return the directory that a new or changed name is in; the name is in scratch memory} */
    private static long directory(long base, long at, long bytes) {
        long node = Paths.parent(base, at, bytes);
        if (node < 0) {
            return node;
        }
        if (Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES) == 0) {
            return ArfStatus.INVALID;
        }
        return Nodes.type(node) == ArfLayout.DIRECTORY ? node : ArfStatus.NOT_DIRECTORY;
    }

    /** Makes a file or directory; one that is there is taken unless it has to be new. */
    static long create(long base, long at, long bytes, long mode, boolean isNew) {
        long parent = directory(base, at, bytes);
        if (parent < 0) {
            return parent;
        }
        long slot = Directory.find(parent);
        if (slot != 0) {
            long inode = Words.get(slot + Long.BYTES);
            if (isNew) {
                return ArfStatus.EXISTS;
            }
            return Nodes.type(Nodes.at(inode)) == mode >>> 32 ? inode : ArfStatus.EXISTS;
        }
        long status = Directory.ensureRoom(parent);
        if (status != 0) {
            return status;
        }
        long node = Nodes.make(mode);
        if (node < 0) {
            return node;
        }
        if (mode >>> 32 == ArfLayout.DIRECTORY) {
            status = Directory.make(node, Nodes.number(parent));
        }
        Directory.add(parent, Nodes.number(node));
        return status == 0 ? Nodes.number(node) : status;
    }

    static long remove(long base, long at, long bytes, long type) {
        long parent = directory(base, at, bytes);
        if (parent < 0) {
            return parent;
        }
        long slot = Directory.find(parent);
        if (slot == 0) {
            return ArfStatus.NOT_FOUND;
        }
        long inode = Words.get(slot + Long.BYTES);
        long is = Nodes.type(Nodes.at(inode));
        if (type != ANY && is != type) {
            return is == ArfLayout.DIRECTORY ? ArfStatus.IS_DIRECTORY : ArfStatus.NOT_DIRECTORY;
        }
        if (is == ArfLayout.DIRECTORY && Words.get(Nodes.at(inode) + ArfLayout.ENTRIES) > 0) {
            return ArfStatus.NOT_EMPTY;
        }
        Directory.remove(parent, slot);
        long status = leave(Nodes.at(inode));
        return status == 0 ? inode : status;
    }

    /** One name of a file less. */
    private static long leave(long node) {
        long links = Words.get(node + ArfLayout.LINKS) - 1;
        if (links == 0) {
            return Nodes.drop(node);
        }
        Words.put(node + ArfLayout.LINKS, links);
        Words.put(node + ArfLayout.CHANGED, Words.now());
        return 0;
    }

    static long link(long base, long bytes, long toBytes) {
        long node = Paths.node(base, ArfLayout.TEXT, bytes);
        if (node < 0) {
            return node;
        }
        if (Nodes.type(node) != ArfLayout.FILE) {
            return ArfStatus.IS_DIRECTORY;
        }
        long parent = directory(ArfLayout.ROOT, ArfLayout.TEXT + bytes, toBytes);
        if (parent < 0) {
            return parent;
        }
        if (Directory.find(parent) != 0) {
            return ArfStatus.EXISTS;
        }
        long status = Directory.ensureRoom(parent);
        if (status != 0) {
            return status;
        }
        Directory.add(parent, Nodes.number(node));
        Words.add(node + ArfLayout.LINKS, 1);
        Words.put(node + ArfLayout.CHANGED, Words.now());
        return Nodes.number(node);
    }

    /** {@return 0, or why the file cannot be where another one is} */
    private static long replaceable(long node, long other) {
        boolean isDirectory = Nodes.type(node) == ArfLayout.DIRECTORY;
        if (Nodes.type(other) != ArfLayout.DIRECTORY) {
            return isDirectory ? ArfStatus.NOT_DIRECTORY : 0;
        }
        if (!isDirectory) {
            return ArfStatus.IS_DIRECTORY;
        }
        return Words.get(other + ArfLayout.ENTRIES) > 0 ? ArfStatus.NOT_EMPTY : 0;
    }

    /** {@return 0, or why a directory cannot be in another one} */
    private static long placeable(long node, long parent) {
        long inode = Nodes.number(node);
        long up = Nodes.number(parent);
        for (long depth = 0; up != ArfLayout.ROOT && depth < DEEPEST; depth++) {
            if (up == inode) {
                return ArfStatus.INVALID;
            }
            up = Words.get(Nodes.at(up) + ArfLayout.PARENT);
        }
        return up == ArfLayout.ROOT ? 0 : ArfStatus.TOO_LARGE;
    }

    static long rename(long base, long bytes, long toBytes, boolean isNew) {
        long to = ArfLayout.TEXT + bytes;
        long target = directory(base, to, toBytes);
        if (target < 0) {
            return target;
        }
        if (Directory.find(target) == 0) {
            // It may move the slots of the source, so it is looked for afterwards.
            long status = Directory.ensureRoom(target);
            if (status != 0) {
                return status;
            }
        }
        long source = directory(base, ArfLayout.TEXT, bytes);
        if (source < 0) {
            return source;
        }
        long from = Directory.find(source);
        if (from == 0) {
            return ArfStatus.NOT_FOUND;
        }
        long inode = Words.get(from + Long.BYTES);
        long node = Nodes.at(inode);
        directory(base, to, toBytes);
        long slot = Directory.find(target);
        long other = slot == 0 ? 0 : Words.get(slot + Long.BYTES);
        if (other != 0 && isNew) {
            return ArfStatus.EXISTS;
        }
        if (other == inode) {
            return inode;
        }
        long status = other == 0 ? 0 : replaceable(node, Nodes.at(other));
        if (status == 0 && Nodes.type(node) == ArfLayout.DIRECTORY) {
            status = placeable(node, target);
            Words.put(node + ArfLayout.PARENT, Nodes.number(target));
        }
        if (status != 0) {
            return status;
        }
        Directory.remove(source, from);
        Words.put(node + ArfLayout.CHANGED, Words.now());
        if (other == 0) {
            Directory.add(target, inode);
            return inode;
        }
        Words.put(slot + Long.BYTES, inode);
        Nodes.touch(target);
        status = leave(Nodes.at(other));
        return status == 0 ? inode : status;
    }
}
