package dev.spine.device.disk;

import dev.spine.device.disk.store.StoreOperation;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request in work: what it asks for, how far it has come, how it ended. Made once, used again and again; belongs to the IOP's agent.
 */
final class BlockJob {
    /** What a job does. */
    enum Action {
        /** Moves bytes from the medium into the buffer. */
        READ,
        /** Moves bytes from the buffer to the medium. */
        WRITE,
        /** The same, and reads them back. */
        WRITE_VERIFY,
        /** Reads bytes of the medium and moves them nowhere. */
        VERIFY,
        /** Writes zeros. */
        ZERO,
        /** Writes what the staging memory holds, again and again. */
        FILL,
        /** Moves what the staging memory holds into the buffer. */
        DATA_IN,
        /** Moves the buffer into the staging memory; what follows is up to the front end. */
        DATA_OUT,
        /** Makes durable what was written before. */
        FLUSH,
        /** Changes the device itself, while nothing else is in work. */
        CONTROL;

        /** Whether it touches a range of the medium. */
        boolean isOfMedium() {
            return this != DATA_IN && this != DATA_OUT && this != FLUSH && this != CONTROL;
        }

        boolean writes() {
            return this == WRITE || this == WRITE_VERIFY || this == ZERO || this == FILL;
        }
    }

    /** Who has the job in hand. */
    enum Step {
        /** Nobody yet, or nobody any more. */
        IDLE,
        /** The store reads into the staging memory. */
        STORE_READ,
        /** The DMA engine moves bytes into the buffer. */
        MOVE_OUT,
        /** The DMA engine moves bytes out of the buffer. */
        MOVE_IN,
        /** The store writes from the staging memory. */
        STORE_WRITE,
        /** The store reads back what it has written. */
        READ_BACK,
        /** The store writes zeros. */
        STORE_ZERO,
        /** The store makes all durable. */
        FORCE,
        /** Nobody: it has done its share and goes on in the card's next turn. */
        RESTING
    }

    final RunList runs = new RunList();
    final Transfer transfer;
    final StoreOperation operation = new StoreOperation(this);
    /** Where the job's staging memory begins, in that of the disk; the second half is for what is read back. */
    final long stagingOffset;
    /** Its place among the jobs in work, or -1. */
    int place = -1;
    /** Whether it is among the writes in work. */
    boolean writing;

    // What is asked for.
    DiskFrontEnd frontEnd = NoFrontEnd.INSTANCE;
    @Nullable KernelRequest request;
    Action action = Action.CONTROL;
    long address;
    long bytes;
    boolean durable;
    boolean solo;
    boolean retries;
    boolean reports;
    int timeMultiplier;
    /** How many further ranges the front end will name. */
    int rangesLeft;

    // How far it has come.
    Step step = Step.IDLE;
    /** The present part goes straight between the buffer and the medium. */
    boolean direct;
    long done;
    int part;
    int retried;
    int percent;
    long deadlineNs;
    /** An abort that waits until the present step has ended: its request status, or {@link RequestStatus#SUCCESS} for none. */
    int abortStatus;
    int abortDetail;

    // How it ended.
    int requestStatus;
    int detailedStatus;
    long failedAt;

    BlockJob(DeliveryList<Transfer> completions, long stagingOffset) {
        this.transfer = new Transfer(RunList.MAX_RUNS, completions);
        this.stagingOffset = stagingOffset;
        transfer.attach(this);
    }

    /** Begins a new life for a request. */
    void begin(DiskFrontEnd newFrontEnd, KernelRequest newRequest) {
        frontEnd = newFrontEnd;
        request = newRequest;
        durable = false;
        solo = false;
        retries = true;
        reports = false;
        timeMultiplier = 1;
        rangesLeft = 0;
        bytes = 0;
        address = 0;
        step = Step.IDLE;
        direct = false;
        done = 0;
        part = 0;
        retried = 0;
        percent = 0;
        deadlineNs = Long.MAX_VALUE;
        abortStatus = RequestStatus.SUCCESS;
        requestStatus = RequestStatus.SUCCESS;
        detailedStatus = StorageStatus.SUCCESS;
        failedAt = 0;
    }

    /** Whether its transfer is in flight, and with it bytes to or from the initiator's memory. */
    boolean isMoving() {
        return step == Step.MOVE_IN || step == Step.MOVE_OUT;
    }

    /** Who has named the buffer. */
    BusAgent initiator() {
        return Objects.requireNonNull(request, "a job that moves bytes has a request").sender();
    }

    /** Whether it and another cannot be in work together. */
    boolean conflictsWith(BlockJob other) {
        return (action.writes() || other.action.writes()) && action.isOfMedium() && other.action.isOfMedium()
            && address < other.address + other.bytes && other.address < address + bytes;
    }

    /** Ends it with an error: what was transferred before is lost or uncertain or partial. */
    void failed(int detail, long at) {
        detailedStatus = detail;
        failedAt = at;
        requestStatus = done > 0 ? RequestStatus.ERROR_PARTIAL_TRANSFER : RequestStatus.ERROR_NO_DATA_TRANSFER;
    }

    /** Ends it because its bytes have no room: the storage class has no detailed status for that, but every class has this one. */
    void foundNoRoom(long at) {
        detailedStatus = DetailedStatus.INSUFFICIENT_RESOURCE_HARD;
        failedAt = at;
        requestStatus = RequestStatus.TRANSACTION_ERROR;
    }

    /** Whether that is how it ended. */
    boolean hasFoundNoRoom() {
        return requestStatus == RequestStatus.TRANSACTION_ERROR && detailedStatus == DetailedStatus.INSUFFICIENT_RESOURCE_HARD;
    }

    /** How an abort of it is called: by whether bytes were transferred. */
    int abortedAs() {
        if (done > 0) {
            return RequestStatus.ABORT_PARTIAL_TRANSFER;
        }
        return action.writes() && step != Step.IDLE ? RequestStatus.ABORT_DIRTY : RequestStatus.ABORT_NO_DATA_TRANSFER;
    }
}
