package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.BusAgent;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One request in work on an IOP: the private, checked copy of its frame, and the way back.
 *
 * <p>One object exists per inbound frame, so requests in work are bounded by the frames. A request is ended exactly once, by the last
 * {@link #sendReply} or by {@link #finish}; its frame returns to the sender when the last reply has left. Belongs to the IOP's agent.
 */
public final class KernelRequest implements IncomingRequest {
    private final InboundPort port;
    private final ReplyPaths replies;
    private boolean ofStaticFrame;
    private boolean beyondLimit;
    private int staticInstances;
    private final MessageFrame copy = new MessageFrame();
    private final MessageFrame waitingReply = new MessageFrame();
    private @Nullable Frame posted;
    private @Nullable ReplyPath path;
    private @Nullable MessageFrame open;
    private boolean preserve;
    private boolean replied;
    private boolean delivered;
    /** The next request in the queue that this one is in: an event queue, or the replies that wait for a frame. */
    @Nullable KernelRequest next;

    /**
     * A request slot.
     *
     * @param port the queue pair's receiving end
     * @param replies the paths on which replies leave
     * @param memory private memory for the copy and for a reply that waits
     * @param offset where in it
     * @param slotBytes bytes of one frame; two are used
     */
    KernelRequest(InboundPort port, ReplyPaths replies, MemorySegment memory, long offset, int slotBytes) {
        this.port = port;
        this.replies = replies;
        copy.wrap(memory, offset, slotBytes);
        waitingReply.wrap(memory, offset + slotBytes, slotBytes);
    }

    /** A request slot for one posting of a static frame, or for one too many. */
    static KernelRequest ofStaticFrame(InboundPort port, ReplyPaths replies, MemorySegment memory, long offset, int slotBytes,
        boolean tooMany) {
        KernelRequest request = new KernelRequest(port, replies, memory, offset, slotBytes);
        request.ofStaticFrame = true;
        request.beyondLimit = tooMany;
        return request;
    }

    boolean isOfStaticFrame() {
        return ofStaticFrame;
    }

    /** Whether the static frame has been posted more often than it may be without an answer. */
    boolean isBeyondLimit() {
        return beyondLimit;
    }

    /** Whether the request has not ended. */
    boolean isBusy() {
        return posted != null;
    }

    /**
     * Makes the frame of this request a static one when the request ends: a message that came with it becomes the frame's content, and the
     * sender may post the frame again and again.
     *
     * @param firstWord where that message begins in this one
     * @param maxOutstanding how many postings may be unanswered, at least 1
     * @return the frame's MFA
     */
    public int becomesStatic(int firstWord, int maxOutstanding) {
        Frame frame = inWork();
        long from = copy.offset() + (long) firstWord * Integer.BYTES;
        long bytes = copy.sizeBytes() - (long) firstWord * Integer.BYTES;
        frame.memory().asSlice(frame.offset(), frame.slotBytes()).fill((byte) 0);
        MemorySegment.copy(copy.memory(), from, frame.memory(), frame.offset(), bytes);
        staticInstances = maxOutstanding;
        return frame.address();
    }

    /** Takes a posted frame into the private copy; false when its size is impossible, then only its first words may be looked at. */
    boolean load(Frame frame) {
        posted = frame;
        path = null;
        open = null;
        preserve = false;
        replied = false;
        delivered = false;
        staticInstances = 0;
        return copy.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes());
    }

    @Override
    public MessageFrame frame() {
        return copy;
    }

    @Override
    public BusAgent sender() {
        return port.sender();
    }

    Frame inWork() {
        Frame frame = posted;
        if (frame == null) {
            throw new IllegalStateException("this request has ended: a module ends a request once");
        }
        return frame;
    }

    /** Makes the end of this request leave its frame with the IOP until the sender returns it; returns its MFA. */
    int preserveAtEnd() {
        preserve = true;
        return inWork().address();
    }

    /**
     * Opens the final reply. There is always a place to write it: a frame of the initiator, or, when it has none, private memory where
     * the reply waits for one.
     *
     * @return a writer of at least 64 bytes; fill it through {@code Replies}, then {@link #sendReply}
     */
    @Override
    public MessageFrame openReply() {
        MessageFrame direct = openPartial();
        if (direct == null) {
            direct = waitingReply;
            open = direct;
        }
        return direct;
    }

    /**
     * Opens a reply that others will follow (progress, partial batches).
     *
     * @return a writer, or null when the initiator has no free frame now: keep what there is to say and try again; the IOP is woken when
     *     a frame returns. When the initiator is gone, the writer leads nowhere, so that the request can be brought to its end
     */
    public @Nullable MessageFrame openPartial() {
        inWork();
        if (replied) {
            throw new IllegalStateException("the final reply to this request was sent and waits for a frame: a module ends a request once");
        }
        ReplyPath way = path;
        if (way == null) {
            way = replies.to(sender());
            path = way;
        }
        if (way == null || way.isClosed()) {
            open = waitingReply;
        } else {
            open = way.hasWaiting() ? null : way.route().open();
            if (open == null) {
                way.route().wakeMe();
            }
        }
        return open;
    }

    /** Finds the way of the replies now, so that a connection that is opened later under the same alias cannot receive them. */
    void bind(ReplyPath way) {
        path = way;
    }

    @Override
    public void sendReply() {
        MessageFrame reply = open;
        if (reply == null) {
            throw new IllegalStateException("no reply is open: openReply before sendReply");
        }
        ReplyPath way = path;
        if (way == null || way.isClosed()) {
            replies.stray();
            preserve = false;
            staticInstances = 0;
            end();
        } else if (reply == waitingReply) {
            open = null;
            replied = true;
            replies.append(way, this);
        } else {
            preserveBeforePost();
            replies.post(way, reply);
            end();
        }
    }

    /** Sends the reply that {@link #openPartial} returned; the request goes on. */
    public void sendPartial() {
        MessageFrame reply = open;
        ReplyPath way = path;
        if (reply == null) {
            throw new IllegalStateException("no partial reply is open: openPartial before sendPartial");
        }
        open = null;
        if (way == null || way.isClosed()) {
            replies.stray();
        } else {
            replies.post(way, reply);
        }
    }

    /** Ends a request that gets no reply, for example ReceivePost, whose answers come later and unsolicited. */
    @Override
    public void finish() {
        if (open != null && path != null && !path.isClosed() && open != waitingReply) {
            path.route().cancel();
        }
        // Nobody is told that the frame is preserved, or static, so it is not.
        preserve = false;
        staticInstances = 0;
        end();
    }

    /**
     * Ends the request by a reply without payload: it was stopped.
     *
     * @param requestStatus one of the ABORT or PROCESS_ABORT statuses of {@link RequestStatus}
     * @param detailedStatus why, a value of {@link dev.spine.i2o.DetailedStatus}, 0 when the initiator wanted it
     */
    public void abort(int requestStatus, int detailedStatus) {
        Replies.single(copy, openReply(), requestStatus, detailedStatus);
        sendReply();
    }

    /** The target gets the request now. */
    void delivered() {
        delivered = true;
    }

    /** Whether the target has got the request. */
    boolean isDelivered() {
        return delivered;
    }

    /** Whether a module has this request and has not answered it. */
    boolean isInWork() {
        return posted != null && !replied;
    }

    /** Tries to send the reply that waits; true when it has left and the request has ended. */
    boolean sendWaiting(ReplyPath way) {
        MessageFrame direct = way.route().open();
        if (direct == null) {
            return false;
        }
        if (!direct.copyFrom(waitingReply)) {
            // The initiator's frames are smaller than the reply: the standard part fits, and the size says so.
            MemorySegment.copy(waitingReply.memory(), waitingReply.offset(), direct.memory(), direct.offset(), direct.slotBytes());
            direct.header(direct.slotBytes() >> 2, waitingReply.flags(), 0, waitingReply.function(), waitingReply.initiator(),
                waitingReply.target());
        }
        preserveBeforePost();
        replies.post(way, direct);
        end();
        return true;
    }

    /** Whoever reads in the reply that a frame is preserved may take it up at once, so the queue pair must know first. */
    private void preserveBeforePost() {
        if (staticInstances > 0) {
            port.makeStatic(inWork(), staticInstances);
        }
        if (preserve) {
            Frame frame = inWork();
            frame.queuePair().preserve(frame);
        }
    }

    private void end() {
        Frame frame = inWork();
        posted = null;
        open = null;
        if (!preserve && !ofStaticFrame && staticInstances == 0) {
            port.free(frame);
        }
    }

    /** Ends the request without an answer: reset. Its frame is returned with all that the queue pair holds. */
    void drop() {
        posted = null;
        path = null;
        open = null;
    }

    @Override
    public String toString() {
        return "request " + copy;
    }
}
