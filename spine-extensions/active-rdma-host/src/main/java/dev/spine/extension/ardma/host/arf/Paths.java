package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/** Names that are separated by slashes, in scratch memory. */
final class Paths {
    private static final int SLASH = '/';
    private static final int DOT = '.';

    private Paths() {}

    /** {@return the node that a path ends at, or what is wrong} */
    static long node(long base, long at, long bytes) {
        long node = parent(base, at, bytes);
        return node < 0 || Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES) == 0 ? node : step(node);
    }

    /** {@return the node of the directory that has the last name of a path; the name is left in scratch memory, empty if there is none} */
    static long parent(long base, long at, long bytes) {
        long node = Nodes.checked(base, 0);
        long end = at + bytes;
        long from = at;
        Areas.store64(Areas.SCRATCH, ArfLayout.NAME_BYTES, 0);
        while (from < end && node > 0) {
            long slash = Areas.find(Areas.SCRATCH, from, end - from, SLASH);
            long stop = slash < 0 ? end : slash;
            if (stop > from) {
                if (Areas.load64(Areas.SCRATCH, ArfLayout.NAME_BYTES) > 0) {
                    node = step(node);
                }
                long status = take(from, stop - from);
                if (status != 0 && node > 0) {
                    node = status;
                }
            }
            from = stop + 1;
        }
        return node;
    }

    /** {@return the node with the name in scratch memory, in a directory} */
    private static long step(long node) {
        if (Nodes.type(node) != ArfLayout.DIRECTORY) {
            return ArfStatus.NOT_DIRECTORY;
        }
        long slot = Directory.find(node);
        return slot == 0 ? ArfStatus.NOT_FOUND : Nodes.at(Words.get(slot + Long.BYTES));
    }

    private static long take(long from, long bytes) {
        boolean isDots = bytes <= 2 && Areas.load8(Areas.SCRATCH, from) == DOT && Areas.load8(Areas.SCRATCH, from + bytes - 1) == DOT;
        if (bytes > ArfLayout.MAX_NAME || isDots) {
            return ArfStatus.BAD_NAME;
        }
        Areas.fill(Areas.SCRATCH, ArfLayout.NAME, ArfLayout.NAME_ROOM, 0);
        Areas.copy(Areas.SCRATCH, from, Areas.SCRATCH, ArfLayout.NAME, bytes);
        Areas.store64(Areas.SCRATCH, ArfLayout.NAME_BYTES, bytes);
        return 0;
    }
}
