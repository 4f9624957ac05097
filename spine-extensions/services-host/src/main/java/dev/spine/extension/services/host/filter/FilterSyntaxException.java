package dev.spine.extension.services.host.filter;

/** An expression or a rule that is none. The message is one line for people, with the position. Any thread. */
public final class FilterSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    /**
     * A refusal.
     *
     * @param position the character at which it goes wrong, from 1
     * @param what is wrong, and what to write instead
     */
    public FilterSyntaxException(int position, String what) {
        super("column " + position + ": " + what);
        this.position = position;
    }

    /** {@return the character at which it goes wrong, from 1} */
    public int position() {
        return position;
    }
}
