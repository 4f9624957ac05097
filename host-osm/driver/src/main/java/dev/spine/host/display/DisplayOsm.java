package dev.spine.host.display;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.ModeGet;
import dev.spine.i2o.message.display.ModeReply;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowDestroy;
import dev.spine.i2o.message.display.WindowMove;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/**
 * One display on one IOP, as the host uses it. Host agent's thread only; tasks and callers outside come through {@code Tasks.call}.
 *
 * <p>Claim it first; then make windows and put runs of pixels. The number of batches under way is bounded; what is beyond waits with the
 * caller.
 */
public final class DisplayOsm {
    /** How many batches can be in flight unless said otherwise. */
    public static final int DEFAULT_BATCHES = 16;

    private final HostDriver driver;
    private final IopDriver iop;
    private final HostAgent agent;
    private final int tid;
    private final RunBatch[] free;
    private int freeCount;
    private int inFlight;
    private long batchesSent;
    private long runsSent;
    private long runsRefused;
    private long batchesFailed;
    private long timesBlocked;

    /**
     * An OSM for a display, with {@link #DEFAULT_BATCHES} batches.
     *
     * @param agent the host's agent
     * @param driver the host's driver
     * @param iop the IOP of the display
     * @param tid the display there
     */
    public DisplayOsm(HostAgent agent, HostDriver driver, IopDriver iop, int tid) {
        this(agent, driver, iop, tid, DEFAULT_BATCHES);
    }

    /**
     * An OSM for a display.
     *
     * @param agent the host's agent
     * @param driver the host's driver
     * @param iop the IOP of the display
     * @param tid the display there
     * @param batches how many can be in flight, at least 1
     */
    public DisplayOsm(HostAgent agent, HostDriver driver, IopDriver iop, int tid, int batches) {
        checkArgument(batches >= 1, "a display OSM needs at least 1 batch, not %s", batches);
        this.agent = agent;
        this.driver = driver;
        this.iop = iop;
        this.tid = tid;
        this.free = new RunBatch[batches];
        for (int i = 0; i < batches; i++) {
            free[freeCount++] = new RunBatch(this);
        }
    }

    /** {@return the IOP of the display} */
    public IopDriver iop() {
        return iop;
    }

    /** {@return the display's TID on its IOP} */
    public int tid() {
        return tid;
    }

    // --- control

    /**
     * Claims the display and reads its mode.
     *
     * @return the screen; fails with {@link dev.spine.host.driver.RefusedException} when somebody else has claimed it
     */
    public Pending<DisplayMode> claim() {
        return driver.claim(iop, tid).then(_ -> mode());
    }

    /**
     * Gives the claim back. Windows stay for the next claimer: destroy them before.
     *
     * @return the reply
     */
    public Pending<MessageFrame> release() {
        return driver.release(iop, tid);
    }

    /**
     * Reads the mode; works without the claim.
     *
     * @return the screen; fails with {@link HostException} when its pixel format is unknown here
     */
    public Pending<DisplayMode> mode() {
        return driver.ask(iop, tid, new ModeGet()).map(reply -> {
            ModeReply mode = ModeReply.parse(reply);
            PixelFormat format = PixelFormat.ofCode(mode.format());
            if (format == null) {
                throw new HostException(iop.name() + ": the display stores pixels in format " + mode.format() + ", which is unknown here");
            }
            return new DisplayMode(mode.width(), mode.height(), mode.strideBytes(), format, mode.windows());
        });
    }

    /**
     * Makes a window.
     *
     * @param x left column on the screen, -32768 to 32767; even on a screen of format UYVY
     * @param y upper line on the screen, -32768 to 32767
     * @param width pixels, 1 to 32767; even on a screen of format UYVY
     * @param height lines, 1 to 32767
     * @param sharedWith the IOP_ID that may draw too, {@link WindowCreate#SHARED_WITH_NOBODY} or {@link WindowCreate#SHARED_WITH_ANY}
     * @return the window; fails with {@link dev.spine.host.driver.RefusedException}, whose detailed status is one of
     *     {@link dev.spine.i2o.message.display.DisplayStatus}
     */
    public Pending<DisplayWindow> create(int x, int y, int width, int height, int sharedWith) {
        return driver.ask(iop, tid, new WindowCreate(x, y, width, height, sharedWith)).map(reply -> window(reply, x, y, width, height));
    }

    /**
     * Gives a window another place or size. Grants for it end. When the result is there, nothing drawn for the old place lands any more.
     *
     * @param window what {@link #create} or an earlier move gave
     * @param x new left column on the screen
     * @param y new upper line on the screen
     * @param width pixels
     * @param height lines
     * @return the window at its new place; fails as {@link #create} does
     */
    public Pending<DisplayWindow> move(DisplayWindow window, int x, int y, int width, int height) {
        return driver.ask(iop, tid, new WindowMove(window.number(), x, y, width, height))
            .map(reply -> window(reply, x, y, width, height));
    }

    /**
     * Ends a window. Grants for it end. When the result is there, nothing drawn for it lands any more.
     *
     * @param window what {@link #create} or a move gave
     * @return the reply; fails with {@link dev.spine.host.driver.RefusedException} when there is no such window
     */
    public Pending<MessageFrame> destroy(DisplayWindow window) {
        return driver.ask(iop, tid, new WindowDestroy(window.number()));
    }

    private static DisplayWindow window(MessageFrame frame, int x, int y, int width, int height) {
        WindowReply reply = WindowReply.parse(frame);
        return new DisplayWindow(reply.window(), x, y, width, height, reply.visibleLeft(), reply.visibleTop(), reply.visibleWidth(),
            reply.visibleHeight());
    }

    // --- pixels

    /**
     * Begins a batch of runs.
     *
     * @param window where they go
     * @param format how their source bytes lie; another one than the screen's is converted by the display's processor
     * @param listener is told of the end
     * @return the batch, to be flushed or cancelled; null when the IOP has returned no frame or all batches are in flight: counted, and
     *     the agent is woken when a frame or a reply comes
     */
    public @Nullable RunBatch begin(DisplayWindow window, PixelFormat format, RunListener listener) {
        RunBatch batch = freeCount == 0 ? null : free[freeCount - 1];
        int words = iop.frameBytes() / Integer.BYTES;
        OutgoingRequest request = batch == null ? null : iop.open(tid, DisplayFunction.PUT_RUNS, words, 0, batch.replies());
        if (batch == null || request == null) {
            timesBlocked++;
            return null;
        }
        freeCount--;
        inFlight++;
        batch.begin(request, tid, window.number(), format, listener);
        return batch;
    }

    AgentContext context() {
        return agent.context();
    }

    void sent(int runs) {
        batchesSent++;
        runsSent += runs;
    }

    /** A batch has its answer, or will get none; it is given back after the listener was told. */
    void ended(RunBatch batch) {
        inFlight--;
        if (batch.failure() == null) {
            runsRefused += batch.refused();
        } else {
            batchesFailed++;
        }
    }

    void putBack(RunBatch batch) {
        free[freeCount++] = batch;
    }

    /** {@return batches that are begun and have not ended} */
    public int inFlight() {
        return inFlight;
    }

    /** {@return batches that were posted} */
    public long batchesSent() {
        return batchesSent;
    }

    /** {@return runs that were posted} */
    public long runsSent() {
        return runsSent;
    }

    /** {@return runs that the display refused} */
    public long runsRefused() {
        return runsRefused;
    }

    /** {@return batches that got no reply} */
    public long batchesFailed() {
        return batchesFailed;
    }

    /** {@return how often no batch could be begun} */
    public long timesBlocked() {
        return timesBlocked;
    }
}
