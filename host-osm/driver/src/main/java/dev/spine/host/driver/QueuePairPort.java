package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The host's end of an IOP in the same process: the numbers of frames are their positions in the two queue pairs. */
final class QueuePairPort implements HostPort {
    private final PciFunction function;
    private final QueuePair inbound;
    private final QueuePair outbound;
    private final @Nullable Frame[] held;
    private final @Nullable Frame[] replies;
    private @Nullable AgentContext agent;

    QueuePairPort(PciFunction function) {
        this.function = function;
        this.inbound = function.link().inbound();
        this.outbound = function.link().outbound();
        this.held = new Frame[inbound.frameCount()];
        this.replies = new Frame[outbound.postList().capacity()];
    }

    private AgentContext agent() {
        return Objects.requireNonNull(agent, "bind the port before it is used");
    }

    @Override
    public String name() {
        return function.name();
    }

    @Override
    public BusAgent busAgent() {
        return function.busAgent();
    }

    @Override
    public long inboundPortAddress() {
        return function.inboundPortAddress();
    }

    @Override
    public int maxFrames() {
        return held.length;
    }

    @Override
    public int frameBytes() {
        return inbound.slotBytes();
    }

    @Override
    public int replyFrameBytes() {
        return outbound.slotBytes();
    }

    @Override
    public void bind(AgentContext host) {
        agent = host;
        host.consumes(outbound.postList());
    }

    @Override
    public int take() {
        Frame frame = inbound.take();
        return frame == null ? NONE : hold(frame);
    }

    private int hold(Frame frame) {
        held[frame.index()] = frame;
        return frame.index();
    }

    private Frame frame(int number) {
        return Objects.requireNonNull(held[number], "not a frame that this port gave out");
    }

    @Override
    public void open(int frame, MessageFrame writer) {
        Frame slot = frame(frame);
        writer.wrap(slot.memory(), slot.offset(), slot.slotBytes());
    }

    @Override
    public void post(int frame) {
        inbound.post(agent(), frame(frame));
    }

    @Override
    public void putBack(int frame) {
        inbound.putBack(frame(frame));
    }

    @Override
    public int reclaimPreserved(int mfa) {
        Frame frame = inbound.reclaimPreserved(mfa);
        return frame == null ? NONE : hold(frame);
    }

    @Override
    public boolean hasFrame() {
        return inbound.freeForSender() > 0;
    }

    @Override
    public int freeFrames() {
        return inbound.freeForSender();
    }

    @Override
    public void awaitFrame() {
        agent().wakeMe(inbound.freeList());
    }

    @Override
    public int nextReply() {
        Frame frame = outbound.poll();
        if (frame == null) {
            return NONE;
        }
        replies[frame.index()] = frame;
        return frame.index();
    }

    private Frame reply(int number) {
        return Objects.requireNonNull(replies[number], "not a reply that this port gave out");
    }

    @Override
    public boolean copyReply(int reply, MessageFrame into) {
        Frame frame = reply(reply);
        return into.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes());
    }

    @Override
    public void freeReply(int reply) {
        outbound.free(agent(), reply(reply));
    }

    @Override
    public void discardReplies() {
        Frame frame = outbound.poll();
        while (frame != null) {
            frame = outbound.poll();
        }
    }

    @Override
    public void giveReplyFrames(MemorySegment memory, long base, int frames) {
        outbound.withdraw();
        int slotBytes = outbound.slotBytes();
        for (int i = 0; i < frames; i++) {
            long offset = (long) i * slotBytes;
            outbound.adopt(agent(), memory, offset, (int) (base + offset));
        }
    }
}
