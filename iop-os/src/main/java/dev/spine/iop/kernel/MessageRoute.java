package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import org.jspecify.annotations.Nullable;

/**
 * The way from one object to another: a queue pair, and the two TIDs under which the receiver knows the pair.
 *
 * <p>An alias is resolved when the route is made, so the sender writes a frame once, in the receiver's memory, with translated TIDs:
 * <pre>{@code
 * MessageFrame frame = route.open();            // null: no free frame; route.wakeMe() and try again later
 * frame.header(words, 0, 0, function, route.initiator(), route.target());
 * ...
 * route.post();
 * }</pre>
 * Belongs to the sender's agent. At most one frame is open at a time.
 */
public final class MessageRoute implements FrameRoute {
    private final AgentContext agent;
    private final DmaEngine dma;
    private final BusAgent receiver;
    private final QueuePair queuePair;
    private final int initiator;
    private final int target;
    private final int replier;
    private final PathGate gate;
    private final MessageFrame writer = new MessageFrame();
    private @Nullable Frame open;

    /**
     * A route over a queue pair.
     *
     * @param agent the sender's agent
     * @param dma identifies the sender's bus agent and its account
     * @param receiver the bus agent whose memory holds the queue pair's frames
     * @param queuePair of which the agent is the sender
     * @param initiator the TID of this end in the receiver's space
     * @param target the TID of the other end in the receiver's space
     */
    public MessageRoute(AgentContext agent, DmaEngine dma, BusAgent receiver, QueuePair queuePair, int initiator, int target) {
        this(agent, dma, receiver, queuePair, initiator, target, target, PathGate.OPEN);
    }

    /**
     * A route over a queue pair that the host can stop.
     *
     * @param agent the sender's agent
     * @param dma identifies the sender's bus agent and its account
     * @param receiver the bus agent whose memory holds the queue pair's frames
     * @param queuePair of which the agent is the sender
     * @param initiator the TID of this end in the receiver's space
     * @param target the TID of the other end in the receiver's space
     * @param replier the TID of the other end in the sender's space
     * @param gate while it is closed, there are no frames
     */
    public MessageRoute(AgentContext agent, DmaEngine dma, BusAgent receiver, QueuePair queuePair, int initiator, int target, int replier,
        PathGate gate) {
        this.gate = gate;
        this.agent = agent;
        this.dma = dma;
        this.receiver = receiver;
        this.queuePair = queuePair;
        this.initiator = initiator;
        this.target = target;
        this.replier = replier;
    }

    /** {@return the TID to write as InitiatorAddress of a request} */
    @Override
    public int initiator() {
        return initiator;
    }

    /** {@return the TID to write as TargetAddress of a request} */
    @Override
    public int target() {
        return target;
    }

    @Override
    public int replier() {
        return replier;
    }

    /** {@return the bytes of a frame on this route} */
    @Override
    public int frameBytes() {
        return queuePair.slotBytes();
    }

    /** {@return the bus agent at the other end} */
    @Override
    public BusAgent receiver() {
        return receiver;
    }

    /**
     * Takes a free frame of the receiver.
     *
     * @return a writer over it, or null when there is none now, or the host has stopped the path
     */
    @Override
    public @Nullable MessageFrame open() {
        Frame frame = open;
        if (frame == null) {
            if (gate.isClosed()) {
                return null;
            }
            frame = queuePair.take();
            if (frame == null) {
                return null;
            }
            open = frame;
        }
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        return writer;
    }

    /** Posts the frame that {@link #open} returned; its header says how long it is. */
    @Override
    public void post() {
        Frame frame = open;
        if (frame == null) {
            throw new IllegalStateException("no frame is open on the route to TID " + target + ": open before post");
        }
        open = null;
        if (receiver.id() != dma.busAgent().id()) {
            int bytes = writer.sizeBytes();
            agent.charge(Op.REGISTER_READ);
            agent.charge(Op.FRAME_WORD_WRITE, bytes >> 2);
            agent.charge(Op.REGISTER_WRITE);
            agent.programmedIo(dma, receiver, bytes);
        }
        queuePair.post(agent, frame);
    }

    /** Keeps the frame that {@link #open} returned for the next open, because there is nothing to say after all. */
    @Override
    public void cancel() {
        Frame frame = open;
        open = null;
        if (frame != null) {
            queuePair.putBack(frame);
        }
    }

    @Override
    public int freeFrames() {
        return queuePair.freeForSender();
    }

    /** Asks for a step of this agent when the receiver returns a frame. */
    @Override
    public void wakeMe() {
        agent.wakeMe(queuePair.freeList());
    }
}
