package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.MethodBuilder;

/** An automaton as data of a routine, from its first byte on: for a byte and a state the next state, a byte, at the sum of two places. */
interface Rows {
    /** A state is a byte. */
    int MAX_STATES = 256;

    /** {@return bits of a state's number} */
    static int bits(Dfa dfa) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(dfa.states() - 1);
    }

    /** {@return the data} */
    byte[] data();

    /**
     * Pushes the place of a byte, an int, to which the state is added.
     *
     * @param word a local with eight bytes
     * @param shift how many bits are behind the one
     */
    void ofWord(MethodBuilder code, int word, int shift);

    /** The same for a byte that is on the stack, an int. */
    void ofByte(MethodBuilder code);
}
