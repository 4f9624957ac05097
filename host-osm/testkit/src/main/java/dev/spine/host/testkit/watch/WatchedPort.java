package dev.spine.host.testkit.watch;

import dev.spine.host.driver.HostPort;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port that tells listeners of each frame and is otherwise the port that it stands before. Host agent's thread. */
public final class WatchedPort implements HostPort {
    private final HostPort port;
    private final List<PortListener> listeners = new CopyOnWriteArrayList<>();
    private final MessageFrame view = new MessageFrame();

    /**
     * Stands before a port.
     *
     * @param port the port that does the work
     */
    public WatchedPort(HostPort port) {
        this.port = port;
    }

    /**
     * Adds a listener. Any thread.
     *
     * @param listener is notified of everything from now on
     */
    public void add(PortListener listener) {
        listeners.add(listener);
    }

    @Override
    public String name() {
        return port.name();
    }

    @Override
    public BusAgent busAgent() {
        return port.busAgent();
    }

    @Override
    public long inboundPortAddress() {
        return port.inboundPortAddress();
    }

    @Override
    public int maxFrames() {
        return port.maxFrames();
    }

    @Override
    public int frameBytes() {
        return port.frameBytes();
    }

    @Override
    public int replyFrameBytes() {
        return port.replyFrameBytes();
    }

    @Override
    public void bind(AgentContext host) {
        port.bind(host);
    }

    @Override
    public int take() {
        int frame = port.take();
        if (frame != NONE) {
            listeners.forEach(listener -> listener.onTaken(frame));
        }
        return frame;
    }

    @Override
    public void open(int frame, MessageFrame writer) {
        port.open(frame, writer);
    }

    @Override
    public void post(int frame) {
        port.open(frame, view);
        listeners.forEach(listener -> listener.onPosted(frame, view));
        port.post(frame);
    }

    @Override
    public void putBack(int frame) {
        port.putBack(frame);
        listeners.forEach(listener -> listener.onPutBack(frame));
    }

    @Override
    public int reclaimPreserved(int mfa) {
        int frame = port.reclaimPreserved(mfa);
        if (frame != NONE) {
            listeners.forEach(listener -> listener.onReclaimed(frame, mfa));
        }
        return frame;
    }

    @Override
    public boolean hasFrame() {
        return port.hasFrame();
    }

    @Override
    public int freeFrames() {
        return port.freeFrames();
    }

    @Override
    public void awaitFrame() {
        port.awaitFrame();
    }

    @Override
    public int nextReply() {
        int reply = port.nextReply();
        if (reply != NONE) {
            listeners.forEach(listener -> listener.onReplyTaken(reply));
        }
        return reply;
    }

    @Override
    public boolean copyReply(int reply, MessageFrame into) {
        boolean valid = port.copyReply(reply, into);
        if (valid) {
            listeners.forEach(listener -> listener.onReply(reply, into));
        }
        return valid;
    }

    @Override
    public void freeReply(int reply) {
        port.freeReply(reply);
        listeners.forEach(listener -> listener.onReplyFreed(reply));
    }

    @Override
    public void discardReplies() {
        port.discardReplies();
        listeners.forEach(PortListener::onRepliesForgotten);
    }

    @Override
    public void giveReplyFrames(MemorySegment memory, long base, int frames) {
        port.giveReplyFrames(memory, base, frames);
        listeners.forEach(PortListener::onRepliesForgotten);
    }

    @Override
    public void learn(StatusBlock status) {
        port.learn(status);
    }
}
