package dev.spine.extension.panic.machine;

import java.util.List;

/**
 * What a machine asks of its card. Each request is answered at once: {@link #DONE} or a value from 0 on; {@link #WAIT}, when the machine is
 * to ask again later, with the same arguments; or {@link #refuse}, which ends the activation. What was done is not asked for again. Called
 * on the thread of the machine. The arguments that are objects belong to the machine and are valid during the call only.
 */
public abstract class Environment {
    /** It was done. */
    public static final int DONE = 0;
    /** Ask again later. */
    public static final int WAIT = -1;

    private static final int REFUSED = -2;

    /** For cards and tests. */
    protected Environment() {}

    /**
     * {@return the answer that ends the activation}
     *
     * @param why other than {@link Fault#NONE}
     */
    public static int refuse(Fault why) {
        return REFUSED - why.ordinal();
    }

    /** The fault of an answer below {@link #WAIT}. */
    static Fault refusal(int answer) {
        return Known.FAULTS.get(REFUSED - answer);
    }

    /**
     * {@return the answer to SEND} Done means that the bytes were taken from the program's memory.
     *
     * @param what to send, with a node's address; any number of bytes from 0 on
     */
    public abstract int transmit(Sending what);

    /**
     * {@return the answer to a send without AT} Done means that the message was queued on this card, or dropped and counted.
     *
     * @param what to send, without address
     */
    public abstract int sendLocal(Sending what);

    /**
     * {@return the answer to DELIVER} Done means that the transfer was accepted; {@link #transfersDone} says when it has ended.
     *
     * @param what to transfer to host memory; the segment and the offset may be any number, the bytes may be 0
     */
    public abstract int deliver(HostTransfer what);

    /**
     * {@return the answer to GET} As of {@link #deliver}.
     *
     * @param what to transfer from host memory
     */
    public abstract int get(HostTransfer what);

    /** {@return {@link #DONE} when every transfer that this activation began has ended} */
    public abstract int transfersDone();

    /**
     * {@return the answer to SET FLAG}
     *
     * @param flag any number
     */
    public abstract int setFlag(int flag);

    /**
     * {@return 1 when a flag is set, otherwise 0}
     *
     * @param flag any number
     */
    public abstract int testFlag(int flag);

    /**
     * {@return the answer to CLEAR LOCK}
     *
     * @param lock any number
     */
    public abstract int clearLock(int lock);

    /**
     * {@return 1 when a lock is set, otherwise 0}
     *
     * @param lock any number
     */
    public abstract int testLock(int lock);

    /** {@return the card's clock, in ticks that wrap; this is the value itself} */
    public abstract int clock();

    /**
     * Appends a word to the display ring.
     *
     * @param value any word
     */
    public abstract void display(int value);

    /** All faults, once: {@code values()} makes an array at each call. */
    private static final class Known {
        private static final List<Fault> FAULTS = List.of(Fault.values());

        private Known() {}
    }
}
