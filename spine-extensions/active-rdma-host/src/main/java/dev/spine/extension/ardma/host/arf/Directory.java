package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;

/**
 * A directory: a hash table with open addressing in one extent, whose number of slots is a power of two. A slot has the hash of a name, the
 * offset where its length and its bytes are in the second half of the extent, and an inode; a slot of zeros is empty. Names have their last
 * word filled up with zeros.
 */
final class Directory {
    static final long MAX_BLOCKS = 4_096;

    private Directory() {}

    static long base(long node) {
        return ArfLayout.first(Words.get(node + ArfLayout.FIRST_EXTENT)) << ArfLayout.BLOCK_SHIFT;
    }

    static long slots(long node) {
        return Math.min(Words.get(node + ArfLayout.SIZE), MAX_BLOCKS << ArfLayout.BLOCK_SHIFT) / 2 / ArfLayout.SLOT_BYTES;
    }

    static boolean isEntry(long head) {
        return head != 0 && head != ArfLayout.GONE;
    }

    /** {@return 32 bits of the hash of a name} */
    private static long hash(int area, long at, long bytes) {
        return fold(Areas.hash(area, at, bytes));
    }

    private static long fold(long hash) {
        return (hash ^ hash >>> 32) & ArfLayout.LOW_32;
    }

    /** {@return the same of a name that is here} */
    static long hash(byte[] name) {
        return fold(AreaHash.of(new ArrayArea(name, false), 0, name.length));
    }

