package dev.spine.device.nic;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * One PacketSend in work: its packets, where each lies in the card, and what became of it. Made once, used again and again; belongs to the
 * IOP's agent.
 */
final class SendJob {
    /** What a job waits for. */
    enum Phase {
        /** Nothing: it is free. */
        FREE,
        /** Its packets are on their way into the card. */
        MOVING,
        /** Its packets leave over the wire, in order. */
        SENDING,
        /** Its reply. */
        REPORTING
    }

    /** The status of a packet that was not sent yet. */
    static final int PENDING = -1;
    /** The status of a packet that a reply has named. */
    static final int REPORTED = -2;
    /** The status of a packet that was sent. */
    static final int SENT = 0;

    private final Transfer transfer;
    private final long memoryOffset;
    private final int slotBytes;
    private final int[] contexts;
    private final int[] lengths;
    private final int[] statuses;
    private int count;
    private int next;
    private Phase phase = Phase.FREE;
    private int life;
    private @Nullable KernelRequest request;

    /**
     * A free job.
     *
     * @param maxPackets packets of a request that are sent; further ones are refused
     * @param listed packets of a request at most, those that are refused included
     * @param memoryOffset where its slots begin in the card's transmit memory
     */
    SendJob(int maxPackets, int listed, int maxRuns, long memoryOffset, int slotBytes, DeliveryList<Transfer> completions) {
        this.transfer = new Transfer(Math.max(maxPackets, maxRuns), completions);
        this.memoryOffset = memoryOffset;
        this.slotBytes = slotBytes;
        this.contexts = new int[listed];
        this.lengths = new int[listed];
        this.statuses = new int[listed];
        transfer.attach(this);
    }

    void begin(KernelRequest newRequest, int deviceLife) {
        request = newRequest;
        life = deviceLife;
        count = 0;
        next = 0;
        transfer.clear();
    }

    /** Adds a packet that will be sent. */
    void add(int context, int length) {
        contexts[count] = context;
        lengths[count] = length;
        statuses[count] = PENDING;
        count++;
    }

    /** Adds a packet that will not be sent. */
    void addRefused(int context, int detailedStatus) {
        contexts[count] = context;
        lengths[count] = 0;
        statuses[count] = failure(RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
        count++;
    }

    static int failure(int requestStatus, int detailedStatus) {
        return requestStatus << 24 | detailedStatus;
    }

    /** The cancelled status of a packet. */
    static int cancelled() {
        return failure(RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.CANCELED);
    }

    /** Gives the packets that were not sent yet and that an initiator wants to be rid of the status of an abort; returns how many. */
    int abort(AbortSelection selection) {
        MessageFrame frame = request().frame();
        int aborted = 0;
        for (int i = next; i < count; i++) {
            if (statuses[i] == PENDING
                && selection.selects(request().sender(), frame.initiator(), Function.LAN_PACKET_SEND, contexts[i])) {
                statuses[i] = failure(RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.TRANSMIT_ABORTED);
                aborted++;
            }
        }
        return aborted;
    }

    /** Gives all packets that were not sent yet another status; returns how many. */
    int failPending(int status) {
        int failed = 0;
        for (int i = next; i < count; i++) {
            if (statuses[i] == PENDING) {
                statuses[i] = status;
                failed++;
            }
        }
        next = count;
        return failed;
    }

    Transfer transfer() {
        return transfer;
    }

    KernelRequest request() {
        KernelRequest inWork = request;
        if (inWork == null) {
            throw new IllegalStateException("this job is free: begin it with a request");
        }
        return inWork;
    }

    void free() {
        phase = Phase.FREE;
        request = null;
    }

    Phase phase() {
        return phase;
    }

    void phase(Phase newPhase) {
        phase = newPhase;
    }

    int life() {
        return life;
    }

    int count() {
        return count;
    }

    /** Where packet {@code index} lies in the transmit memory. */
    long offset(int index) {
        return memoryOffset + (long) index * slotBytes;
    }

    int length(int index) {
        return lengths[index];
    }

    int context(int index) {
        return contexts[index];
    }

    int status(int index) {
        return statuses[index];
    }

    void status(int index, int status) {
        statuses[index] = status;
    }

    /** The first packet that is not sent yet, or {@link #count}. */
    int next() {
        while (next < count && statuses[next] != PENDING) {
            next++;
        }
        return next;
    }
}
