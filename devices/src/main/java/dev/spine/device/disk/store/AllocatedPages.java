package dev.spine.device.disk.store;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which pages of a file are known to take room on its disk. Written where operations are carried out, read by any thread; between a change
 * and a question about the same page lies the answer of an operation.
 */
final class AllocatedPages {
    /** Bytes of a page: the smallest that a processor maps. */
    static final int BYTES = 4096;
    private static final int SHIFT = 12;

    private final AtomicLongArray words;
    private final long fileBytes;

    /**
     * No page is known to take room.
     *
     * @param fileBytes how long the file is
     */
    AllocatedPages(long fileBytes) {
        this.fileBytes = fileBytes;
        this.words = new AtomicLongArray(Math.toIntExact((fileBytes >>> SHIFT) / Long.SIZE + 1));
    }

    /** The pages that a range touches take room. */
    void addTouched(long address, long bytes) {
        change(address >>> SHIFT, (address + bytes + BYTES - 1) >>> SHIFT, true);
    }

    /** The pages that lie within a range take room. */
    void addWhole(long address, long bytes) {
        change((address + BYTES - 1) >>> SHIFT, lastWhole(address + bytes), true);
    }

    /** The pages that lie within a range may take none from now on. */
    void removeWhole(long address, long bytes) {
        change((address + BYTES - 1) >>> SHIFT, lastWhole(address + bytes), false);
    }

    private long lastWhole(long end) {
        return end == fileBytes ? (end + BYTES - 1) >>> SHIFT : end >>> SHIFT;
    }

    private void change(long first, long end, boolean takes) {
        for (long page = first; page < end; page = (page | Long.SIZE - 1) + 1) {
            int word = (int) (page / Long.SIZE);
            long mask = mask(page, end);
            words.set(word, takes ? words.get(word) | mask : words.get(word) & ~mask);
        }
    }

    /** The bits of the pages from one on, up to the end of its word or of the range. */
    private static long mask(long page, long end) {
        long last = Math.min(end, (page | Long.SIZE - 1) + 1);
        return -1L >>> Long.SIZE - (last - page) << page;
    }

    /** {@return whether all pages that a range touches are known to take room} */
    boolean covers(long address, long bytes) {
        long end = (address + bytes + BYTES - 1) >>> SHIFT;
        for (long page = address >>> SHIFT; page < end; page = (page | Long.SIZE - 1) + 1) {
            long mask = mask(page, end);
            if ((words.get((int) (page / Long.SIZE)) & mask) != mask) {
                return false;
            }
        }
        return true;
    }
}
