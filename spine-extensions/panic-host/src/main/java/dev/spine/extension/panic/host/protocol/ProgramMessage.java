package dev.spine.extension.panic.host.protocol;

/** A message between programs, as one of the host has it. Its words are the receiver's; any thread. */
public final class ProgramMessage {
    private final long sender;
    private final int trigger;
    private final int[] words;

    ProgramMessage(long sender, int trigger, int[] words) {
        this.sender = sender;
        this.trigger = trigger;
        this.words = words;
    }

    /** {@return the hardware address of the node that has sent it, low 48 bits} */
    public long sender() {
        return sender;
    }

    /** {@return which of the program's triggers} */
    public int trigger() {
        return trigger;
    }

    /** {@return the payload, not copied} */
    public int[] words() {
        return words;
    }
}
