package dev.spine.host.testkit.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The IOP's side of the queues between a host and an IOP that has no kernel: takes requests, posts replies, gives frames back. Real queue
 * pairs in a frame window on the bus. Belongs to the IOP's agent.
 */
public final class IopSide {
    private static final int WINDOW_BYTES = 256 * 1024;

    private final AgentContext agent;
    private final PciFunction function;
    private final QueuePair inbound;
    private final QueuePair outbound;

    /**
     * A side with all request frames free and no reply frames.
     *
     * @param name the IOP's name
     * @param agent the context of its agent
     * @param bus the node's bus
     * @param busAgent the IOP as the bus knows it
     * @param frameBytes bytes of a request frame, a multiple of 4, 128 to 512
     * @param hostFrames request frames for the host, at least 8
     */
    public IopSide(String name, AgentContext agent, Bus bus, BusAgent busAgent, int frameBytes, int hostFrames) {
        this.agent = agent;
        Region window = bus.allocate(name + " frame window", busAgent, Access.OWNER, WINDOW_BYTES);
        MessagingUnit unit = new MessagingUnit(name, window.memory(), frameBytes, hostFrames);
        this.inbound = unit.hostLink().inbound();
        this.outbound = unit.hostLink().outbound();
        this.function = new PciFunction(name, busAgent, unit.hostLink(), window.base());
        agent.consumes(inbound.postList());
    }

    /** {@return the IOP as a host finds it on the bus} */
    public PciFunction function() {
        return function;
    }

    /** {@return how many request frames the host has} */
    public int hostFrames() {
        return inbound.frameCount();
    }

    /** {@return bytes of a request frame} */
    public int frameBytes() {
        return inbound.slotBytes();
    }

    /**
     * Does what is due, and takes requests that were posted.
     *
     * @param limit pieces of work at most
     * @param act does what is due first; false when nothing is
     * @param take takes a request, and gives its frame back
     * @return pieces of work done
     */
    public int work(int limit, BooleanSupplier act, Consumer<Frame> take) {
        int work = 0;
        while (work < limit && act.getAsBoolean()) {
            work++;
        }
        while (work < limit) {
            Frame frame = inbound.poll();
            if (frame == null) {
                break;
            }
            work++;
            take.accept(frame);
        }
        return work;
    }

    /** {@return whether the host has given a frame for a reply; if not, the agent is woken when it does} */
    public boolean hasReplyFrame() {
        if (outbound.freeForSender() > 0) {
            return true;
        }
        agent.wakeMe(outbound.freeList());
        return false;
    }

    /**
     * Posts a reply.
     *
     * @param write fills a frame of the host, all words of which are 0
     * @return false when the host has given no frame: nothing was posted
     */
    public boolean post(Consumer<MessageFrame> write) {
        Frame frame = outbound.take();
        if (frame == null) {
            return false;
        }
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        frame.memory().asSlice(frame.offset(), frame.slotBytes()).fill((byte) 0);
        write.accept(writer);
        outbound.post(agent, frame);
        return true;
    }

    /**
     * Gives a request frame back to the host.
     *
     * @param frame what {@link #work} gave
     */
    public void free(Frame frame) {
        inbound.free(agent, frame);
    }

    /**
     * Preserves a request frame after a transport failure.
     *
     * @param frame what {@link #work} gave
     */
    public void preserve(Frame frame) {
        inbound.preserve(frame);
    }

    /** Forgets the reply frames that the host gave, as a reset does. */
    public void forgetReplyFrames() {
        outbound.forgetFree();
    }

    /**
     * Initialises the outbound queue: forgets the reply frames that the host gave before, and learns the size of those to come.
     *
     * @param bytes as OutboundInit says
     */
    public void initialiseOutbound(int bytes) {
        outbound.forgetFree();
        outbound.limitSlots(bytes);
    }
}
