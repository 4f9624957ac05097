package dev.spine.extension.panic.card;

/** What a program on a card is. The ordinal is its number in messages. Any thread. */
public enum ProgramState {
    /** It is there, and has not run yet. */
    LOADED("loaded"),
    /** Its start-up block has begun; messages come to it. */
    RUNNING("running"),
    /** It has stopped by itself, or by the host. Its variables can be read; it can be run again. */
    STOPPED("stopped"),
    /** A fault has ended it. As {@link #STOPPED}. */
    FAULTED("faulted");

    private final String text;

    ProgramState(String text) {
        this.text = text;
    }

    /** {@return its name, for people} */
    public String text() {
        return text;
    }
}
