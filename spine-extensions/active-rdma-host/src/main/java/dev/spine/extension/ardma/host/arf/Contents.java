package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/** The bytes of files. They are not in the journal: what is written beyond a file's end is flushed with the transaction that says so. */
final class Contents {
    /** A file becomes longer by so many bytes of zeros at a time. */
    static final long MAX_ZEROS = 32 << 20;

    private Contents() {}

    /** {@return how many bytes were emitted, or what is wrong} */
    static long read(long node, long offset, long bytes) {
        if (Nodes.type(node) != ArfLayout.FILE) {
            return ArfStatus.IS_DIRECTORY;
        }
        if (offset < 0 || bytes < 0) {
            return ArfStatus.INVALID;
        }
        long end = Math.min(Words.get(node + ArfLayout.SIZE), offset + bytes);
        long at = offset;
        while (at < end) {
            long extent = Nodes.find(node, at >>> ArfLayout.BLOCK_SHIFT);
            if (extent == 0) {
                return ArfStatus.DAMAGED;
            }
            long piece = piece(extent, at, end);
            Areas.emitBytes(0, place(extent, at), piece);
            at += piece;
        }
        return Math.max(0, end - offset);
    }

    /** Emits where a file is: the lock's word, the size, how many extents there are, and those. */
    static void emitMap(long node) {
        long count = Math.max(0, Math.min(Words.get(node + ArfLayout.EXTENTS), ArfLayout.MAX_EXTENTS));
        long few = Math.min(count, ArfLayout.INLINE_EXTENTS);
        Areas.emit(Lock.word());
        Areas.emit(Words.get(node + ArfLayout.SIZE));
        Areas.emit(count);
        if (Words.count() > 0) {
            for (long i = 0; i < count; i++) {
                Areas.emit(Words.get(Nodes.extentAt(node, i)));
            }
            return;
        }
        if (few > 0) {
            Areas.emitBytes(0, node + ArfLayout.FIRST_EXTENT, few * Long.BYTES);
        }
        if (count > few) {
            Areas.emitBytes(0, Words.get(node + ArfLayout.MORE_EXTENTS) << ArfLayout.BLOCK_SHIFT, (count - few) * Long.BYTES);
        }
    }

    private static long place(long extent, long at) {
        return (ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT) + (at & ArfLayout.BLOCK_BYTES - 1);
    }

    private static long piece(long extent, long at, long end) {
        return Math.min(end - at, (ArfLayout.count(extent) << ArfLayout.BLOCK_SHIFT) - (at & ArfLayout.BLOCK_BYTES - 1));
    }

    private static void zero(long node, long from, long to) {
        long at = from;
        while (at < to) {
            long extent = Nodes.find(node, at >>> ArfLayout.BLOCK_SHIFT);
            long piece = piece(extent, at, to);
            Areas.fill(0, place(extent, at), piece, 0);
            at += piece;
        }
    }

    private static long blocks(long bytes) {
        return bytes + ArfLayout.BLOCK_BYTES - 1 >>> ArfLayout.BLOCK_SHIFT;
    }

    /** Who is to come in steps is not to fill the disk before he hears that there is no space. */
    private static long tooFar(long node, long end) {
        return blocks(end) - Words.get(node + ArfLayout.NODE_BLOCKS) > Words.get(ArfLayout.FREE_BLOCKS) ? ArfStatus.NO_SPACE
            : ArfStatus.TOO_LARGE;
    }

    /**
     * {@return where the bytes end, or what is wrong}
     *
     * @param offset where the first one goes, -1 for the file's end
     * @param area where they are
     * @param from the first one there
     */
    static long write(long node, long offset, long bytes, int area, long from) {
        if (Nodes.type(node) != ArfLayout.FILE) {
            return ArfStatus.IS_DIRECTORY;
        }
        long size = Words.get(node + ArfLayout.SIZE);
        long start = offset == -1 ? size : offset;
        long end = start + bytes;
        if (start < 0 || bytes < 0 || end < start) {
            return ArfStatus.INVALID;
        }
        if (bytes == 0) {
            return start;
        }
        if (start - size > MAX_ZEROS) {
            return tooFar(node, end);
        }
        long status = Nodes.grow(node, blocks(end));
        if (status != 0) {
            return status;
        }
        if (!Lock.isOwn()) {
            return ArfStatus.LOST;
        }
        zero(node, size, start);
        long at = start;
        while (at < end) {
            long extent = Nodes.find(node, at >>> ArfLayout.BLOCK_SHIFT);
            long piece = piece(extent, at, end);
            Areas.copy(area, from + at - start, 0, place(extent, at), piece);
            at += piece;
        }
        setEnd(node, end);
        return end;
    }

    /**
     * Has the transaction give a file the blocks for a write that its client will make itself.
     *
     * @return 1 and where it begins; 0 when that is behind the file's end, or what is wrong
     */
    static long prepare(long node, long offset, long bytes) {
        if (Nodes.type(node) != ArfLayout.FILE) {
            return ArfStatus.IS_DIRECTORY;
        }
        long size = Words.get(node + ArfLayout.SIZE);
        long start = offset == -1 ? size : offset;
        long end = start + bytes;
        if (start < 0 || bytes < 1 || end < start) {
            return ArfStatus.INVALID;
        }
        if (start > size) {
            return 0;
        }
        long status = Nodes.grow(node, blocks(end));
        return status == 0 ? start + 1 : status;
    }

    /** A file has so many bytes more where {@link #prepare} has said: {@return where they end, or what is wrong} */
    static long written(long node, long start, long bytes) {
        long begun = prepare(node, start, bytes);
        if (begun <= 0) {
            return begun == 0 ? ArfStatus.INVALID : begun;
        }
        setEnd(node, start + bytes);
        return start + bytes;
    }

    private static void setEnd(long node, long end) {
        if (end > Words.get(node + ArfLayout.SIZE)) {
            Words.put(node + ArfLayout.SIZE, end);
            Words.put(node + ArfLayout.CHANGED, Words.now());
        }
        Words.put(node + ArfLayout.MODIFIED, Words.now());
    }

    /** {@return 0, or what is wrong} */
    static long resize(long node, long bytes) {
        if (Nodes.type(node) != ArfLayout.FILE) {
            return ArfStatus.IS_DIRECTORY;
        }
        long size = Words.get(node + ArfLayout.SIZE);
        if (bytes < 0) {
            return ArfStatus.INVALID;
        }
        if (bytes - size > MAX_ZEROS) {
            return tooFar(node, bytes);
        }
        long status = Nodes.grow(node, blocks(bytes));
        if (status == 0 && bytes > size) {
            zero(node, size, bytes);
        }
        long kept = blocks(bytes);
        while (status == 0) {
            long left = Nodes.shrink(node, kept);
            Nodes.touch(node);
            if (left == kept) {
                Words.put(node + ArfLayout.SIZE, bytes);
                return 0;
            }
            Words.put(node + ArfLayout.SIZE, left << ArfLayout.BLOCK_SHIFT);
            status = Journal.commit();
        }
        return status;
    }
}
