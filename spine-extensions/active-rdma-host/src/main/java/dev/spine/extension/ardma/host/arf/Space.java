package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.Areas;

/** Blocks that are free or not: the free map, of which each bit that is set is a block in use. */
final class Space {
    private static final long NONE = 0;

    private Space() {}

    /** {@return where a run of free blocks is that has at least some; as many as are wanted if the first such run has them; 0 for none} */
    private static long search(long first, long end, long want, long least) {
        long map = Areas.load64(0, ArfLayout.BITMAP);
        long run = 0;
        long block = first;
        while (block < end) {
            long word = Words.get(map + (block >>> 6 << 3));
            boolean isWhole = (block & 63) == 0 && block + 64 <= end;
            if (isWhole && word == 0) {
                run += 64;
                block += 64;
                if (run >= want) {
                    return ArfLayout.extent(block - run, want);
                }
            } else if (isWhole && word == -1) {
                if (run >= least) {
                    return ArfLayout.extent(block - run, run);
                }
                run = 0;
                block += 64;
            } else {
                long stop = Math.min(end, (block | 63) + 1);
                while (block < stop) {
                    if ((word >>> (int) block & 1) == 0) {
                        run++;
                    } else if (run >= least) {
                        return ArfLayout.extent(block - run, run);
                    } else {
                        run = 0;
                    }
                    block++;
                    if (run == want) {
                        return ArfLayout.extent(block - run, run);
                    }
                }
            }
        }
        return run >= least ? ArfLayout.extent(end - run, Math.min(run, want)) : NONE;
    }

    /**
     * {@return blocks that are in use from now on, 0 when there are none}
     *
     * @param near a block behind which they are looked for first, 0 for anywhere
     * @param want how many, at least 1
     * @param least how few are enough
     */
    static long take(long near, long want, long least) {
        long blocks = Areas.load64(0, ArfLayout.BLOCKS);
        long data = Areas.load64(0, ArfLayout.DATA);
        long hint = near == 0 ? Areas.load64(0, ArfLayout.BLOCK_HINT) : near;
        if (hint < data || hint >= blocks) {
            hint = data;
        }
        long most = Math.min(want, ArfLayout.EXTENT_MASK);
        long found = search(hint, blocks, most, least);
        if (found == NONE) {
            found = search(data, Math.min(blocks, hint + least), most, least);
        }
        if (found != NONE) {
            mark(found, true);
            Areas.store64(0, ArfLayout.BLOCK_HINT, ArfLayout.first(found) + ArfLayout.count(found));
        }
        return found;
    }

    /** Frees blocks. */
    static void free(long extent) {
        mark(extent, false);
    }

    private static void mark(long extent, boolean used) {
        long map = Areas.load64(0, ArfLayout.BITMAP);
        long block = ArfLayout.first(extent);
        long end = block + ArfLayout.count(extent);
        Words.add(ArfLayout.FREE_BLOCKS, used ? block - end : end - block);
        while (block < end) {
            long stop = Math.min(end, (block | 63) + 1);
            long mask = (stop - block == 64 ? -1 : (1L << (int) (stop - block)) - 1) << (int) block;
            long at = map + (block >>> 6 << 3);
            long word = Words.get(at);
            if ((word & mask) != (used ? 0 : mask)) {
                Words.fail(ArfStatus.DAMAGED);
            }
            Words.put(at, used ? word | mask : word & ~mask);
            block = stop;
        }
    }
}
