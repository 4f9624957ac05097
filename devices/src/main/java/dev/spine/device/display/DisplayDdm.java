package dev.spine.device.display;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.DisplayEvent;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutPackets;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * The frame buffer: a device of the OEM class {@link DeviceClass#DISPLAY} with windows into which others draw.
 *
 * <p>The messages are those of {@link dev.spine.i2o.message.display}. Frame memory and a little staging memory are regions of the
 * display's card that nobody else reaches without a grant. Requests that put pixels are answered when the pixels are on the screen;
 * meanwhile they are kept, at most {@link #JOBS} of them, and further requests wait in the module's event queue.
 *
 * <p>Built with the IOP, then used on its agent only; {@link #surface} and {@link #counters} may be looked at by others while the engine
 * stands still.
 */
public final class DisplayDdm implements DeviceModule, ExecutiveGroups {
    /** How many put messages can be in work. */
    public static final int JOBS = 16;
    /** The least staging memory of one job: about five video packets. */
    private static final int MIN_STAGING_BYTES = 8 * 1024;
    /** Bytes of a pixel in the largest format. */
    private static final int MAX_PIXEL_BYTES = 4;

    private final String name;
    private final SurfaceGeometry geometry;
    private final DisplayCounters counters = new DisplayCounters();
    private @Nullable Parts parts;

    /**
     * A display.
     *
     * @param name the component's name within its IOP, for example {@code "display0"}
     * @param geometry the screen
     */
    public DisplayDdm(String name, SurfaceGeometry geometry) {
        this.name = name;
        this.geometry = geometry;
    }

    /** {@return the screen} */
    public Surface surface() {
        return parts().surface;
    }

    /**
     * {@return where a window is, or null when there is none of that number}; to be looked at as {@link #surface} is
     *
     * @param number of the window, as in messages
     */
    public @Nullable WindowRectangle rectangle(int number) {
        Window window = parts().windows.find(number);
        return window == null ? null : new WindowRectangle(window.x(), window.y(), window.width(), window.height());
    }

    /** {@return what the display counts} */
    public DisplayCounters counters() {
        return counters;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(name, ClassId.ofSpine(DeviceClass.DISPLAY).word(), 0, identity(), DisplayEvent.GRANTS_REVOKED,
            "frame buffer");
    }

    /** Eight bytes that stay the same for the same name. */
    private long identity() {
        long identity = 0;
        for (int i = 0; i < name.length(); i++) {
            identity = identity * 31 + name.charAt(i);
        }
        return identity;
    }

    @Override
    public void addTo(ParameterSet set) {
        DisplayParameters.addTo(set, geometry, counters);
    }

    @Override
    public void attach(DeviceContext context) {
        parts = new Parts(context);
    }

    private Parts parts() {
        Parts attached = parts;
        if (attached == null) {
            throw new IllegalStateException("display '" + name + "' is not installed in an IOP: install it first");
        }
        return attached;
    }

    @Override
    public void quiesce() {
        parts().quiesce();
    }

    @Override
    public void reset() {
        parts().reset();
    }

    @Override
    public void onMessage(KernelRequest request) {
        parts().onMessage(request);
    }

    @Override
    public int doWork(int limit) {
        return parts().doWork(limit);
    }

    /** What the display has once it has a place on an IOP. */
    private final class Parts {
        private final DeviceContext context;
        private final AgentContext agent;
        private final Surface surface;
        private final DrawingRights rights;
        private final WindowService windows;
        private final DeliveryList<Transfer> completions;
        private final PutJob[] jobs = new PutJob[JOBS];
        /** Jobs that are not in use, as a stack. */
        private final PutJob[] free = new PutJob[JOBS];
        private int freeCount;
        private long nextSequence = 1;
        private boolean held;

        Parts(DeviceContext context) {
            this.context = context;
            this.agent = context.agent();
            agent.counts(name, counters);
            String place = context.busAgent().name() + " " + name;
            Region frameMemory = context.bus().allocate(place + " frame memory", context.busAgent(), Access.OWNER, geometry.bytes());
            // A screen's own, not the card's.
            context.bus().memory(context.busAgent()).exempt(frameMemory);
            this.surface = new Surface(geometry, frameMemory);
            context.controls(frameMemory.base());
            this.rights = new DrawingRights(context);
            this.windows = new WindowService(context, surface, rights, counters);
            this.completions = DeliveryList.singleProducer(place + " completions", JOBS);
            agent.consumes(completions);
            int stagingBytes = Math.max(MIN_STAGING_BYTES, (geometry.width() + 2) * MAX_PIXEL_BYTES + 63 & -64);
            Region staging = context.bus().allocate(place + " staging memory", context.busAgent(), Access.OWNER,
                (long) stagingBytes * JOBS);
            // A run takes more than one word of a message, so one transfer has room for all runs of any message.
            int maxRuns = context.directory().unit().frameBytes() / Integer.BYTES;
            for (int i = 0; i < JOBS; i++) {
                jobs[i] = new PutJob(surface, staging, (long) stagingBytes * i, stagingBytes, maxRuns, completions);
                free[freeCount++] = jobs[i];
            }
        }

        void onMessage(KernelRequest request) {
            agent.charge(Op.DISPLAY_REQUEST);
            MessageFrame frame = request.frame();
            switch (frame.function()) {
                case DisplayFunction.PUT_RUNS -> putRuns(request);
                case DisplayFunction.PUT_PACKETS -> putPackets(request);
                case Function.PRIVATE -> {
                    windows.onPrivate(request, nextSequence);
                    answerChanges(Integer.MAX_VALUE);
                }
                default -> {
                    context.counters().increment(IopCounters.Counter.UNKNOWN_FUNCTIONS);
                    refuseAsError(request, DetailedStatus.UNKNOWN_FUNCTION, 0);
                }
            }
        }

        private void putRuns(KernelRequest request) {
            MessageFrame frame = request.frame();
            int count = PutRuns.COUNT.get(frame);
            if (frame.sizeWords() < PutRuns.words(count)) {
                refuseAsError(request, DetailedStatus.MESSAGE_TOO_SMALL, PutRuns.COUNT.byteOffset());
                return;
            }
            PixelFormat format = PixelFormat.ofCode(PutRuns.FORMAT.get(frame));
            if (format == null) {
                refuse(request, DisplayStatus.BAD_FORMAT, count);
                return;
            }
            put(request, PutRuns.WINDOW.get(frame), format, count);
        }

        private void putPackets(KernelRequest request) {
            MessageFrame frame = request.frame();
            if (frame.sizeWords() < PutPackets.LIST_WORD) {
                refuseAsError(request, DetailedStatus.MESSAGE_TOO_SMALL, PutPackets.WINDOW.byteOffset());
                return;
            }
            int count = PutPackets.COUNT.get(frame);
            PixelFormat format = PixelFormat.ofCode(PutPackets.FORMAT.get(frame));
            if (format == null || !format.isStreamable()) {
                refuse(request, DisplayStatus.BAD_FORMAT, count);
                return;
            }
            put(request, PutPackets.WINDOW.get(frame), format, count);
        }

        private void put(KernelRequest request, int number, PixelFormat format, int count) {
            counters.increment(Counter.PUTS);
            Window window = windows.find(number);
            if (window == null) {
                refuse(request, DisplayStatus.NO_SUCH_WINDOW, count);
            } else if (!rights.mayDraw(window, request)) {
                refuse(request, DisplayStatus.NOT_SHARED, count);
            } else if (freeCount == 0) {
                // Requests are held while all jobs are in use. This one came all the same: a reset has let requests in again while the
                // transfers of an earlier life are still in flight.
                refuse(request, DetailedStatus.DEVICE_BUSY, count);
            } else {
                PutJob job = free[--freeCount];
                job.begin(request, nextSequence++, window, format, count);
                proceed(job);
                updateHold();
            }
        }

        /** Starts the next transfer of a job, or ends the job. */
        private void proceed(PutJob job) {
            if (job.fill(agent)) {
                KernelRequest request = job.request();
                if (request != null) {
                    job.transfer().fromMemoryOf(request.sender());
                }
                agent.charge(Op.START_TRANSFER);
                agent.submit(context.dma(), job.transfer());
            } else {
                answer(job);
            }
        }

        int doWork(int limit) {
            agent.charge(Op.POLL_DISPLAY);
            int work = answerChanges(limit);
            while (work < limit) {
                Transfer transfer = completions.poll();
                if (transfer == null) {
                    break;
                }
                work++;
                agent.charge(Op.COMPLETE_TRANSFER);
                if (transfer.attachment() instanceof PutJob job) {
                    onCompletion(job);
                }
            }
            return work;
        }

        private void onCompletion(PutJob job) {
            if (job.request() == null) {
                // The request was answered or dropped while its transfer was in flight: quiesce, reset.
                release(job);
            } else if (job.transfer().outcome() == Transfer.Outcome.DONE) {
                counters.add(Counter.BYTES_PULLED, job.transfer().bytesMoved());
                counters.add(Counter.BYTES_CONVERTED, job.convert(agent));
                proceed(job);
            } else {
                counters.increment(Counter.TRANSFERS_REFUSED);
                context.counters().increment(IopCounters.Counter.TRANSFERS_REFUSED);
                job.refuseRound();
                answer(job);
            }
            answerChanges(Integer.MAX_VALUE);
        }

        private void answer(PutJob job) {
            KernelRequest request = job.request();
            if (request == null) {
                return;
            }
            boolean packets = job.isOfPackets();
            counters.add(packets ? Counter.PACKETS_PUT : Counter.RUNS_PUT, job.put());
            counters.add(packets ? Counter.PACKETS_REFUSED : Counter.RUNS_REFUSED, job.refused());
            Transfer.Outcome outcome = job.transfer().outcome();
            boolean sourceRefused = outcome != Transfer.Outcome.DONE && outcome != Transfer.Outcome.PENDING;
            int requestStatus = RequestStatus.SUCCESS;
            int detailedStatus = DetailedStatus.SUCCESS;
            // A malformed packet is a defect of the wire, not of the message that carries it: it is counted in the reply only.
            if (sourceRefused || (job.refused() > 0 && !packets)) {
                requestStatus = job.put() > 0 ? RequestStatus.ERROR_PARTIAL_TRANSFER : RequestStatus.ERROR_NO_DATA_TRANSFER;
                detailedStatus = sourceRefused ? DisplayStatus.SOURCE_REFUSED : DisplayStatus.RUNS_REFUSED;
            }
            reply(job, request, requestStatus, detailedStatus);
            release(job);
        }

        private void reply(PutJob job, KernelRequest request, int requestStatus, int detailedStatus) {
            agent.charge(Op.BUILD_FRAME);
            PutReply.write(request.frame(), request.openReply(), requestStatus, detailedStatus, job.put(), job.refused(),
                job.firstRefused());
            request.sendReply();
        }

        private void release(PutJob job) {
            job.end();
            free[freeCount++] = job;
        }

        /** A put that draws nothing because of what it asks for. */
        private void refuse(KernelRequest request, int detailedStatus, int count) {
            counters.increment(Counter.REQUESTS_REFUSED);
            agent.charge(Op.BUILD_FRAME);
            PutReply.write(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus, 0, count,
                count == 0 ? PutReply.NONE_REFUSED : 0);
            request.sendReply();
        }

        private void refuseAsError(KernelRequest request, int detailedStatus, int byteOffset) {
            counters.increment(Counter.REQUESTS_REFUSED);
            agent.charge(Op.BUILD_FRAME);
            Replies.transactionError(request.frame(), request.openReply(), detailedStatus, byteOffset);
            request.sendReply();
        }

        /** Answers the changes of windows behind which nothing is in work any more. */
        private int answerChanges(int limit) {
            int answered = windows.hasWaitingChanges() ? windows.answerChanges(oldestBusy(), limit) : 0;
            updateHold();
            return answered;
        }

        private long oldestBusy() {
            long oldest = nextSequence;
            for (PutJob job : jobs) {
                if (job.isBusy()) {
                    oldest = Math.min(oldest, job.sequence());
                }
            }
            return oldest;
        }

        /** Lets requests wait while a further one might find no job, or no place to wait for its answer. */
        private void updateHold() {
            boolean mustHold = freeCount == 0 || windows.isFull();
            if (mustHold == held) {
                return;
            }
            held = mustHold;
            if (mustHold) {
                counters.increment(Counter.TIMES_HELD);
                context.hold();
            } else {
                context.resume();
            }
        }

        /** Answers all that is in work as ended by the target; transfers that are in flight come back later. */
        void quiesce() {
            windows.quiesce();
            for (PutJob job : jobs) {
                KernelRequest request = job.request();
                if (request != null) {
                    job.forgetRequest();
                    reply(job, request, RequestStatus.PROCESS_ABORT_DIRTY, DetailedStatus.SUCCESS);
                }
            }
        }

        void reset() {
            windows.reset();
            for (PutJob job : jobs) {
                job.forgetRequest();
            }
        }
    }
}
