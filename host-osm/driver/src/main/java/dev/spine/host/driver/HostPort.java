package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import java.lang.foreign.MemorySegment;

/**
 * The host's end of the four queues of one IOP: takes and posts request frames, takes and frees replies.
 *
 * <p>{@link QueuePairPort} does it by the queue pairs of an IOP in the same process; another one may do it by reading and writing
 * registers. The message driver above cannot tell. Frames travel as numbers that the port chooses, never {@link #NONE}: a number names a
 * frame from when the port gave it out until it is posted, put back or freed.
 *
 * <p>Everything is called on the host agent's thread and allocates nothing, except where it says otherwise.
 *
 * <p>Source: I2O 1.5, messaging unit and message flow.
 */
public interface HostPort {
    /** No frame: what an empty queue reads. */
    int NONE = 0xFFFF_FFFF;
    /** The largest request frame that a host uses, in bytes; an IOP may have larger ones. */
    int MAX_FRAME_BYTES = 512;

    /**
     * {@return the port of an IOP in the same process: it uses the IOP's queue pairs}
     *
     * @param function the IOP as it is found on the bus; one port each
     */
    static HostPort overQueuePairs(PciFunction function) {
        return new QueuePairPort(function);
    }

    /** {@return the IOP's name} */
    String name();

    /** {@return the IOP as the bus knows it} */
    BusAgent busAgent();

    /** {@return the bus address of the inbound queue port, by which the system table names the IOP} */
    long inboundPortAddress();

    /** {@return the most request frames that the host can hold at once} */
    int maxFrames();

    /** {@return the bytes of a request frame, as far as known; no message is longer} */
    int frameBytes();

    int replyFrameBytes();

    /**
     * Binds the port to the host's agent: it has a step whenever a reply arrives. Called once, while the system is built.
     *
     * @param host the host's agent
     */
    void bind(AgentContext host);

    /** {@return a free request frame, or {@link #NONE} when the IOP has returned none} */
    int take();

    /**
     * Points a writer at a request frame that was taken.
     *
     * @param frame what {@link #take} or {@link #reclaimPreserved} returned
     * @param writer pointed at its slot
     */
    void open(int frame, MessageFrame writer);

    /**
     * Posts a request frame; it belongs to the IOP from here on.
     *
     * @param frame what {@link #take} or {@link #reclaimPreserved} returned
     */
    void post(int frame);

    /**
     * Keeps a request frame for the next {@link #take}.
     *
     * @param frame what {@link #take} returned
     */
    void putBack(int frame);

    /**
     * Takes up again a request frame that the IOP preserved after a transport failure; the host owes it a no-operation.
     *
     * @param mfa the PreservedMFA of the failure reply
     * @return the frame, or {@link #NONE} when the address names no frame that the host gave up
     */
    int reclaimPreserved(int mfa);

    /** {@return whether {@link #take} would find a frame now} */
    boolean hasFrame();

    /**
     * {@return how many frames {@link #take} would find now, one after the other} Where that cannot be known without taking them, it is
     * {@link Integer#MAX_VALUE} as long as there is one.
     */
    default int freeFrames() {
        return hasFrame() ? Integer.MAX_VALUE : 0;
    }

    /** Asks for a step of the host's agent when the IOP returns a request frame: {@link #take} or {@link #hasFrame} found none. */
    void awaitFrame();

    /** {@return the oldest reply, or {@link #NONE}} */
    int nextReply();

    /**
     * Copies a reply.
     *
     * @param reply what {@link #nextReply} returned
     * @param into a private writer of at least {@link #replyFrameBytes}
     * @return false when the reply's size is impossible; only its first words may be looked at then
     */
    boolean copyReply(int reply, MessageFrame into);

    /**
     * Gives the frame of a reply back to the IOP.
     *
     * @param reply what {@link #nextReply} returned
     */
    void freeReply(int reply);

    /** Throws away what the IOP has posted: replies of an earlier life. */
    void discardReplies();

    /**
     * Gives the IOP reply frames, after it has initialised its outbound queue and so forgotten all that it had. May allocate.
     *
     * @param memory host memory for the frames
     * @param base bus address of {@code memory}
     * @param frames how many, of {@link #replyFrameBytes} each
     */
    void giveReplyFrames(MemorySegment memory, long base, int frames);

    /**
     * The IOP has told what it is: a port that did not know the size of its frames learns it here.
     *
     * @param status its status block
     */
    default void learn(StatusBlock status) {
        // Whoever shares the IOP's process knew before.
    }
}