    /** {@return the slot of the name that is in scratch memory, 0 when there is none} */
    static long find(long node) {
        long bytes = Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES);
        long hash = hash(Areas.SCRATCH, ArfLayout.NAME, bytes);
        long slots = slots(node);
        long base = base(node);
        for (long i = 0; i < slots; i++) {
            long slot = base + (hash + i & slots - 1) * ArfLayout.SLOT_BYTES;
            long head = Words.get(slot);
            if (head == 0) {
                return 0;
            }
            if (head >>> 32 == hash && isEntry(head)) {
                long name = base + (head & ArfLayout.LOW_32);
                if (Areas.load64(0, name) == bytes && Areas.compare(Areas.SCRATCH, ArfLayout.NAME, 0, name + Long.BYTES, bytes) == 0) {
                    return slot;
                }
            }
        }
        return 0;
    }

    /** Makes a new inode's first block: {@return 0, or why not} */
    static long make(long node, long parent) {
        long block = Space.take(0, 1, 1);
        if (block == 0) {
            return ArfStatus.NO_SPACE;
        }
        place(node, block, 0);
        Words.put(node + ArfLayout.ENTRIES, 0);
        Words.put(node + ArfLayout.NAMES_END, ArfLayout.BLOCK_BYTES / 2);
        Words.put(node + ArfLayout.PARENT, parent);
        return 0;
    }

    /** An extent of which nothing is used yet becomes the directory. */
    private static void place(long node, long extent, long entries) {
        long bytes = ArfLayout.count(extent) << ArfLayout.BLOCK_SHIFT;
        Areas.fill(0, ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT, bytes / 2, 0);
        Words.put(node + ArfLayout.SIZE, bytes);
        Words.put(node + ArfLayout.NODE_BLOCKS, ArfLayout.count(extent));
        Words.put(node + ArfLayout.EXTENTS, 1);
        Words.put(node + ArfLayout.FIRST_EXTENT, extent);
        Words.put(node + ArfLayout.USED_SLOTS, entries);
    }

    /** The directory has room for the name in scratch memory, after a transaction of its own if it had to grow: {@return 0, or why not} */
    static long ensureRoom(long node) {
        long room = ArfLayout.nameRoom(Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES));
        if (Words.get(node + ArfLayout.USED_SLOTS) < slots(node) * 3 / 4
            && Words.get(node + ArfLayout.NAMES_END) + room <= Words.get(node + ArfLayout.SIZE)) {
            return 0;
        }
        long status = rebuild(node, room);
        return status == 0 ? Journal.commit() : status;
    }

    /** Moves all entries into a new extent, of a size that fits them and some room. */
    private static long rebuild(long node, long room) {
        long old = base(node);
        long oldEnd = old + slots(node) * ArfLayout.SLOT_BYTES;
        long names = room;
        for (long slot = old; slot < oldEnd; slot += ArfLayout.SLOT_BYTES) {
            long head = Areas.load64(0, slot);
            if (isEntry(head)) {
                names += ArfLayout.nameRoom(Areas.load64(0, old + (head & ArfLayout.LOW_32)));
            }
        }
        long entries = Words.get(node + ArfLayout.ENTRIES);
        long blocks = 1;
        while (((entries + 1) * 2 * ArfLayout.SLOT_BYTES > blocks << ArfLayout.BLOCK_SHIFT - 1
            || names + names / 4 > blocks << ArfLayout.BLOCK_SHIFT - 1) && blocks <= MAX_BLOCKS) {
            blocks *= 2;
        }
        if (blocks > MAX_BLOCKS) {
            return ArfStatus.TOO_LARGE;
        }
        long extent = Space.take(0, blocks, blocks);
        if (extent == 0) {
            return ArfStatus.NO_SPACE;
        }
        Space.free(Words.get(node + ArfLayout.FIRST_EXTENT));
        Areas.store64(Areas.SCRATCH, ArfLayout.FREES_LOGGED, 1);
        place(node, extent, entries);
        long base = base(node);
        long end = slots(node) * ArfLayout.SLOT_BYTES;
        for (long slot = old; slot < oldEnd; slot += ArfLayout.SLOT_BYTES) {
            long head = Areas.load64(0, slot);
            if (isEntry(head)) {
                long name = old + (head & ArfLayout.LOW_32);
                long bytes = ArfLayout.nameRoom(Areas.load64(0, name));
                Areas.copy(0, name, 0, base + end, bytes);
                long to = free(base, head >>> 32, slots(node), false);
                Areas.store64(0, to, head & ~ArfLayout.LOW_32 | end);
                Areas.store64(0, to + Long.BYTES, Areas.load64(0, slot + Long.BYTES));
                end += bytes;
            }
        }
        Words.put(node + ArfLayout.NAMES_END, end);
        return 0;
    }

    /** {@return the first slot for a hash without an entry; there is one, unless the directory is damaged} */
    private static long free(long base, long hash, long slots, boolean inTransaction) {
        long index = hash & slots - 1;
        long slot = base;
        for (long i = 0; i < slots; i++) {
            slot = base + index * ArfLayout.SLOT_BYTES;
            if (!isEntry(inTransaction ? Words.get(slot) : Areas.load64(0, slot))) {
                return slot;
            }
            index = index + 1 & slots - 1;
        }
        Words.fail(ArfStatus.DAMAGED);
        return slot;
    }

    /** Adds the name in scratch memory, which is not there, and for which there is room. */
    static void add(long node, long inode) {
        long bytes = Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES);
        long hash = hash(Areas.SCRATCH, ArfLayout.NAME, bytes);
        long base = base(node);
        long slot = free(base, hash, slots(node), true);
        if (Words.get(slot) == 0) {
            Words.add(node + ArfLayout.USED_SLOTS, 1);
        }
        long at = Words.get(node + ArfLayout.NAMES_END);
        Words.put(slot, hash << 32 | at);
        Words.put(slot + Long.BYTES, inode);
        Words.put(base + at, bytes);
        for (long i = 0; i < bytes; i += Long.BYTES) {
            Words.put(base + at + Long.BYTES + i, Areas.load64(Areas.SCRATCH, ArfLayout.NAME + i));
        }
        Words.put(node + ArfLayout.NAMES_END, at + ArfLayout.nameRoom(bytes));
        Words.add(node + ArfLayout.ENTRIES, 1);
        Nodes.touch(node);
    }

    static void remove(long node, long slot) {
        Words.put(slot, ArfLayout.GONE);
        Words.put(slot + Long.BYTES, 0);
        Words.add(node + ArfLayout.ENTRIES, -1);
        Nodes.touch(node);
    }

    /**
     * Emits entries from a slot on, each what {@link Program#emitNode} does, the name's length, and the name.
     *
     * @param from 0, or what was returned before
     * @return where to go on, 0 at the end, STALE when the directory has moved since
     */
    static long list(long node, long from, long most) {
        long base = base(node);
        long slots = slots(node);
        long emitted = 0;
        long block = base >>> ArfLayout.BLOCK_SHIFT;
        if (from != 0 && ArfLayout.first(from) != block) {
            return ArfStatus.STALE;
        }
        for (long i = ArfLayout.count(from); i < slots; i++) {
            long head = Areas.load64(0, base + i * ArfLayout.SLOT_BYTES);
            if (isEntry(head)) {
                long name = base + (head & ArfLayout.LOW_32);
                long bytes = ArfLayout.nameRoom(Areas.load64(0, name));
                if (emitted + bytes + Program.NODE_BYTES > most) {
                    return ArfLayout.extent(block, i);
                }
                Program.emitNode(Nodes.at(Areas.load64(0, base + i * ArfLayout.SLOT_BYTES + Long.BYTES)));
                Areas.emitBytes(0, name, bytes);
                emitted += bytes + Program.NODE_BYTES;
            }
        }
        return 0;
    }
}
