package dev.spine.host.driver;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.i2o.MessageFrame;

/**
 * A request that is being written: a frame of the IOP and the context of its reply.
 *
 * <p>Made by {@link IopDriver} and used again and again. It lives from {@code open} to {@link #post} or {@link #cancel}, one of which is
 * called exactly once; keep {@link #context} to {@linkplain IopDriver#abandon abandon} a posted request. Host agent's thread only.
 *
 * <pre>{@code
 * OutgoingRequest request = iop.open(tid, Function.LAN_PACKET_SEND, 7, 4, handler);
 * if (request == null) { ... no frame: keep what there is to send, the agent is woken when one returns ... }
 * request.frame().setWord(3, transmitControl);
 * ...
 * request.post();
 * }</pre>
 */
public final class OutgoingRequest {
    private final IopDriver driver;
    private final MessageFrame writer = new MessageFrame();
    private int frame = HostPort.NONE;
    private int context;
    private int life;

    OutgoingRequest(IopDriver driver) {
        this.driver = driver;
    }

    MessageFrame begin(int taken, int replyContext, int iopLife) {
        frame = taken;
        context = replyContext;
        life = iopLife;
        return writer;
    }

    int end() {
        int held = frame;
        checkState(held != HostPort.NONE, "this request was posted or cancelled: open another");
        frame = HostPort.NONE;
        return held;
    }

    /** Which life of the IOP the request was opened in; a reset begins another. */
    int life() {
        return life;
    }

    /**
     * {@return the writer over the frame; header and InitiatorContext are written, TransactionContext is 0 and free for the class}
     */
    public MessageFrame frame() {
        return writer;
    }

    /** {@return the InitiatorContext of the request, 0 when it gets no reply} */
    public int context() {
        return context;
    }

    /** Posts the request; its reply must come within {@link IopDriver#DEFAULT_TIMEOUT_NS}. */
    public void post() {
        driver.post(this, IopDriver.DEFAULT_TIMEOUT_NS);
    }

    /**
     * Posts the request.
     *
     * @param timeoutNs in how many nanoseconds the last reply must have come, at least 1; without meaning for standing contexts
     */
    public void post(long timeoutNs) {
        driver.post(this, timeoutNs);
    }

    /** Gives frame and context back because there is nothing to say after all; the handler is notified of nothing. */
    public void cancel() {
        driver.cancel(this);
    }
}
