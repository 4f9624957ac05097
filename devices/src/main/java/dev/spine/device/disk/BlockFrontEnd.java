package dev.spine.device.disk;

import dev.spine.device.disk.BlockJob.Action;
import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.BlockAbortReply;
import dev.spine.i2o.message.block.BlockProgressReply;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.MediaMount;
import dev.spine.i2o.message.block.MediaVerify;
import dev.spine.i2o.message.block.PowerManagement;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.KernelRequest;

/** A disk as the random block storage class knows it. Belongs to the IOP's agent. */
final class BlockFrontEnd implements DiskFrontEnd {
    private static final SglLimits LIMITS = new SglLimits(1024, 0x400_0000, 8, 4096);
    private static final int COUNT_BYTE = 20;
    private static final int FUNCTION_BYTE = 7;

    private final Disk disk;
    private final AgentContext agent;
    private final Reach reach;
    private final SglReader reader;
    private final long capacity;
    private final long blockMask;

    BlockFrontEnd(Disk disk) {
        this.disk = disk;
        this.agent = disk.context().agent();
        this.reach = new Reach(agent, disk.context().dma());
        this.reader = new SglReader(LIMITS, reach);
        this.capacity = disk.capacityBytes();
        this.blockMask = disk.settings().blockBytes() - 1L;
    }

    void onMessage(KernelRequest request) {
        switch (request.frame().function()) {
            case Function.BSA_STATUS_CHECK -> answerAtOnce(request, disk.state().refusal());
            case Function.BSA_DEVICE_RESET -> {
                disk.deviceReset();
                answerAtOnce(request, StorageStatus.SUCCESS);
            }
            case Function.BSA_BLOCK_READ, Function.BSA_BLOCK_WRITE, Function.BSA_BLOCK_WRITE_VERIFY, Function.BSA_MEDIA_VERIFY,
                Function.BSA_CACHE_FLUSH, Function.BSA_MEDIA_MOUNT, Function.BSA_MEDIA_EJECT, Function.BSA_MEDIA_LOCK,
                Function.BSA_MEDIA_UNLOCK, Function.BSA_POWER_MANAGEMENT -> disk.engine().accept(this, request);
            case Function.BSA_MEDIA_FORMAT, Function.BSA_BLOCK_REASSIGN ->
                refuse(request, DetailedStatus.UNSUPPORTED_FUNCTION, FUNCTION_BYTE);
            default -> {
                disk.context().counters().increment(IopCounters.Counter.UNKNOWN_FUNCTIONS);
                refuse(request, DetailedStatus.UNKNOWN_FUNCTION, FUNCTION_BYTE);
            }
        }
    }

    // --- from request to job

    @Override
    public boolean parse(KernelRequest request, BlockJob job) {
        MessageFrame frame = request.frame();
        return switch (frame.function()) {
            case Function.BSA_BLOCK_READ -> parseTransfer(request, job, Action.READ);
            case Function.BSA_BLOCK_WRITE -> parseTransfer(request, job, Action.WRITE);
            case Function.BSA_BLOCK_WRITE_VERIFY -> parseTransfer(request, job, Action.WRITE_VERIFY);
            case Function.BSA_MEDIA_VERIFY -> parseVerify(request, job);
            case Function.BSA_CACHE_FLUSH -> {
                job.action = Action.FLUSH;
                job.timeMultiplier = CacheFlush.TIME_MULTIPLIER.get(frame);
                yield true;
            }
            default -> {
                job.action = Action.CONTROL;
                yield true;
            }
        };
    }

