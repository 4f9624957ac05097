package dev.spine.extension.api;

/** What became of an operation on exported memory: word 1 of its answer is the ordinal. Any thread. */
public enum MemoryStatus {
    /** It was carried out, once. A compare-and-swap has swapped if the value before was the expected one. */
    DONE,
    /** There is no such export, or it has ended. Nothing was changed. */
    NO_EXPORT,
    /** The export does not allow it. Nothing was changed. */
    FORBIDDEN,
    /** It leaves the exported memory, or 64 bits do not begin at a multiple of 8. Nothing was changed. */
    OUT_OF_BOUNDS,
    /** The exporter's quota of operations in this second is used up. Nothing was changed. */
    EXHAUSTED,
    /** No answer came. Whether it was carried out is not known. */
    NO_ANSWER;

    private static final MemoryStatus[] ALL = values();

    /**
     * {@return the status of an answer}
     *
     * @param word word 1 of a message of kind MEMORY
     */
    public static MemoryStatus of(int word) {
        return word >= 0 && word < ALL.length ? ALL[word] : NO_ANSWER;
    }
}
