package dev.spine.extension.panic.host.compile;

/**
 * Words of the data area that follow each other.
 *
 * @param first the first one
 * @param end the one behind the last one; the same as {@code first} when there is none
 */
record WordRange(int first, int end) {
    /** {@return whether they have a word in common} */
    boolean meets(WordRange other) {
        return Math.max(first, other.first) < Math.min(end, other.end);
    }
}