    private boolean parseTransfer(KernelRequest request, BlockJob job, Action action) {
        MessageFrame frame = request.frame();
        if (frame.sizeWords() < BlockTransfer.FIXED_WORDS) {
            return refuse(request, DetailedStatus.MESSAGE_TOO_SMALL, 0);
        }
        int flags = BlockTransfer.controlFlags(frame);
        job.action = action;
        job.address = BlockTransfer.byteAddress(frame);
        job.bytes = BlockTransfer.byteCount(frame);
        job.timeMultiplier = BlockTransfer.timeMultiplier(frame);
        job.solo = (flags & TransferFlags.SOLO) != 0;
        job.retries = (flags & TransferFlags.NO_RETRY) == 0;
        int refusal = disk.refusal(action.writes());
        if (refusal == StorageStatus.SUCCESS && !isOnMedium(job)) {
            refusal = StorageStatus.ACCESS_ERROR;
        }
        if (refusal != StorageStatus.SUCCESS) {
            return fail(request, job, refusal);
        }
        boolean noData = action == Action.READ && (flags & TransferFlags.READ_CACHE_ONLY) != 0;
        if (noData) {
            job.action = Action.VERIFY;
        } else if (!takeList(request, job)) {
            return false;
        }
        job.durable = action.writes() && disk.control().isDurable(flags);
        return job.bytes > 0 || succeed(request);
    }

    /** Takes the scatter-gather list of a request that moves data; false: it was bad, and that has been answered. */
    private boolean takeList(KernelRequest request, BlockJob job) {
        MessageFrame frame = request.frame();
        reach.onBehalfOf(request.sender());
        reader.hostPageBytes(disk.context().directory().hostPageBytes());
        int bad = job.runs.load(frame, BlockTransfer.FIXED_WORDS, reader);
        if (bad != DetailedStatus.SUCCESS) {
            return refuse(request, bad, BlockTransfer.FIXED_WORDS * Integer.BYTES);
        }
        agent.charge(Op.BLOCK_RUN, job.runs.count());
        if (job.runs.bytes() != job.bytes) {
            return refuse(request, DetailedStatus.INVALID_PARAMETER, COUNT_BYTE);
        }
        if (job.runs.isBitBucket()) {
            job.action = job.action == Action.READ ? Action.VERIFY : Action.ZERO;
        } else if (!job.runs.isReachable(reach, request.sender(), job.action == Action.READ)) {
            return fail(request, job, StorageStatus.BUS_FAILURE);
        }
        return true;
    }

    private boolean parseVerify(KernelRequest request, BlockJob job) {
        MessageFrame frame = request.frame();
        if (!MediaVerify.KIND.fits(frame)) {
            return refuse(request, DetailedStatus.MESSAGE_TOO_SMALL, 0);
        }
        int flags = MediaVerify.CONTROL_FLAGS.get(frame);
        job.action = Action.VERIFY;
        job.address = BlockTransfer.byteAddress(frame);
        job.bytes = BlockTransfer.byteCount(frame);
        job.timeMultiplier = BlockTransfer.timeMultiplier(frame);
        job.solo = (flags & TransferFlags.SOLO) != 0;
        job.retries = (flags & TransferFlags.NO_RETRY) == 0;
        job.reports = (flags & TransferFlags.PROGRESS) != 0;
        int refusal = disk.refusal(false);
        if (refusal == StorageStatus.SUCCESS && !isOnMedium(job)) {
            refusal = StorageStatus.ACCESS_ERROR;
        }
        if (refusal != StorageStatus.SUCCESS) {
            return fail(request, job, refusal);
        }
        return job.bytes > 0 || succeed(request);
    }

    private boolean isOnMedium(BlockJob job) {
        long address = job.address;
        return (address & blockMask) == 0 && (job.bytes & blockMask) == 0 && address >= 0 && address <= capacity
            && job.bytes <= capacity - address;
    }

    // --- the device itself

