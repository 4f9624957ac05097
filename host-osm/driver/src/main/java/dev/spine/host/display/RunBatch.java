package dev.spine.host.display;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostPort;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.message.display.RunsWriter;
import dev.spine.iop.engine.Op;
import org.jspecify.annotations.Nullable;

/**
 * One message of runs, from {@link DisplayOsm#begin} to the listener's {@link RunListener#onPut}.
 *
 * <p>Runs are written straight into the frame of the IOP. Preallocated by its OSM and used again and again; nothing is allocated. Host
 * agent's thread only.
 */
public final class RunBatch {
    private final DisplayOsm osm;
    /** Runs that fit into a frame of the IOP, whose size is known when it has been booted. */
    private int capacity;
    private final RunsWriter writer = new RunsWriter();
    private final long[] tokens;
    private final Replies replies = new Replies();
    private @Nullable OutgoingRequest request;
    private @Nullable RunListener listener;
    private @Nullable RequestFailure failure;
    private int tokenCount;
    private int requestStatus;
    private int detailedStatus;
    private int put;
    private int refused;
    private int firstRefused;

    /**
     * A batch that is not begun.
     *
     * @param osm whose it is
     */
    RunBatch(DisplayOsm osm) {
        this.osm = osm;
        this.tokens = new long[PutRuns.capacity(HostPort.MAX_FRAME_BYTES)];
    }

    /** What the message driver calls: kept apart so that nobody else can. */
    private final class Replies implements ReplyHandler {
        @Override
        public void onReply(MessageFrame reply) {
            requestStatus = reply.requestStatus();
            detailedStatus = reply.detailedStatus();
            boolean refusedAsWhole = requestStatus == RequestStatus.TRANSACTION_ERROR;
            put = refusedAsWhole ? 0 : PutReply.PUT.get(reply);
            refused = refusedAsWhole ? writer.count() : PutReply.REFUSED.get(reply);
            firstRefused = refusedAsWhole ? 0 : PutReply.FIRST_REFUSED.get(reply);
            end();
        }

        @Override
        public void onFailure(RequestFailure why) {
            failure = why;
            requestStatus = RequestStatus.ABORT_DIRTY;
            refused = writer.count();
            firstRefused = 0;
            end();
        }
    }

    ReplyHandler replies() {
        return replies;
    }

    void begin(OutgoingRequest newRequest, int display, int window, PixelFormat format, RunListener newListener) {
        request = newRequest;
        capacity = PutRuns.capacity(newRequest.frame().slotBytes());
        listener = newListener;
        failure = null;
        tokenCount = 0;
        requestStatus = RequestStatus.SUCCESS;
        detailedStatus = 0;
        put = 0;
        refused = 0;
        firstRefused = PutReply.NONE_REFUSED;
        writer.begin(newRequest.frame(), Tid.HOST, display, newRequest.context(), 0, window, format);
    }

    private OutgoingRequest open() {
        OutgoingRequest current = request;
        checkState(current != null, "this batch was flushed or cancelled: begin another");
        return current;
    }

    private void end() {
        RunListener notified = listener;
        if (notified != null) {
            listener = null;
            osm.ended(this);
            notified.onPut(this);
            osm.putBack(this);
        }
    }

    /** {@return how many further runs fit} */
    public int room() {
        return capacity - writer.count();
    }

    /**
     * Adds a run.
     *
     * @param column its first column in window pixels
     * @param line its line in window pixels
     * @param pixels its length, 1 to 65535
     * @param address bus address of its first byte, 32 bits without sign
     * @return false: the frame is full, nothing was added; flush and begin another
     */
    public boolean add(int column, int line, int pixels, int address) {
        osm.context().charge(Op.SHOW_RUN);
        open();
        return writer.add(column, line, pixels, address);
    }

    /**
     * Notes something that the listener needs when the batch has ended: a buffer that can then be used again.
     *
     * @param token any value
     * @throws IllegalStateException there are as many tokens as runs fit: attach one per packet, not one per run
     */
    public void attach(long token) {
        open();
        checkState(tokenCount != capacity, "a batch takes %s tokens: attach one per packet", capacity);
        tokens[tokenCount++] = token;
    }

    /** Posts the message; the listener is told once, later, or at once when the IOP has been reset meanwhile. */
    public void flush() {
        OutgoingRequest current = open();
        request = null;
        writer.end();
        osm.sent(writer.count());
        current.post();
    }

    /** Gives the frame back because there is nothing to say after all; the listener is notified of nothing. */
    public void cancel() {
        OutgoingRequest current = open();
        request = null;
        listener = null;
        current.cancel();
        osm.ended(this);
        osm.putBack(this);
    }

    /** {@return how many tokens were attached} */
    public int tokens() {
        return tokenCount;
    }

    /**
     * {@return a token}
     *
     * @param index 0 to before {@link #tokens}, in the order of attaching
     */
    public long token(int index) {
        return tokens[index];
    }

    /** {@return whether all runs are on the screen} */
    public boolean isPut() {
        return requestStatus == RequestStatus.SUCCESS;
    }

    /** {@return why there was no reply, or null when there was one} */
    public @Nullable RequestFailure failure() {
        return failure;
    }

    /** {@return a value of {@link RequestStatus}} */
    public int requestStatus() {
        return requestStatus;
    }

    /** {@return 0, or a value of {@link dev.spine.i2o.message.display.DisplayStatus}} */
    public int detailedStatus() {
        return detailedStatus;
    }

    /** {@return how many runs are on the screen} */
    public int put() {
        return put;
    }

    /** {@return how many runs the display refused; all of them without a reply} */
    public int refused() {
        return refused;
    }

    /** {@return the index of the first refused run, or -1} */
    public int firstRefused() {
        return firstRefused;
    }
}
