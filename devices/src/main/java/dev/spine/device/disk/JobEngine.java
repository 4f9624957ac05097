package dev.spine.device.disk;

import dev.spine.device.disk.BlockJob.Action;
import dev.spine.device.disk.BlockJob.Step;
import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.Store;
import dev.spine.device.disk.store.StoreExecutor;
import dev.spine.device.disk.store.StoreOperation;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Carries out jobs: what they do step after step, and how they end. {@link JobAdmission} says which is next, {@link JobDeadlines} which has
 * taken too long. Belongs to the IOP's agent.
 *
 * <p>One loop, {@link #goOn}, takes what has come back and what may start; a step only begins the next one and returns. So no step calls
 * another through an engine or a store, however many parts a request has.
 *
 * <p>A turn of the card moves at most about {@link #TURN_BYTES}: a job that has more to do rests until the next, so that a request for the
 * whole medium holds up nobody.
 */
final class JobEngine implements JobDeadlines.Listener {
    /** After so many bytes, jobs that are in parts rest until the card's next turn. */
    static final int TURN_BYTES = 1 << 20;
    /** The most bytes that one transfer to or from the medium's memory moves. */
    private static final int MOVE_BYTES = 1 << 20;
    /** The most bytes that the store zeroes in one operation. */
    private static final int ZERO_BYTES = 4 << 20;

    private final AgentContext agent;
    private final DeviceContext context;
    private final DiskControl control;
    private final DiskCounters counters;
    private final Store store;
    private final StoreExecutor executor;
    private final RoomWarning roomWarning;
    private final @Nullable Region medium;
    private final Region staging;
    private final int stagingBytes;
    private final DeliveryList<Transfer> completions;
    private final JobsInWork busy;
    private final JobAdmission admission;
    private final JobDeadlines deadlines;
    private final MoveBatch batch;
    /** Jobs whose operation came back at once and is not looked at yet. */
    private final BlockJob[] returned;
    private int returnedCount;
    /** Jobs that have done their share of this turn. */
    private final BlockJob[] resting;
    private int restingCount;
    /** Bytes that jobs in parts have moved in this turn. */
    private long turnBytes;
    private long lastEnd;

    JobEngine(DeviceContext context, DiskSettings settings, DiskControl control, DiskCounters counters, Store store,
        StoreExecutor executor) {
        this.context = context;
        this.agent = context.agent();
        this.control = control;
        this.counters = counters;
        this.store = store;
        this.executor = executor;
        this.roomWarning = new RoomWarning(agent, settings.name());
        this.stagingBytes = settings.stagingBytes();
        String place = context.busAgent().name() + " " + settings.name();
        MemorySegment memory = store.memory();
        boolean direct = memory != null && memory.byteSize() <= DiskSettings.MAX_DIRECT_BYTES;
        this.medium = direct && memory != null ? context.bus().add(place + " medium", context.busAgent(), Access.OWNER, memory) : null;
        if (medium != null) {
            context.bus().memory(context.busAgent()).exempt(medium);
        }
        int depth = settings.queueDepth();
        this.staging = context.bus().allocate(place + " staging memory", context.busAgent(), Access.OWNER, 2L * stagingBytes * depth);
        context.controls(medium != null ? medium.base() : staging.base());
        this.completions = DeliveryList.singleProducer(place + " completions", depth);
        agent.consumes(completions);
        this.returned = new BlockJob[depth];
        this.resting = new BlockJob[depth];
        this.busy = new JobsInWork(agent, depth);
        BlockJob[] jobs = new BlockJob[depth];
        for (int i = 0; i < depth; i++) {
            jobs[i] = new BlockJob(completions, 2L * stagingBytes * i);
        }
        this.admission = new JobAdmission(agent, counters, busy, jobs);
        this.deadlines = new JobDeadlines(agent, busy, this);
        this.batch = new MoveBatch(agent, context.dma(), control, deadlines);
    }

    /** A request of a front end has arrived. */
    void accept(DiskFrontEnd frontEnd, KernelRequest request) {
        agent.charge(Op.BLOCK_JOB);
        admission.add(frontEnd, request);
        goOn(0);
    }

    // --- the loop

    int doWork(int limit) {
        agent.charge(Op.POLL_DISK);
        turnBytes = 0;
        int rested = restingCount > 0 ? goOnWithRested(limit) : 0;
        batch.submit();
        // Jobs that rest do not count here: with a small limit they would keep others waiting until they end.
        return rested + goOn(limit) + deadlines.expire();
    }

    /** Gives each job that rests a share of this turn, those that rest longest first. */
    private int goOnWithRested(int limit) {
        int count = Math.min(restingCount, limit);
        for (int i = 0; i < count; i++) {
            BlockJob job = resting[0];
            System.arraycopy(resting, 1, resting, 0, --restingCount);
            if (!isOver(job)) {
                nextPart(job);
            }
            goOn(0);
        }
        return count;
    }

    /**
     * Goes on with operations that came back at once, with jobs that may start, and with at most so many of what the DMA engine and the
     * store have done meanwhile; in this order. Returns how many of the latter.
     */
    private int goOn(int limit) {
        int work = 0;
        while (true) {
            if (returnedCount > 0) {
                operated(returned[--returnedCount]);
                continue;
            }
            BlockJob next = admission.next();
            if (next != null) {
                start(next);
            } else if (work < limit && takeDone()) {
                work++;
            } else {
                return work;
            }
        }
    }

    /** Takes one transfer or operation that is done; false if there is none. */
    private boolean takeDone() {
        Transfer transfer = completions.poll();
        StoreOperation operation = transfer == null ? executor.poll() : null;
        if (transfer == null && operation == null) {
            return false;
        }
        agent.charge(Op.COMPLETE_TRANSFER);
        if (transfer != null && transfer.attachment() instanceof BlockJob job) {
            moved(job);
        } else if (operation != null && operation.owner() instanceof BlockJob job) {
            operated(job);
        }
        return true;
    }

    // --- what a job does

    private void start(BlockJob job) {
        counters.begun(job, lastEnd);
        if (job.action.isOfMedium()) {
            lastEnd = job.address + job.bytes;
        }
        first(job);
    }

    private void first(BlockJob job) {
        switch (job.action) {
            case READ, VERIFY, WRITE, WRITE_VERIFY, FILL, ZERO -> nextPart(job);
            case DATA_IN, DATA_OUT -> move(job, (int) job.bytes);
            case FLUSH -> operate(job, Step.FORCE, job.operation.force());
            case CONTROL -> {
                job.frontEnd.control(job);
                end(job);
            }
        }
    }

    private void nextPart(BlockJob job) {
        long left = job.bytes - job.done;
        int most = (int) Math.min(MOVE_BYTES, left);
        job.direct = medium != null && (job.action == Action.READ || job.action == Action.WRITE)
            && store.isInPlace(job.address + job.done, most);
        if (job.direct) {
            move(job, most);
            return;
        }
        if (job.action == Action.ZERO) {
            job.part = (int) Math.min(ZERO_BYTES, left);
            operate(job, Step.STORE_ZERO, job.operation.zero(job.address + job.done, job.part));
            return;
        }
        job.part = (int) Math.min(stagingBytes, left);
        if (job.action == Action.FILL) {
            operate(job, Step.STORE_WRITE, job.operation.move(StoreOperation.Kind.WRITE, job.address + job.done, staging.memory(),
                job.stagingOffset, job.part));
        } else if (job.action == Action.READ || job.action == Action.VERIFY) {
            operate(job, Step.STORE_READ, job.operation.move(StoreOperation.Kind.READ, job.address + job.done, staging.memory(),
                job.stagingOffset, job.part));
        } else {
            move(job, job.part);
        }
    }

    /** Moves bytes between the buffer and the medium's memory, or the staging memory. */
    private void move(BlockJob job, int part) {
        agent.charge(Op.BLOCK_RUN);
        job.part = part;
        boolean direct = job.direct;
        Region card = direct && medium != null ? medium : staging;
        long offset = direct ? job.address + job.done : job.stagingOffset;
        Transfer transfer = job.transfer.clear();
        if (job.action == Action.READ || job.action == Action.DATA_IN) {
            job.step = Step.MOVE_OUT;
            transfer.intoMemoryOf(job.initiator());
            job.runs.addInto(transfer, card.base() + offset, part);
        } else {
            job.step = Step.MOVE_IN;
            transfer.fromMemoryOf(job.initiator());
            int touched = job.runs.addFrom(transfer, card.base() + offset, card.memory(), offset, part);
            if (touched > 0) {
                agent.charge(Op.TOUCH_BYTE, touched);
            }
        }
        agent.charge(Op.ADD_RUN, transfer.runs());
        agent.charge(Op.START_TRANSFER);
        if (direct) {
            batch.add(job);
        } else {
            batch.submit(job);
        }
    }

    private void operate(BlockJob job, Step step, StoreOperation operation) {
        job.step = step;
        agent.charge(Op.START_TRANSFER);
        if (executor.start(operation)) {
            returned[returnedCount++] = job;
        } else {
            // A job between buffer and memory has none up to its flush, if its bytes moved at once.
            deadlines.limit(job, control.timeoutNs(job));
        }
    }

    // --- what comes back

    /** The DMA engine has moved a part, or refused to. */
    private void moved(BlockJob job) {
        if (isOver(job)) {
            return;
        }
        if (job.transfer.outcome() != Transfer.Outcome.DONE) {
            counters.increment(Counter.TRANSFERS_REFUSED);
            job.done += job.transfer.bytesMoved();
            job.failed(StorageStatus.BUS_FAILURE, job.address + job.done);
            end(job);
        } else if (job.step == Step.MOVE_OUT) {
            partDone(job);
        } else if (job.direct) {
            partDone(job);
        } else if (job.action == Action.DATA_OUT) {
            received(job);
        } else {
            operate(job, Step.STORE_WRITE, job.operation.move(StoreOperation.Kind.WRITE, job.address + job.done, staging.memory(),
                job.stagingOffset, job.part));
        }
    }

    /** The parameters of a command are here, and it runs alone: it goes on as something else, or ends. */
    private void received(BlockJob job) {
        job.done = 0;
        job.part = 0;
        job.frontEnd.received(job);
        if (job.action == Action.DATA_OUT || job.requestStatus != RequestStatus.SUCCESS) {
            end(job);
        } else {
            first(job);
        }
    }

    /** The store has done something, or failed to. */
    private void operated(BlockJob job) {
        if (isOver(job)) {
            return;
        }
        if (job.operation.hasThrown()) {
            counters.increment(Counter.STORE_DEFECTS);
        }
        int status = job.operation.status();
        if (status == StorageStatus.SUCCESS && job.step == Step.READ_BACK && !isAsWritten(job)) {
            status = StorageStatus.MEDIA_ERROR;
        }
        if (status != StorageStatus.SUCCESS) {
            storeFailed(job, status);
            return;
        }
        switch (job.step) {
            case STORE_READ -> {
                if (job.action == Action.READ) {
                    move(job, job.part);
                } else {
                    partDone(job);
                }
            }
            case STORE_WRITE -> {
                if (job.action == Action.WRITE_VERIFY) {
                    operate(job, Step.READ_BACK, job.operation.move(StoreOperation.Kind.READ, job.address + job.done, staging.memory(),
                        job.stagingOffset + stagingBytes, job.part));
                } else {
                    partDone(job);
                }
            }
            case STORE_ZERO, READ_BACK -> partDone(job);
            default -> end(job);
        }
    }

    private boolean isAsWritten(BlockJob job) {
        MemorySegment memory = staging.memory();
        agent.charge(Op.TOUCH_BYTE, job.part);
        return MemorySegment.mismatch(memory, job.stagingOffset, job.stagingOffset + job.part, memory,
            job.stagingOffset + stagingBytes, job.stagingOffset + stagingBytes + job.part) < 0;
    }

    private void storeFailed(BlockJob job, int status) {
        boolean again = status == StorageStatus.MEDIA_ERROR && job.retries && job.retried < control.retryAttempts();
        if (again && job.step != Step.FORCE) {
            job.retried++;
            counters.increment(Counter.RETRIES);
            if (job.step == Step.READ_BACK) {
                operate(job, Step.STORE_WRITE, job.operation.move(StoreOperation.Kind.WRITE, job.address + job.done, staging.memory(),
                    job.stagingOffset, job.part));
            } else {
                operate(job, job.step, job.operation);
            }
            return;
        }
        long at = job.operation.status() == StorageStatus.SUCCESS ? job.address + job.done : job.operation.failedAt();
        if (status == Store.NO_ROOM) {
            counters.increment(Counter.ROOM_MISSED);
            roomWarning.notify(job.operation.room());
            job.foundNoRoom(at);
            end(job);
            return;
        }
        job.failed(status, at);
        if (job.step == Step.FORCE || job.step == Step.READ_BACK) {
            // It was written, but who knows what of it will stay.
            job.requestStatus = RequestStatus.ERROR_DIRTY;
        }
        end(job);
    }

    private void partDone(BlockJob job) {
        job.done += job.part;
        turnBytes += job.part;
        job.part = 0;
        if (job.done < job.bytes) {
            KernelRequest request = job.request;
            int percent = (int) (job.done * 100 / job.bytes);
            if (job.reports && request != null && percent > job.percent) {
                job.percent = percent;
                job.frontEnd.progress(request, percent);
            }
            if (turnBytes < TURN_BYTES) {
                nextPart(job);
            } else {
                job.step = Step.RESTING;
                resting[restingCount++] = job;
                if (!job.direct) {
                    // All that it did so far came back at once: it has no timeout yet.
                    deadlines.limit(job, control.timeoutNs(job));
                }
            }
        } else if (job.rangesLeft > 0) {
            received(job);
        } else if (job.durable && job.action.writes()) {
            operate(job, Step.FORCE, job.operation.force());
        } else {
            end(job);
        }
    }

    // --- how a job ends

    /** Whether the job was given up meanwhile: then what comes back ends it for good. */
    private boolean isOver(BlockJob job) {
        if (job.request == null) {
            leave(job);
            return true;
        }
        if (job.abortStatus != RequestStatus.SUCCESS) {
            job.requestStatus = job.abortStatus;
            job.detailedStatus = job.abortDetail;
            end(job);
            return true;
        }
        return false;
    }

    private void end(BlockJob job) {
        KernelRequest request = job.request;
        if (request != null) {
            answer(request, job);
        }
        leave(job);
    }

    private void answer(KernelRequest request, BlockJob job) {
        job.request = null;
        counters.ended(job);
        if (job.requestStatus != RequestStatus.SUCCESS) {
            control.log(request.frame().function(), job);
        }
        agent.charge(Op.BUILD_FRAME);
        job.frontEnd.answer(request, job);
    }

    private void leave(BlockJob job) {
        job.step = Step.IDLE;
        if (busy.count() == 1) {
            deadlines.clear();
        }
        admission.leave(job);
    }

    /** Answers the request of a job whose present step cannot touch the initiator's memory; the step itself comes back later. */
    private void giveUp(BlockJob job, int requestStatus, int detailedStatus) {
        KernelRequest request = job.request;
        if (request == null) {
            return;
        }
        job.requestStatus = requestStatus;
        job.detailedStatus = detailedStatus;
        job.failedAt = job.address + job.done;
        answer(request, job);
    }

    @Override
    public void onExpired(BlockJob job) {
        if (job.abortStatus != RequestStatus.SUCCESS) {
            // Whoever has aborted it was promised an answer that says so.
            return;
        }
        counters.increment(Counter.TIMEOUTS);
        int status = job.action.writes() ? RequestStatus.ERROR_DIRTY
            : job.done > 0 ? RequestStatus.ERROR_PARTIAL_TRANSFER : RequestStatus.ERROR_NO_DATA_TRANSFER;
        stop(job, status, StorageStatus.TIMEOUT);
    }

    /**
     * Ends a job in work. From now on nothing of it reaches the initiator's memory; it is answered when its transfer, if it is in one, has
     * come back.
     */
    private void stop(BlockJob job, int requestStatus, int detailedStatus) {
        if (job.isMoving()) {
            job.transfer.cancel();
            job.abortStatus = requestStatus;
            job.abortDetail = detailedStatus;
        } else {
            giveUp(job, requestStatus, detailedStatus);
        }
    }

    // --- aborts and resets

    /**
     * Aborts requests: each gets its own reply.
     *
     * @param selection which
     * @param depth whether those in work, too
     * @param detailedStatus why
     * @return how many
     */
    int abort(AbortScope selection, AbortDepth depth, int detailedStatus) {
        int aborted = admission.abort(selection, detailedStatus);
        if (depth == AbortDepth.ALL) {
            for (int i = 0; i < busy.count(); i++) {
                BlockJob job = busy.get(i);
                KernelRequest request = job.request;
                if (request != null && job.abortStatus == RequestStatus.SUCCESS && selection.contains(request)) {
                    stop(job, job.abortedAs(), detailedStatus);
                    aborted++;
                }
            }
        }
        counters.add(Counter.ABORTED, aborted);
        goOn(0);
        return aborted;
    }

    /**
     * Forgets all requests of a front end without answering. What is in flight in the store comes back later and finds nobody; of a
     * transfer nothing reaches the initiator's memory from now on.
     */
    void forget(DiskFrontEnd frontEnd) {
        admission.forget(frontEnd);
        for (int i = 0; i < busy.count(); i++) {
            BlockJob job = busy.get(i);
            if (job.frontEnd.equals(frontEnd)) {
                job.request = null;
                job.abortStatus = RequestStatus.SUCCESS;
                if (job.isMoving()) {
                    job.transfer.cancel();
                }
            }
        }
        goOn(0);
    }

    /** The staging memory of a job, for front ends that answer or take parameters. */
    MemorySegment stagingOf(BlockJob job) {
        return staging.memory().asSlice(job.stagingOffset, stagingBytes);
    }

    /** Takes the regions off the bus. */
    void leaveBus() {
        if (medium != null) {
            context.bus().remove(medium);
        }
        context.bus().remove(staging);
    }
}
