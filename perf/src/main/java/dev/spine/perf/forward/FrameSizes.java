package dev.spine.perf.forward;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Lengths of the frames of a workload, in turn, with the four bytes of their checksum. Any thread.
 *
 * <p>Sources: RFC 2544, section 9.1, for Ethernet; RFC 6985 for mixes, here the usual one of seven, four and one.
 *
 * @param title in the names of workloads: the length, or {@code "imix"}
 * @param bytes the lengths, each 64 to 1518
 */
public record FrameSizes(String title, List<Integer> bytes) {
    /** Seven frames of 64 bytes, four of 594, one of 1518, spread. */
    public static final FrameSizes IMIX =
        new FrameSizes("imix", List.of(64, 594, 64, 64, 594, 64, 1518, 64, 594, 64, 64, 594));

    private static final int MIN = 64;
    private static final int MAX = 1518;

    /** Checks the ranges. */
    public FrameSizes {
        bytes = List.copyOf(bytes);
        if (bytes.isEmpty() || Collections.min(bytes) < MIN || Collections.max(bytes) > MAX) {
            throw new IllegalArgumentException("frames have " + MIN + " to " + MAX + " bytes, not " + bytes);
        }
    }

    /**
     * {@return frames of one length}
     *
     * @param bytes with the checksum, 64 to 1518
     */
    public static FrameSizes of(int bytes) {
        return new FrameSizes(Integer.toString(bytes), List.of(bytes));
    }

    /**
     * {@return what a word names: a length from 64 to 1518, or {@code imix}; nothing when it is neither}
     *
     * @param word what somebody has typed
     */
    public static Optional<FrameSizes> parse(String word) {
        if (IMIX.title.equals(word)) {
            return Optional.of(IMIX);
        }
        if (!word.matches("[0-9]{2,4}")) {
            return Optional.empty();
        }
        int length = Integer.parseInt(word);
        return length < MIN || length > MAX ? Optional.empty() : Optional.of(of(length));
    }

    /** The lengths as an array. */
    int[] array() {
        return bytes.stream().mapToInt(Integer::intValue).toArray();
    }
}
