package dev.spine.extension.ardma.host.grep;

/**
 * An automaton over the bytes of a text. It is in {@link #start} where a line begins, and in {@link #MATCH} as soon as the line matches;
 * the end of a line leads to one of the two.
 */
final class Dfa {
    static final int MATCH = 0;

    private final int start;
    private final int[] classes;
    private final int[][] rows;

    /**
     * An automaton.
     *
     * @param classes by byte: its class
     * @param rows by state and class: the next state
     */
    Dfa(int start, int[] classes, int[][] rows) {
        this.start = start;
        this.classes = classes;
        this.rows = rows;
    }

    int start() {
        return start;
    }

    int states() {
        return rows.length;
    }

    int classes() {
        return rows[0].length;
    }

    int classOf(int value) {
        return classes[value];
    }

    int next(int state, int value) {
        return rows[state][classes[value]];
    }

    int nextOfClass(int state, int number) {
        return rows[state][number];
    }

    /** Whether a line that ends in a state matches. */
    boolean endsWell(int state) {
        return state == MATCH || next(state, '\n') == MATCH;
    }

    /** Whether a line matches, without the end of a line. */
    boolean matches(byte[] line, int from, int to) {
        int state = start;
        for (int i = from; i < to && state != MATCH; i++) {
            state = rows[state][classes[line[i] & 0xFF]];
        }
        return endsWell(state);
    }
}
