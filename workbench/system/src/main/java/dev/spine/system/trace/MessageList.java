package dev.spine.system.trace;

/** On which kind of list a message was posted. The codes are those of trace files. Any thread. */
public enum MessageList {
    /** Inbound post list of an IOP: requests of the host and of peers. */
    INBOUND(1),
    /** Outbound post list: replies of an IOP to the host. */
    OUTBOUND(2),
    /** Inbound post list of an IOP, for replies of its peers. */
    INBOUND_REPLIES(3);

    private final int code;

    MessageList(int code) {
        this.code = code;
    }

    /** {@return the number in trace files} */
    public int code() {
        return code;
    }
}
