package dev.spine.device.disk;

import dev.spine.device.disk.BlockJob.Action;
import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.ScbAbort;
import dev.spine.i2o.message.scsi.ScbExec;
import dev.spine.i2o.message.scsi.ScbFlags;
import dev.spine.i2o.message.scsi.ScsiErrorReply;
import dev.spine.i2o.message.scsi.ScsiReply;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A disk as a SCSI peripheral: each command becomes the job that the block storage class would make of it. Belongs to the IOP's agent.
 *
 * <p>Sources: I2O 1.5 SCSI peripheral class; SCSI Block Commands.
 */
final class ScsiFrontEnd implements DiskFrontEnd {
    private static final SglLimits LIMITS = new SglLimits(1024, 0x400_0000, 8, 4096);
    private static final int LIST_WORD = 10;
    private static final int MIN_WORDS = 9;
    private static final int FUNCTION_BYTE = 7;
    private static final int COUNT_BYTE = 36;
    private static final int NOBODY = -1;
    private static final int NO_FAILURE = 0;
    private static final int UNMAP_HEADER = 8;
    private static final int UNMAP_RANGE = 16;
    private static final ValueLayout.OfInt BIG_WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong BIG_LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final Disk disk;
    private final Reach reach;
    private final SglReader reader;
    private final ScsiData data;
    private final ScsiCommand command = new ScsiCommand();
    private Sense lastSense = Sense.NONE;
    private boolean attention;
    private boolean frozen;
    /** Bus agent and TID of the initiator that has reserved the device. */
    private int reservedBy = NOBODY;

    ScsiFrontEnd(Disk disk) {
        this.disk = disk;
        this.reach = new Reach(disk.context().agent(), disk.context().dma());
        this.reader = new SglReader(LIMITS, reach);
        this.data = new ScsiData(disk);
    }

    void onMessage(KernelRequest request) {
        switch (request.frame().function()) {
            case Function.SCSI_SCB_EXEC -> exec(request);
            case Function.SCSI_SCB_ABORT -> abort(request);
            case Function.SCSI_DEVICE_RESET -> {
                resetDevice();
                status(request, RequestStatus.SUCCESS, ScsiStatus.GOOD, AdapterStatus.SUCCESS, 0);
            }
            default -> {
                disk.context().counters().increment(IopCounters.Counter.UNKNOWN_FUNCTIONS);
                refuse(request, DetailedStatus.UNKNOWN_FUNCTION, FUNCTION_BYTE);
            }
        }
    }

