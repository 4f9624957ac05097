package dev.spine.extension.panic.machine;

/** Why an activation ended before AWAIT or STOP. The ordinal is its number in messages. Any thread. */
public enum Fault {
    /** It did not. */
    NONE("no fault"),
    /** A division by zero, or a remainder of one. */
    DIVISION("division by zero"),
    /** An index outside of its variable. */
    INDEX("index outside of the variable"),
    /** A length that is negative, or longer than the rest of the variable. */
    LENGTH("length outside of the variable"),
    /** A word or a region that is not wholly in the packet's payload. */
    PACKET("bytes outside of the packet"),
    /** A program id or trigger id outside of 0 to 65,535. */
    ID("program or trigger id above 65,535"),
    /** An address whose first two octets are not zero. */
    ADDRESS("not a node address"),
    /** An answer in the start-up block, which no message caused. */
    NO_SENDER("no sender to answer"),
    /** More bytes than a packet carries. */
    PACKET_SIZE("more bytes than a packet carries"),
    /** A segment of host memory that does not exist. */
    SEGMENT("no such segment of host memory"),
    /** Bytes outside of a segment of host memory. */
    SEGMENT_BOUNDS("bytes outside of the segment of host memory"),
    /** A flag that does not exist. */
    FLAG("no such flag"),
    /** A lock that does not exist. */
    LOCK("no such lock"),
    /** A transfer to or from host memory that failed. */
    TRANSFER("a transfer failed"),
    /** The activation used all its steps. */
    STEPS("the activation used all its steps"),
    /** The host stopped or unloaded the program while it ran. */
    CANCELLED("the program was stopped from outside");

    private final String text;

    Fault(String text) {
        this.text = text;
    }

    /** {@return what happened, for people} */
    public String text() {
        return text;
    }
}
