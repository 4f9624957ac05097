package dev.spine.perf.benchmarks.hop;

/**
 * How a variant is laid out.
 *
 * @param list which list carries frames or messages
 * @param frameSpacing distance of neighbouring frames in bytes, at least 64
 * @param hand what a sender does with its next free frame
 * @param senders how many senders there are, where that can be chosen
 */
public record HopOptions(List list, int frameSpacing, Hand hand, int senders) {
    /** Which list. */
    public enum List {
        /** JCTools array queue of references. */
        JCTOOLS,
        /** Own ring of references. */
        RING,
        /** Own ring of indices that is never cleared. */
        INDEX_RING
    }

    /** What a sender does with its next free frame. */
    public enum Hand {
        /** It takes it after a post. */
        TAKEN,
        /** It takes it after a post and writes its first word, which brings the line into its cache. */
        TOUCHED
    }

    /** For variants that have nothing to choose. */
    public static final HopOptions NONE = new HopOptions(List.RING, 64, Hand.TAKEN, 1);

    /**
     * {@return options of an exchange}
     *
     * @param list which list carries frames
     * @param frameSpacing distance of neighbouring frames in bytes
     * @param hand what a sender does with its next free frame
     */
    public static HopOptions of(List list, int frameSpacing, Hand hand) {
        return new HopOptions(list, frameSpacing, hand, 1);
    }
}
