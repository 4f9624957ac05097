package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/** Inodes: by the offset of each, which is called its node here. */
final class Nodes {
    /** So many words of a transaction, and the blocks that one frees at most, leave room for everything else that it changes. */
    private static final long MAX_FREED_WORDS = 300;
    static final long MAX_FREED_BLOCKS = 4_096;
    static final long MAX_FREED_EXTENTS = 60;

    private Nodes() {}

    static long at(long inode) {
        return Areas.load64(0, ArfLayout.INODE_TABLE) + (inode - 1) * ArfLayout.INODE_BYTES;
    }

    static long number(long node) {
        return (node - Areas.load64(0, ArfLayout.INODE_TABLE)) / ArfLayout.INODE_BYTES + 1;
    }

    static long type(long node) {
        return Words.get(node + ArfLayout.MODE) >>> 32;
    }

    /** {@return the node of a number and generation, or what is wrong with them} */
    static long checked(long inode, long generation) {
        if (inode < 1 || inode > Areas.load64(0, ArfLayout.INODES)) {
            return ArfStatus.INVALID;
        }
        long node = at(inode);
        return type(node) == 0 || generation != 0 && Words.get(node + ArfLayout.GENERATION) != generation ? ArfStatus.STALE : node;
    }

    /** {@return a new inode with one name, or why there is none} */
    static long make(long mode) {
        long inode = Words.get(ArfLayout.FREE_INODE);
        long node;
        if (inode < 0 || inode > Areas.load64(0, ArfLayout.INODES)) {
            return ArfStatus.DAMAGED;
        }
        if (inode != 0) {
            node = at(inode);
            Words.put(ArfLayout.FREE_INODE, Words.get(node + ArfLayout.SIZE));
        } else {
            inode = Words.get(ArfLayout.LAST_INODE) + 1;
            if (inode > Areas.load64(0, ArfLayout.INODES)) {
                return ArfStatus.NO_INODES;
            }
            node = at(inode);
            Words.put(ArfLayout.LAST_INODE, inode);
        }
        Words.add(ArfLayout.USED_INODES, 1);
        Words.put(node + ArfLayout.MODE, mode);
        Words.put(node + ArfLayout.SIZE, 0);
        Words.put(node + ArfLayout.LINKS, 1);
        Words.add(node + ArfLayout.GENERATION, 1);
        Words.put(node + ArfLayout.MODIFIED, Words.now());
        Words.put(node + ArfLayout.CHANGED, Words.now());
        Words.put(node + ArfLayout.ACCESSED, Words.now());
        Words.put(node + ArfLayout.CREATED, Words.now());
        return node;
    }

    /** Contents were changed. */
    static void touch(long node) {
        Words.put(node + ArfLayout.MODIFIED, Words.now());
        Words.put(node + ArfLayout.CHANGED, Words.now());
    }

    // --- extents

    static long extentAt(long node, long index) {
        return index < ArfLayout.INLINE_EXTENTS ? node + ArfLayout.FIRST_EXTENT + index * Long.BYTES
            : (Words.get(node + ArfLayout.MORE_EXTENTS) << ArfLayout.BLOCK_SHIFT) + (index - ArfLayout.INLINE_EXTENTS) * Long.BYTES;
    }

    /** {@return the blocks of a file from one of it on, as far as they are neighbours; 0 behind the last one} */
    static long find(long node, long block) {
        long count = Math.min(Words.get(node + ArfLayout.EXTENTS), ArfLayout.MAX_EXTENTS);
        long left = block;
        for (long i = 0; i < count; i++) {
            long extent = Words.get(extentAt(node, i));
            if (left < ArfLayout.count(extent)) {
                return ArfLayout.extent(ArfLayout.first(extent) + left, ArfLayout.count(extent) - left);
            }
            left -= ArfLayout.count(extent);
        }
        return 0;
    }

    /** {@return 0 when a file has so many blocks now, or why not} */
    static long grow(long node, long blocks) {
        long wanted = blocks - Words.get(node + ArfLayout.NODE_BLOCKS);
        if (wanted > Words.get(ArfLayout.FREE_BLOCKS)) {
            return ArfStatus.NO_SPACE;
        }
        while (wanted > 0) {
            long count = Words.get(node + ArfLayout.EXTENTS);
            long last = count == 0 ? 0 : Words.get(extentAt(node, count - 1));
            long end = ArfLayout.first(last) + ArfLayout.count(last);
            long found = Space.take(end, wanted, 1);
            if (found == 0) {
                return ArfStatus.NO_SPACE;
            }
            long got = ArfLayout.count(found);
            if (count > 0 && ArfLayout.first(found) == end && ArfLayout.count(last) + got <= ArfLayout.EXTENT_MASK) {
                Words.put(extentAt(node, count - 1), last + got);
            } else {
                long status = addExtent(node, count, found);
                if (status != 0) {
                    return status;
                }
            }
            Words.add(node + ArfLayout.NODE_BLOCKS, got);
            wanted -= got;
        }
        return 0;
    }

