package dev.spine.extension.ardma.host.grep;

/** A text that is no pattern, or one that is too large. The message is one line for people, with the position. Any thread. */
public final class GrepSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    /**
     * A refusal.
     *
     * @param position the byte of the pattern at which it goes wrong, from 1
     * @param what is wrong, and what to write instead
     */
    GrepSyntaxException(int position, String what) {
        super("byte " + position + " of the pattern: " + what);
        this.position = position;
    }

    /** {@return the byte of the pattern at which it goes wrong, from 1} */
    public int position() {
        return position;
    }
}