    @Override
    public void control(BlockJob job) {
        KernelRequest request = job.request;
        if (request == null) {
            return;
        }
        MessageFrame frame = request.frame();
        int status = switch (frame.function()) {
            case Function.BSA_MEDIA_MOUNT -> disk.mount((MediaMount.LOAD_FLAGS.get(frame) & MediaMount.LOCK) != 0);
            case Function.BSA_MEDIA_EJECT -> disk.eject();
            case Function.BSA_MEDIA_LOCK -> disk.lock(true);
            case Function.BSA_MEDIA_UNLOCK -> disk.lock(false);
            default -> power(PowerManagement.KIND.parse(frame).effectiveOperation());
        };
        if (status < 0) {
            job.requestStatus = RequestStatus.TRANSACTION_ERROR;
            job.detailedStatus = DetailedStatus.INVALID_PARAMETER;
        } else if (status != StorageStatus.SUCCESS) {
            job.failed(status, 0);
        }
    }

    /** A power operation; an operation that was not transferred at all succeeds and changes nothing. */
    private int power(int operation) {
        if (operation == 0) {
            return StorageStatus.SUCCESS;
        }
        return PowerOperation.isDefined(operation) ? disk.power(operation) : -1;
    }

    // --- answers

    @Override
    public void answer(KernelRequest request, BlockJob job) {
        MessageFrame reply = request.openReply();
        int status = job.requestStatus;
        if (status == RequestStatus.SUCCESS) {
            BlockTransfer.succeed(request.frame(), reply, (int) job.bytes);
        } else if (status < RequestStatus.ERROR_DIRTY) {
            new BlockAbortReply(job.detailedStatus, job.retried, status).emit(request.frame(), reply);
        } else if (status == RequestStatus.TRANSACTION_ERROR) {
            // A lack of room is no field's fault.
            Replies.transactionError(request.frame(), reply, job.detailedStatus, job.hasFoundNoRoom() ? 0 : COUNT_BYTE);
        } else {
            BlockTransfer.fail(request.frame(), reply, status, job.detailedStatus, job.retried, (int) job.done, job.failedAt);
        }
        request.sendReply();
    }

    @Override
    public void progress(KernelRequest request, int percent) {
        MessageFrame reply = request.openPartial();
        if (reply != null) {
            agent.charge(Op.BUILD_FRAME);
            new BlockProgressReply(StorageStatus.SUCCESS, 0, RequestStatus.PROGRESS_REPORT, percent).emit(request.frame(), reply);
            request.sendPartial();
        }
    }

    @Override
    public void abandon(KernelRequest request, int requestStatus, int detailedStatus) {
        Replies.singleWithRoom(request.frame(), request.openReply(), requestStatus, detailedStatus, 0);
        request.sendReply();
    }

    /** Answers at once with a status and nothing transferred. */
    private void answerAtOnce(KernelRequest request, int detailedStatus) {
        agent.charge(Op.BUILD_FRAME);
        if (detailedStatus == StorageStatus.SUCCESS) {
            BlockTransfer.succeed(request.frame(), request.openReply(), 0);
        } else {
            BlockTransfer.fail(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus, 0, 0, 0);
        }
        request.sendReply();
    }

    private boolean succeed(KernelRequest request) {
        answerAtOnce(request, StorageStatus.SUCCESS);
        return false;
    }

    /** Answers a request whose first byte cannot be had. */
    private boolean fail(KernelRequest request, BlockJob job, int detailedStatus) {
        disk.counters().increment(Counter.REQUESTS_REFUSED);
        agent.charge(Op.BUILD_FRAME);
        long at = detailedStatus == StorageStatus.ACCESS_ERROR && job.address >= 0 && job.address < capacity
            && (job.address & blockMask) == 0 && (job.bytes & blockMask) == 0 ? capacity : job.address;
        job.detailedStatus = detailedStatus;
        job.failedAt = at;
        disk.control().log(request.frame().function(), job);
        BlockTransfer.fail(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus, 0, 0, at);
        request.sendReply();
        return false;
    }

    private boolean refuse(KernelRequest request, int detailedStatus, int byteOffset) {
        disk.counters().increment(Counter.REQUESTS_REFUSED);
        agent.charge(Op.BUILD_FRAME);
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, byteOffset);
        request.sendReply();
        return false;
    }
}