    private static long addExtent(long node, long count, long extent) {
        if (count >= ArfLayout.MAX_EXTENTS) {
            return ArfStatus.NO_SPACE;
        }
        if (count == ArfLayout.INLINE_EXTENTS) {
            long more = Space.take(0, 1, 1);
            if (more == 0) {
                return ArfStatus.NO_SPACE;
            }
            Words.put(node + ArfLayout.MORE_EXTENTS, ArfLayout.first(more));
        }
        Words.put(extentAt(node, count), extent);
        Words.put(node + ArfLayout.EXTENTS, count + 1);
        return 0;
    }

    /** Frees blocks from the end, as many as one transaction can: {@return how many there are then, at least those that are kept} */
    static long shrink(long node, long kept) {
        long blocks = Words.get(node + ArfLayout.NODE_BLOCKS);
        long least = Math.max(kept, blocks - MAX_FREED_BLOCKS);
        long count = Words.get(node + ArfLayout.EXTENTS);
        if (blocks > kept && type(node) == ArfLayout.DIRECTORY) {
            Areas.store64(Areas.SCRATCH, ArfLayout.FREES_LOGGED, 1);
        }
        while (blocks > least && Words.count() < MAX_FREED_WORDS) {
            if (count <= 0) {
                Words.fail(ArfStatus.DAMAGED);
                return kept;
            }
            long at = extentAt(node, count - 1);
            long extent = Words.get(at);
            long freed = Math.min(ArfLayout.count(extent), blocks - least);
            long rest = ArfLayout.count(extent) - freed;
            Space.free(ArfLayout.extent(ArfLayout.first(extent) + rest, freed));
            if (rest > 0) {
                Words.put(at, ArfLayout.extent(ArfLayout.first(extent), rest));
            } else {
                count--;
            }
            blocks -= freed;
        }
        Words.put(node + ArfLayout.NODE_BLOCKS, blocks);
        Words.put(node + ArfLayout.EXTENTS, count);
        long more = Words.get(node + ArfLayout.MORE_EXTENTS);
        if (more != 0 && count <= ArfLayout.INLINE_EXTENTS) {
            Space.free(ArfLayout.extent(more, 1));
            Words.put(node + ArfLayout.MORE_EXTENTS, 0);
            Areas.store64(Areas.SCRATCH, ArfLayout.FREES_LOGGED, 1);
        }
        return blocks;
    }

    // --- the end of an inode

    /** The last name is gone: the inode and its blocks become free, in this transaction or in more. {@return 0, or why not} */
    static long drop(long node) {
        if (Words.get(node + ArfLayout.NODE_BLOCKS) <= MAX_FREED_BLOCKS && Words.get(node + ArfLayout.EXTENTS) <= MAX_FREED_EXTENTS) {
            shrink(node, 0);
            free(node);
            return 0;
        }
        Words.put(node + ArfLayout.LINKS, 0);
        Words.add(ArfLayout.ORPHANS, 1);
        long status = Journal.commit();
        return status == 0 ? reap(node) : status;
    }

    private static long reap(long node) {
        while (shrink(node, 0) > 0) {
            long status = Journal.commit();
            if (status != 0) {
                return status;
            }
        }
        free(node);
        Words.add(ArfLayout.ORPHANS, -1);
        return Journal.commit();
    }

    private static void free(long node) {
        Words.put(node + ArfLayout.MODE, 0);
        Words.put(node + ArfLayout.LINKS, 0);
        Words.put(node + ArfLayout.SIZE, Words.get(ArfLayout.FREE_INODE));
        Words.put(ArfLayout.FREE_INODE, number(node));
        Words.add(ArfLayout.USED_INODES, -1);
    }

    /** Frees what a crash has left without a name: {@return 0, or why not} */
    static long reapAll() {
        long last = Words.get(ArfLayout.LAST_INODE);
        for (long inode = 1; inode <= last && Words.get(ArfLayout.ORPHANS) > 0; inode++) {
            long node = at(inode);
            if (type(node) != 0 && Words.get(node + ArfLayout.LINKS) == 0) {
                long status = reap(node);
                if (status != 0) {
                    return status;
                }
            }
        }
        return 0;
    }
}
