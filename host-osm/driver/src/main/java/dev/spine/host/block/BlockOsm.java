package dev.spine.host.block;

import dev.spine.host.block.BlockCounters.Counter;
import dev.spine.host.block.BlockDeviceInfo.Access;
import dev.spine.host.block.BlockRequest.Data;
import dev.spine.host.block.BlockRequest.Stage;
import dev.spine.host.driver.ConfigurationListener;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.UtilEventAcknowledge;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.iop.engine.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One block device on one IOP, as the host uses it.
 *
 * <p>{@link #attach} takes it into use, {@link #detach} out of it. Between them requests go to the device at once, many at a time. One
 * that ends as busy or because the device was reset is made again; one that is not answered in time is aborted, and if the abort is not
 * answered either the device is reset. If nothing of that is answered the request ends as {@link BlockOutcome#IN_DOUBT}, and its memory
 * stays out of use until the device can no longer reach it. As long as the device may carry out such a write, a later one of the same
 * blocks ends as {@link BlockOutcome#NO_ANSWER} without the device: the earlier one, if it comes after all, would destroy what the later
 * has written. While all places are kept like that, so do all further requests. When the IOP is reset all requests end with
 * {@link BlockOutcome#IOP_RESET}, and once it is back in operation the OSM attaches the device again by itself. When the device is removed
 * they end with
 * {@link BlockOutcome#GONE}.
 *
 * <p>All methods are called on the host agent's thread.
 *
 * <p>Source: I2O 1.5 random block storage class; the block OSMs of Linux 2.6 and NetBSD.
 */
public final class BlockOsm extends RequestFrontEnd implements HostWork, ConfigurationListener {
    private static final BlockDeviceInfo UNKNOWN = new BlockDeviceInfo(0, 512, Access.NONE, 0, 0);

    private final HostAgent host;
    private final IopDriver iop;
    private final int tid;
    private final BlockSettings settings;
    private final BlockAttachment attachment;
    private final BlockFrames frames;
    private final BlockCounters counters = new BlockCounters();
    private final HostTimer timer;
    private final BlockRequest[] requests;
    private final int[] free;
    private int freeCount;
    /** The last of the requests: for what cannot go to the device because it holds all others, one at a time. */
    private final BlockRequest unplaced;
    /** Requests that wait to be made again, or whose completion is to be called. */
    private int waiting;
    private final List<BlockDeviceListener> listeners = new ArrayList<>();
    private final List<Pending<Boolean>> whenIdle = new ArrayList<>();
    private @Nullable ProgressListener progress;
    private BlockDeviceInfo info = UNKNOWN;
    private final UnansweredRequests unanswered;
    private final BlockUse use;

    /**
     * An OSM for a device, not attached yet. While the system is built, or on the host agent's thread.
     *
     * @param host the host's agent
     * @param driver the host's driver
     * @param memory where lists that do not fit a frame are allocated
     * @param iop the IOP of the device
     * @param tid the device there, of class 0x010
     * @param settings how to use it
     */
    public BlockOsm(HostAgent host, HostDriver driver, HostMemory memory, IopDriver iop, int tid, BlockSettings settings) {
        super(iop.name(), settings.maxTransferBytes());
        this.host = host;
        host.context().counts("disk " + iop.name() + ", TID " + tid, counters);
        this.iop = iop;
        this.tid = tid;
        this.settings = settings;
        this.attachment = new BlockAttachment(driver, iop, settings, this::onEvent);
        this.frames = new BlockFrames(host.context(), memory, iop.name(), settings.queueDepth());
        this.unanswered = new UnansweredRequests(this, host, iop, tid, settings, counters);
        this.use = new BlockUse(iop.name(), new Steps());
        this.timer = host.timer(() -> { });
        this.requests = new BlockRequest[settings.queueDepth() + 1];
        this.free = new int[settings.queueDepth()];
        for (int i = 0; i < free.length; i++) {
            requests[i] = new BlockRequest(this, i);
            free[freeCount++] = free.length - 1 - i;
        }
        this.unplaced = new BlockRequest(this, free.length);
        requests[free.length] = unplaced;
        host.register(this);
        driver.addConfigurationListener(this);
    }

    // --- into use and out of it

    /**
     * Claims the device, listens for its events, powers it up if need be, and learns what it is.
     *
     * @return what it is; fails when the claims of others do not permit this one, when the device does not answer, or when it was detached
     *     or lost meanwhile
     * @throws IllegalStateException it is in use, or on its way in or out
     */
    public Pending<BlockDeviceInfo> attach() {
        return use.attach();
    }

    /**
     * Takes no more requests, waits for those under way, flushes what the device has in its cache, and releases the claim.
     *
     * @return done; also when the device refuses something on the way; the same for all who ask while it goes on
     */
    public Pending<Boolean> detach() {
        return use.detach();
    }

    /** How this device is taken into use and out of it. */
    private final class Steps implements BlockUse.Steps {
        @Override
        public Pending<BlockDeviceInfo> attach() {
            return attachment.attach(tid);
        }

        @Override
        public Pending<Boolean> detach() {
            return idle().then(_ -> iop.call(tid, new CacheFlush(0, 0), settings.flushNs()).map(_ -> Boolean.TRUE)
                    .orElse(_ -> Pending.of(Boolean.FALSE)))
                .then(_ -> release());
        }

        @Override
        public Pending<Boolean> release() {
            return attachment.detach(tid);
        }

        @Override
        public void onOpen(BlockDeviceInfo found) {
            counters.increment(Counter.ATTACHED);
            change(found);
        }

        @Override
        public void onClosed() {
            timer.setIn(0);
            change(closed());
        }
    }

    /** Done when no request is in flight. */
    private Pending<Boolean> idle() {
        if (inFlight() == 0) {
            return Pending.of(Boolean.TRUE);
        }
        Pending<Boolean> pending = new Pending<>();
        whenIdle.add(pending);
        return pending;
    }

    /**
     * Asks for reports of progress of flush and verify. Without a listener the device is not asked for any.
     *
     * @param listener is notified of them, or null for none
     */
    public void progressTo(@Nullable ProgressListener listener) {
        progress = listener;
    }

    @Override
    public void addListener(BlockDeviceListener listener) {
        listeners.add(listener);
    }

    @Override
    public BlockDeviceInfo info() {
        return info;
    }

    @Override
    boolean wantsProgress() {
        return progress != null;
    }

    /** {@return what this OSM counts} */
    public BlockCounters counters() {
        return counters;
    }

    /** {@return requests that were taken and have not ended} */
    public int inFlight() {
        return free.length - freeCount - unanswered.held() + (unplaced.stage == Stage.FREE ? 0 : 1);
    }

    /**
     * {@return requests that have ended without a word of the device, which may still carry them out; each takes one place} Those with
     * memory have ended as {@link BlockOutcome#IN_DOUBT}, and their memory has not come back yet.
     */
    public int memoryHeld() {
        return unanswered.held();
    }

    boolean isOpen() {
        return use.isOpen();
    }

    /** {@return the IOP of the device} */
    public IopDriver iop() {
        return iop;
    }

    /** {@return the device on its IOP} */
    public int tid() {
        return tid;
    }

    private BlockDeviceInfo closed() {
        return new BlockDeviceInfo(info.capacityBytes(), info.blockBytes(), Access.NONE, info.maxTransferBytes(), info.queueDepth());
    }

    private void change(BlockDeviceInfo now) {
        boolean changed = !now.equals(info);
        info = now;
        if (changed) {
            List.copyOf(listeners).forEach(listener -> listener.onChange(this));
        }
    }

    // --- requests

    @Override
    @Nullable BlockRequest begin(int function, int control, long offset, int bytes, BlockCompletion completion, long cookie) {
        // A device that holds all places lets go of them when it likes, if ever: nobody is told to try again until then.
        boolean allHeld = unanswered.held() == free.length;
        if (allHeld ? unplaced.stage != Stage.FREE : freeCount == 0) {
            counters.increment(Counter.NO_SLOT);
            return null;
        }
        BlockRequest request = allHeld ? unplaced : requests[free[freeCount - 1]];
        request.begin(function, control, offset, bytes, completion, cookie);
        return request;
    }

    @Override
    boolean start(BlockRequest request) {
        host.context().charge(Op.BLOCK_REQUEST);
        if (request == unplaced) {
            counters.increment(Counter.REQUESTS);
            endLater(request, use.isOpen() ? BlockOutcome.NO_ANSWER : use.closedStatus());
            return true;
        }
        if (!use.isOpen()) {
            endLater(request, use.closedStatus());
        } else if (isBehindHeldWrite(request)) {
            endLater(request, BlockOutcome.NO_ANSWER);
        } else {
            if (!post(request)) {
                counters.increment(Counter.NO_FRAME);
                return false;
            }
        }
        freeCount--;
        counters.increment(Counter.REQUESTS);
        return true;
    }

    /** Whether a write comes to blocks that the device may still change for an earlier one, of which it has given no word. */
    private boolean isBehindHeldWrite(BlockRequest request) {
        if (unanswered.held() == 0 || !request.changesMedium()) {
            return false;
        }
        for (BlockRequest other : requests) {
            if (other.stage == Stage.HELD && other.changesMedium() && other.overlaps(request)) {
                counters.increment(Counter.BEHIND_HELD);
                return true;
            }
        }
        return false;
    }

    private boolean post(BlockRequest request) {
        OutgoingRequest outgoing =
            iop.open(tid, request.function, BlockFrames.words(request), BlockFrames.sglWord(request), request);
        if (outgoing == null) {
            return false;
        }
        request.nextAttempt();
        request.stage = Stage.IN_FLIGHT;
        request.context = outgoing.context();
        MessageFrame frame = outgoing.frame();
        frame.setWord(MessageFrame.HEADER_WORDS - 1, request.transaction());
        frames.write(request, frame);
        outgoing.post(request.data == Data.NONE ? settings.flushNs() : settings.requestNs());
        return true;
    }

    private void endLater(BlockRequest request, BlockOutcome status) {
        request.stage = Stage.ENDED;
        request.status = status;
        waiting++;
        timer.setIn(0);
    }

    // --- replies

    void onReply(BlockRequest request, MessageFrame reply) {
        host.context().charge(Op.BLOCK_REPLY);
        if ((reply.flags() & MessageFlags.LAST) == 0) {
            onProgress(request, reply);
            return;
        }
        if (request.stage == Stage.HELD) {
            counters.increment(Counter.LATE_ANSWERS);
            unanswered.release(request);
            return;
        }
        BlockOutcome status = BlockOutcome.ofReply(reply.requestStatus(), reply.detailedStatus());
        if (request.stage == Stage.ABORTING) {
            counters.increment(Counter.LATE_ANSWERS);
            if (status == BlockOutcome.ABORTED || status == BlockOutcome.DEVICE_RESET) {
                status = BlockOutcome.NO_ANSWER;
            }
        }
        if (status == BlockOutcome.SUCCESS) {
            int count = request.data == Data.NONE ? request.bytes : BlockTransfer.transferCount(reply);
            if (count == request.bytes) {
                end(request, BlockOutcome.SUCCESS, count);
            } else {
                counters.increment(Counter.IMPOSSIBLE_COUNTS);
                end(request, BlockOutcome.PROTOCOL_FAILURE, 0);
            }
        } else {
            onError(request, status, reply);
        }
    }

    private void onProgress(BlockRequest request, MessageFrame reply) {
        counters.increment(Counter.PROGRESS);
        ProgressListener listener = progress;
        if (listener != null && reply.requestStatus() == RequestStatus.PROGRESS_REPORT) {
            listener.onProgress(request.cookie, Math.min(100, BlockTransfer.transferCount(reply) & 0xFF));
        }
    }

    private void onError(BlockRequest request, BlockOutcome status, MessageFrame reply) {
        if (retry(request, status)) {
            return;
        }
        boolean hasCount = reply.requestStatus() != RequestStatus.TRANSACTION_ERROR;
        int count = hasCount ? BlockTransfer.transferCount(reply) : 0;
        if (count < 0 || count > request.bytes) {
            counters.increment(Counter.IMPOSSIBLE_COUNTS);
            count = 0;
        }
        end(request, status, count);
    }

    /** Makes a request wait for another attempt, if that is of use. */
    private boolean retry(BlockRequest request, BlockOutcome status) {
        boolean mayHelp = status == BlockOutcome.BUSY || status == BlockOutcome.DEVICE_RESET || status == BlockOutcome.NOT_DELIVERED;
        if (!mayHelp || !use.isOpen() || request.attempts >= settings.attempts()) {
            return false;
        }
        counters.increment(Counter.RETRIES);
        request.stage = Stage.WAITING;
        request.dueNs = host.context().nowNs() + settings.retryNs();
        waiting++;
        setTimer(request.dueNs);
        return true;
    }

    private void setTimer(long dueNs) {
        if (!timer.isSet() || dueNs < timer.dueNs()) {
            timer.set(dueNs);
        }
    }

    void onFailure(BlockRequest request, RequestFailure why) {
        if (request.stage == Stage.HELD) {
            unanswered.release(request);
            return;
        }
        BlockOutcome status = BlockOutcome.ofFailure(why);
        if (status == BlockOutcome.IOP_RESET) {
            use.lose(BlockUse.State.IOP_LOST);
        }
        if (status == BlockOutcome.NO_ANSWER) {
            unanswered.abort(request);
        } else if (!retry(request, status)) {
            end(request, status, 0);
        }
    }

    void end(BlockRequest request, BlockOutcome status, int bytes) {
        BlockCompletion completion = request.completion;
        free(request);
        notifyEnd(completion, request.cookie, status, bytes);
    }

    /** A request has ended for its caller, but keeps its place. */
    void notifyEnd(BlockRequest request, BlockOutcome status, int bytes) {
        notifyEnd(request.completion, request.cookie, status, bytes);
    }

    private void notifyEnd(BlockCompletion completion, long cookie, BlockOutcome status, int bytes) {
        counters.increment(status == BlockOutcome.SUCCESS ? Counter.SUCCEEDED : Counter.FAILED);
        completion.onBlock(cookie, status, bytes);
        if (!whenIdle.isEmpty() && inFlight() == 0) {
            List<Pending<Boolean>> idle = List.copyOf(whenIdle);
            whenIdle.clear();
            idle.forEach(pending -> pending.complete(Boolean.TRUE));
        }
    }

    void free(BlockRequest request) {
        request.stage = Stage.FREE;
        request.completion = BlockRequest.NOBODY;
        if (request != unplaced) {
            free[freeCount++] = request.index;
        }
    }

    /** Makes again what waits and is due, and ends what could not be made. Called by the host's agent. */
    @Override
    public int doWork(int limit) {
        return waiting == 0 ? 0 : serveWaiting(limit);
    }

    private int serveWaiting(int limit) {
        long nowNs = host.context().nowNs();
        int work = 0;
        boolean framesLeft = true;
        for (int i = 0; i < requests.length && work < limit && waiting > 0; i++) {
            BlockRequest request = requests[i];
            if (request.stage == Stage.ENDED) {
                waiting--;
                work++;
                end(request, request.status, 0);
            } else if (request.stage == Stage.WAITING && !use.isOpen()) {
                waiting--;
                work++;
                end(request, use.closedStatus(), 0);
            } else if (request.stage == Stage.WAITING && isBehindHeldWrite(request)) {
                waiting--;
                work++;
                end(request, BlockOutcome.NO_ANSWER, 0);
            } else if (request.stage == Stage.WAITING && framesLeft) {
                if (request.dueNs > nowNs) {
                    setTimer(request.dueNs);
                } else if (post(request)) {
                    waiting--;
                    work++;
                } else {
                    framesLeft = false;
                }
            }
        }
        return work;
    }

    // --- changes

    private void onEvent(IopDriver source, int indicator, MessageFrame report) {
        counters.increment(Counter.EVENTS);
        if (indicator == EventIndicator.DEVICE_RESET) {
            iop.call(tid, new UtilEventAcknowledge(indicator, List.of()), settings.abortNs());
        }
        if (use.isOpen()) {
            attachment.describe(tid).whenDone(pending -> {
                if (pending.failure() == null && use.isOpen()) {
                    change(pending.get());
                }
            });
        }
    }

    @Override
    public Pending<Boolean> beforeShutdown(IopDriver leaving) {
        return leaving == iop ? detach() : Pending.of(Boolean.TRUE);
    }

    @Override
    public void onLost(IopDriver lost) {
        if (lost == iop) {
            use.lose(BlockUse.State.IOP_LOST);
        }
    }

    /** The IOP is back: a device that was in use is taken into use again, also one that was removed: a reset brings back what it had. */
    @Override
    public void onOperational(IopDriver back) {
        if (back == iop) {
            use.comeBack(BlockUse.State.IOP_LOST);
            use.comeBack(BlockUse.State.GONE);
        }
    }

    @Override
    public void onGone(IopDriver source, LogicalConfigurationTable.Entry device) {
        if (source != iop || device.localTid() != tid) {
            return;
        }
        use.lose(BlockUse.State.GONE);
        for (BlockRequest request : requests) {
            if (request.stage == Stage.IN_FLIGHT) {
                // Its IOP has not answered it, and will not: who knows whether bytes still move.
                unanswered.abort(request);
            }
        }
    }

    /** A device has come where one was: it may be the same, and is attached again if it was in use. */
    @Override
    public void onArrived(IopDriver source, LogicalConfigurationTable.Entry device) {
        if (source == iop && device.localTid() == tid) {
            use.comeBack(BlockUse.State.GONE);
        }
    }

    @Override
    public String toString() {
        return "block device 0x" + Integer.toHexString(tid) + " of " + iop.name() + ", " + use.state() + ", " + inFlight()
            + " requests under way";
    }
}
