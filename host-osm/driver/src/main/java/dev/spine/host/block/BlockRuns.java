package dev.spine.host.block;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;

/**
 * A buffer that lies in several runs of host memory, in order. Filled again and again; while a request uses it, it stays untouched, like
 * the memory that it names. Host agent's thread.
 */
public final class BlockRuns {
    private int[] addresses;
    private int[] lengths;
    private int count;
    private long bytes;

    /**
     * An empty buffer.
     *
     * @param expectedRuns how many runs it will have at most, at least 1; more make it grow
     */
    public BlockRuns(int expectedRuns) {
        this.addresses = new int[expectedRuns];
        this.lengths = new int[expectedRuns];
    }

    /**
     * Adds a run. One that follows the run before without a gap becomes part of it.
     *
     * @param hostAddress bus address in host memory
     * @param length its bytes, at least 1
     */
    public BlockRuns add(int hostAddress, int length) {
        checkArgument(length >= 1, "a run has at least 1 byte, not %s", length);
        bytes += length;
        if (count > 0 && addresses[count - 1] + lengths[count - 1] == hostAddress) {
            lengths[count - 1] += length;
            return this;
        }
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        addresses[count] = hostAddress;
        lengths[count++] = length;
        return this;
    }

    /** {@return how many runs there are} */
    public int count() {
        return count;
    }

    /** {@return the bytes of all runs} */
    public long bytes() {
        return bytes;
    }

    int address(int run) {
        return addresses[run];
    }

    int length(int run) {
        return lengths[run];
    }

    /**
     * Whether the runs are the pages of a page list: all but the first begin a page, all but the last end one. Runs are cut at pages when
     * they are written, so a run may have several.
     */
    boolean arePages(int pageBytes) {
        for (int i = 0; i < count; i++) {
            boolean beginsWrong = i > 0 && (addresses[i] & pageBytes - 1) != 0;
            boolean endsWrong = i < count - 1 && (addresses[i] + lengths[i] & pageBytes - 1) != 0;
            if (beginsWrong || endsWrong) {
                return false;
            }
        }
        return count > 0;
    }

    /** How many pages the runs touch, if they {@linkplain #arePages are pages}. */
    int pages(int pageBytes) {
        int pages = 0;
        for (int i = 0; i < count; i++) {
            int first = addresses[i] & -pageBytes;
            pages += (addresses[i] + lengths[i] - first + pageBytes - 1) / pageBytes;
        }
        return pages;
    }
}