    private void exec(KernelRequest request) {
        if (request.frame().sizeWords() < MIN_WORDS) {
            refuse(request, DetailedStatus.MESSAGE_TOO_SMALL, 0);
        } else if (frozen) {
            status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.BUSY, AdapterStatus.QUEUE_FROZEN, 0);
        } else {
            disk.engine().accept(this, request);
        }
    }

    private void abort(KernelRequest request) {
        int context = ScbAbort.TRANSACTION_CONTEXT_TO_ABORT.get(request.frame());
        int busAgent = request.sender().id();
        int initiator = request.frame().initiator();
        int aborted = disk.engine().abort(other -> other.sender().id() == busAgent && other.frame().initiator() == initiator
            && other.frame().function() == Function.SCSI_SCB_EXEC && other.frame().transactionContext() == context, AbortDepth.ALL,
            StorageStatus.SUCCESS);
        boolean found = aborted > 0;
        status(request, found ? RequestStatus.SUCCESS : RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
            found ? AdapterStatus.SUCCESS : AdapterStatus.UNABLE_TO_ABORT, 0);
    }

    /** The device or its bus was reset: commands are ended, reservations are gone, the next command is told. */
    void resetDevice() {
        disk.deviceReset();
        forget();
        attention = true;
    }

    /** The IOP was reset: everything is as when the disk was made. */
    void forget() {
        reservedBy = NOBODY;
        lastSense = Sense.NONE;
        attention = false;
        frozen = false;
    }

    /** Lets no command through, or lets them through again. */
    void freeze(boolean freeze) {
        frozen = freeze;
    }

    // --- from command to job

    @Override
    public boolean parse(KernelRequest request, BlockJob job) {
        MessageFrame frame = request.frame();
        command.of(frame);
        int operation = command.operation();
        if (ScbExec.CDB_LENGTH.get(frame) > 16 || ScbExec.CDB_LENGTH.get(frame) < command.length()) {
            return status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD, AdapterStatus.INVALID_CDB, 0);
        }
        boolean always = operation == ScsiCommand.INQUIRY || operation == ScsiCommand.REPORT_LUNS
            || operation == ScsiCommand.REQUEST_SENSE;
        if (reservedBy != NOBODY && reservedBy != nexus(request) && !always) {
            return status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.RESERVATION_CONFLICT,
                AdapterStatus.COMPLETE_WITH_ERROR, 0);
        }
        if (attention && !always) {
            attention = false;
            return check(request, Sense.RESET);
        }
        if (!takeList(request, job)) {
            return false;
        }
        return switch (operation) {
            case ScsiCommand.TEST_UNIT_READY -> ready(request, job, false) && good(request);
            case ScsiCommand.SEND_DIAGNOSTIC -> good(request);
            case ScsiCommand.RESERVE_6, ScsiCommand.RESERVE_10 -> {
                reservedBy = nexus(request);
                yield good(request);
            }
            case ScsiCommand.RELEASE_6, ScsiCommand.RELEASE_10 -> {
                reservedBy = NOBODY;
                yield good(request);
            }
            case ScsiCommand.INQUIRY, ScsiCommand.REQUEST_SENSE, ScsiCommand.REPORT_LUNS, ScsiCommand.MODE_SENSE_6,
                ScsiCommand.MODE_SENSE_10, ScsiCommand.MAINTENANCE_IN -> notify(request, job);
            case ScsiCommand.READ_CAPACITY_10, ScsiCommand.SERVICE_ACTION_IN_16 -> ready(request, job, false) && notify(request, job);
            case ScsiCommand.START_STOP_UNIT, ScsiCommand.PREVENT_ALLOW_REMOVAL -> {
                job.action = Action.CONTROL;
                yield true;
            }
            case ScsiCommand.SYNCHRONIZE_CACHE_10, ScsiCommand.SYNCHRONIZE_CACHE_16 -> {
                job.action = Action.FLUSH;
                yield true;
            }
            case ScsiCommand.READ_6, ScsiCommand.READ_10, ScsiCommand.READ_12, ScsiCommand.READ_16 ->
                transfer(request, job, Action.READ);
            case ScsiCommand.WRITE_6, ScsiCommand.WRITE_10, ScsiCommand.WRITE_12, ScsiCommand.WRITE_16 ->
                transfer(request, job, Action.WRITE);
            case ScsiCommand.WRITE_AND_VERIFY_10, ScsiCommand.WRITE_AND_VERIFY_12, ScsiCommand.WRITE_AND_VERIFY_16 ->
                transfer(request, job, Action.WRITE_VERIFY);
            case ScsiCommand.VERIFY_10, ScsiCommand.VERIFY_12, ScsiCommand.VERIFY_16 ->
                (command.at(1) & 0x06) != 0 ? check(request, Sense.INVALID_FIELD) : transfer(request, job, Action.VERIFY);
            case ScsiCommand.WRITE_SAME_10, ScsiCommand.WRITE_SAME_16 -> writeSame(request, job);
            case ScsiCommand.UNMAP -> unmap(request, job);
            default -> check(request, Sense.INVALID_COMMAND);
        };
    }

    private static int nexus(KernelRequest request) {
        return request.sender().id() << 12 | request.frame().initiator();
    }

    private boolean takeList(KernelRequest request, BlockJob job) {
        MessageFrame frame = request.frame();
        reach.onBehalfOf(request.sender());
        job.runs.clear();
        long count = Integer.toUnsignedLong(ScbExec.BYTE_COUNT.get(frame));
        if (count == 0) {
            return true;
        }
        reader.hostPageBytes(disk.context().directory().hostPageBytes());
        int bad = job.runs.load(frame, LIST_WORD, reader);
        if (bad != DetailedStatus.SUCCESS) {
            return refuse(request, bad, LIST_WORD * Integer.BYTES);
        }
        disk.context().agent().charge(Op.BLOCK_RUN, job.runs.count());
        if (job.runs.bytes() != count) {
            return refuse(request, DetailedStatus.INVALID_PARAMETER, COUNT_BYTE);
        }
        boolean written = (ScbExec.SCB_FLAGS.get(frame) & ScbFlags.DIRECTION_MASK) == ScbFlags.FROM_DEVICE;
        if (!job.runs.isReachable(reach, request.sender(), written)) {
            return status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD, AdapterStatus.PARITY_ERROR, 0);
        }
        return true;
    }

    /** Whether the medium can be used; otherwise the sense data says why not. */
    private boolean ready(KernelRequest request, BlockJob job, boolean write) {
        int refusal = disk.refusal(write);
        return refusal == StorageStatus.SUCCESS || check(request, Sense.of(refusal, job.action, -1));
    }

    private boolean transfer(KernelRequest request, BlockJob job, Action action) {
        job.action = action;
        if (!ready(request, job, action.writes()) || !place(request, job)) {
            return false;
        }
        job.durable = action.writes() && (disk.control().isDurable(0) || command.length() > 6 && (command.at(1) & 0x08) != 0);
        int wanted = action == Action.READ ? ScbFlags.FROM_DEVICE : ScbFlags.TO_DEVICE;
        if (action != Action.VERIFY && job.bytes > 0) {
            if (job.runs.bytes() < job.bytes || (ScbExec.SCB_FLAGS.get(request.frame()) & ScbFlags.DIRECTION_MASK) != wanted) {
                return status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD, AdapterStatus.DATA_OVERRUN, 0);
            }
        }
        return job.bytes > 0 || good(request);
    }

    /** Takes the range of blocks of the command; false: it is not on the medium. */
    private boolean place(KernelRequest request, BlockJob job) {
        int blockBytes = disk.settings().blockBytes();
        long capacity = disk.capacityBytes() / blockBytes;
        long block = command.block();
        long blocks = command.blocks();
        if (block < 0 || block > capacity || blocks > capacity - block) {
            return check(request, new Sense(5, 0x2100, block < 0 || block > capacity ? block : capacity));
        }
        job.address = block * blockBytes;
        job.bytes = blocks * blockBytes;
        return true;
    }

    private boolean notify(KernelRequest request, BlockJob job) {
        Octets answer = data.answer(command, lastSense);
        if (answer == null) {
            return check(request, Sense.INVALID_FIELD);
        }
        if (command.operation() == ScsiCommand.REQUEST_SENSE) {
            lastSense = Sense.NONE;
        }
        int bytes = (int) Math.min(Math.min(answer.size(), command.allocation()), job.runs.bytes());
        if (bytes == 0) {
            return good(request);
        }
        MemorySegment.copy(MemorySegment.ofArray(answer.toArray()), 0, disk.engine().stagingOf(job), 0, bytes);
        disk.context().agent().charge(Op.TOUCH_BYTE, bytes);
        job.action = Action.DATA_IN;
        job.bytes = bytes;
        return true;
    }

    private boolean writeSame(KernelRequest request, BlockJob job) {
        job.action = Action.ZERO;
        if (!ready(request, job, true) || !place(request, job)) {
            return false;
        }
        int blockBytes = disk.settings().blockBytes();
        boolean noData = command.operation() == ScsiCommand.WRITE_SAME_16 && (command.at(1) & 0x01) != 0;
        if (job.bytes == 0) {
            // No number of blocks means all to the end.
            job.bytes = disk.capacityBytes() - job.address;
        }
        job.solo = true;
        if (noData) {
            return true;
        }
        if (job.runs.bytes() < blockBytes) {
            return status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD, AdapterStatus.DATA_OVERRUN, 0);
        }
        job.action = Action.DATA_OUT;
        job.bytes = blockBytes;
        return true;
    }

    private boolean unmap(KernelRequest request, BlockJob job) {
        job.action = Action.ZERO;
        if (!ready(request, job, true)) {
            return false;
        }
        int bytes = command.parameterBytes();
        if (bytes == 0) {
            return good(request);
        }
        if (bytes < UNMAP_HEADER || bytes > UNMAP_HEADER + UNMAP_RANGE * ScsiData.MAX_UNMAP_RANGES || job.runs.bytes() < bytes) {
            return check(request, Sense.INVALID_FIELD);
        }
        job.action = Action.DATA_OUT;
        job.bytes = bytes;
        job.solo = true;
        return true;
    }

    // --- what follows parameters, and what changes the device

    @Override
    public void received(BlockJob job) {
        KernelRequest request = job.request;
        if (request == null) {
            return;
        }
        command.of(request.frame());
        MemorySegment staging = disk.engine().stagingOf(job);
        if (command.operation() == ScsiCommand.UNMAP) {
            nextRange(job, staging);
            return;
        }
        int blockBytes = disk.settings().blockBytes();
        job.address = command.block() * blockBytes;
        job.bytes = command.blocks() == 0 ? disk.capacityBytes() - job.address : command.blocks() * blockBytes;
        job.action = isZero(staging, blockBytes) ? Action.ZERO : Action.FILL;
        for (long at = blockBytes; at < staging.byteSize() && job.action == Action.FILL; at += blockBytes) {
            MemorySegment.copy(staging, 0, staging, at, blockBytes);
        }
    }

    private static boolean isZero(MemorySegment memory, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Takes the next range of an UNMAP: the first time the list is measured, and all ranges of it are checked. */
    private void nextRange(BlockJob job, MemorySegment staging) {
        int blockBytes = disk.settings().blockBytes();
        int ranges = (command.parameterBytes() - UNMAP_HEADER) / UNMAP_RANGE;
        if (job.action == Action.DATA_OUT) {
            job.rangesLeft = ranges;
            long capacity = disk.capacityBytes() / blockBytes;
            for (int i = 0; i < ranges; i++) {
                long block = staging.get(BIG_LONG, UNMAP_HEADER + (long) i * UNMAP_RANGE);
                long blocks = Integer.toUnsignedLong(staging.get(BIG_WORD, UNMAP_HEADER + (long) i * UNMAP_RANGE + 8));
                if (block < 0 || block > capacity || blocks > capacity - block) {
                    job.address = 0;
                    job.failed(StorageStatus.ACCESS_ERROR, capacity * blockBytes);
                    return;
                }
            }
        }
        while (job.rangesLeft > 0) {
            long at = UNMAP_HEADER + (long) (ranges - job.rangesLeft) * UNMAP_RANGE;
            job.rangesLeft--;
            long blocks = Integer.toUnsignedLong(staging.get(BIG_WORD, at + 8));
            if (blocks > 0) {
                job.action = Action.ZERO;
                job.address = staging.get(BIG_LONG, at) * blockBytes;
                job.bytes = blocks * blockBytes;
                return;
            }
        }
        if (job.action == Action.ZERO) {
            // The last ranges were empty: nothing is left to do.
            job.action = Action.DATA_OUT;
        }
    }

    @Override
    public void control(BlockJob job) {
        KernelRequest request = job.request;
        if (request == null) {
            return;
        }
        command.of(request.frame());
        boolean first = (command.at(4) & 0x01) != 0;
        int status;
        if (command.operation() == ScsiCommand.PREVENT_ALLOW_REMOVAL) {
            status = disk.lock(first);
        } else if ((command.at(4) & 0x02) != 0) {
            status = first ? disk.mount(false) : disk.eject();
        } else {
            status = disk.power(first ? PowerOperation.POWER_UP : PowerOperation.POWER_DOWN_AND_RETAIN);
        }
        if (status != StorageStatus.SUCCESS) {
            job.failed(status, 0);
        }
    }

    // --- answers

    @Override
    public void answer(KernelRequest request, BlockJob job) {
        int status = job.requestStatus;
        if (status == RequestStatus.SUCCESS) {
            boolean moved = job.action == Action.READ || job.action == Action.WRITE || job.action == Action.WRITE_VERIFY
                || job.action == Action.DATA_IN;
            reply(request, status, ScsiStatus.GOOD, AdapterStatus.SUCCESS, moved ? (int) job.bytes : (int) job.runs.bytes());
        } else if (status < RequestStatus.ERROR_DIRTY) {
            abandon(request, status, job.detailedStatus);
        } else if (job.hasFoundNoRoom()) {
            checkReply(request, RequestStatus.ERROR_NO_DATA_TRANSFER, Sense.NO_ROOM, 0);
        } else if (job.detailedStatus == StorageStatus.TIMEOUT) {
            reply(request, status, ScsiStatus.GOOD, AdapterStatus.COMMAND_TIMEOUT, (int) job.done);
        } else {
            checkReply(request, status, Sense.of(job.detailedStatus, job.action, job.failedAt / disk.settings().blockBytes()),
                (int) job.done);
        }
    }

    @Override
    public void progress(KernelRequest request, int percent) {
        // SCSI has none.
    }

    @Override
    public void abandon(KernelRequest request, int requestStatus, int detailedStatus) {
        int adapter = detailedStatus == StorageStatus.DEVICE_RESET ? AdapterStatus.BUS_RESET : AdapterStatus.REQUEST_ABORTED;
        reply(request, requestStatus, ScsiStatus.GOOD, adapter, 0);
    }

    private boolean good(KernelRequest request) {
        return status(request, RequestStatus.SUCCESS, ScsiStatus.GOOD, AdapterStatus.SUCCESS, 0);
    }

    private boolean status(KernelRequest request, int requestStatus, int device, int adapter, int count) {
        if (requestStatus != RequestStatus.SUCCESS) {
            disk.counters().increment(Counter.REQUESTS_REFUSED);
        }
        disk.context().agent().charge(Op.BUILD_FRAME);
        reply(request, requestStatus, device, adapter, count);
        return false;
    }

    private static void reply(KernelRequest request, int requestStatus, int device, int adapter, int count) {
        MessageFrame reply = request.openReply();
        if (requestStatus == RequestStatus.SUCCESS) {
            new ScsiReply(device, adapter, requestStatus, count).emit(request.frame(), reply);
        } else {
            new ScsiErrorReply(device, adapter, requestStatus, count, NO_FAILURE, Octets.NONE).emit(request.frame(), reply);
        }
        request.sendReply();
    }

    private boolean check(KernelRequest request, Sense sense) {
        disk.counters().increment(Counter.REQUESTS_REFUSED);
        disk.context().agent().charge(Op.BUILD_FRAME);
        checkReply(request, RequestStatus.ERROR_NO_DATA_TRANSFER, sense, 0);
        return false;
    }

    /** CHECK CONDITION, with sense data in the message if it was asked for, kept for REQUEST SENSE otherwise. */
    private void checkReply(KernelRequest request, int requestStatus, Sense sense, int count) {
        boolean inMessage = (ScbExec.SCB_FLAGS.get(request.frame()) & ScbFlags.AUTOSENSE_MASK) == ScbFlags.AUTOSENSE_IN_MESSAGE;
        lastSense = inMessage ? Sense.NONE : sense;
        new ScsiErrorReply(ScsiStatus.CHECK_CONDITION, AdapterStatus.COMPLETE_WITH_ERROR, requestStatus, count,
            inMessage ? Sense.BYTES : 0, inMessage ? sense.octets() : Octets.NONE).emit(request.frame(), request.openReply());
        request.sendReply();
    }

    private boolean refuse(KernelRequest request, int detailedStatus, int byteOffset) {
        disk.counters().increment(Counter.REQUESTS_REFUSED);
        disk.context().agent().charge(Op.BUILD_FRAME);
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, byteOffset);
        request.sendReply();
        return false;
    }
}
