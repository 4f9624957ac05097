package dev.spine.extension.panic.card;

/** What became of an order of the host. The ordinal is its number in messages. Any thread. */
public enum PanicStatus {
    /** It was carried out. */
    DONE("it was carried out"),
    /** A message that is not a valid order. */
    MALFORMED("the card does not understand the order: use the host library of the same version"),
    /** No program has that number. */
    NO_PROGRAM("no program has that number: list shows those that are loaded"),
    /** The program cannot do that now. */
    WRONG_STATE("the program is not in a state for it: stop one that runs, run one that does not"),
    /** The trigger does not exist. */
    NO_TRIGGER("the program has no such trigger"),
    /** Another program has the number. */
    ID_TAKEN("another program has that number: unload it, or replace it"),
    /** The program file has no number, and the order gives none. */
    NO_ID("the program has no number: give it one, 1 to 65535"),
    /** The program file and the order have different numbers. */
    OTHER_ID("the program file has another number"),
    /** As many programs are loaded as can be. */
    TABLE_FULL("32 programs are loaded, and no more can be: unload one"),
    /** No room for the program file. */
    NO_CODE_ROOM("the card has no room for the program file: unload a program, or give the VM more code-bytes"),
    /** No room for the data area. */
    NO_DATA_ROOM("the card has no room for the data area: unload a program, or give the VM more data-bytes"),
    /** The program file breaks a rule; the details say which and where. */
    FLAW("the program file is not valid"),
    /** Programs are being moved. */
    BUSY("the card moves programs: try again"),
    /** As many messages wait for the program, or for all programs, as can. */
    QUEUE_FULL("as many messages wait as can: send again when the program has handled some"),
    /** More bytes than a message has. */
    TOO_LONG("a message has at most as many bytes as the VM's slots: send less"),
    /** The segment number is in use, or is not 0 to 63. */
    SEGMENT_TAKEN("that segment number is in use, or is not one of 0 to 63"),
    /** No segment has that number. */
    NO_SEGMENT("no segment has that number"),
    /** The control segment is too small, or the card may not write it. */
    TOO_SMALL("the control segment is too small, or read-only"),
    /** Words that do not exist. */
    BOUNDS("words outside of what is read");

    private final String text;

    PanicStatus(String text) {
        this.text = text;
    }

    /** {@return what became of it and what to do, for people} */
    public String text() {
        return text;
    }
}
