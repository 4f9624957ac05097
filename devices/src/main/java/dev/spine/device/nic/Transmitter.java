package dev.spine.device.nic;

import dev.spine.device.nic.SendJob.Phase;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a network device: packets from an initiator's memory into the card by one transfer per request, over the wire in the
 * order of the requests, and a reply that names them.
 *
 * <p>Belongs to the IOP's agent; allocates nothing per packet.
 */
final class Transmitter {
    /** How long to wait before something is tried again that nobody will tell us about. */
    private static final long RETRY_NS = 10_000;
    /** Contexts that fit a reply of 64 bytes. */
    private static final int SMALLEST_REPLY_CONTEXTS = 16 - LanSendReply.LIST_WORD;

    private final DeviceContext context;
    private final AgentContext agent;
    private final WirePort port;
    private volatile @Nullable FrameWatch watch;
    private final NicStatistics statistics;
    private final MemorySegment memory;
    private final long memoryAddress;
    private final int maxPacketBytes;
    private final int packetsPerRequest;
    private final CutSender cut;
    private final DeliveryList<Transfer> moved;
    private final SendJob[] jobs;
    /** Jobs that move or send, in the order of their requests. */
    private final @Nullable SendJob[] line;
    private final int lineMask;
    private int lineHead;
    private int lineTail;
    private int freeJobs;
    private int reporting;
    private int life;

    /**
     * An idle transmitter.
     *
     * @param memory the card's transmit memory: a slot of {@code slotBytes} for each packet of each job
     * @param listCapacity how many packets a request can list at most; a page list has up to twice as many runs
     */
    Transmitter(DeviceContext context, WirePort port, NicSettings settings, NicStatistics statistics, Region memory, int slotBytes,
        int maxPacketBytes, int listCapacity) {
        this.context = context;
        this.agent = context.agent();
        this.port = port;
        this.statistics = statistics;
        this.memory = memory.memory();
        this.memoryAddress = memory.base();
        this.maxPacketBytes = maxPacketBytes;
        this.cut = new CutSender(this, maxPacketBytes);
        this.packetsPerRequest = settings.packetsPerRequest();
        int count = settings.sendRequests();
        this.moved = DeliveryList.singleProducer(settings.name() + " packets to send", count);
        this.jobs = new SendJob[count];
        this.line = new SendJob[Integer.highestOneBit(count * 2 - 1)];
        this.lineMask = line.length - 1;
        long jobBytes = (long) slotBytes * packetsPerRequest;
        for (int i = 0; i < count; i++) {
            jobs[i] = new SendJob(packetsPerRequest, listCapacity, 2 * listCapacity, i * jobBytes, slotBytes, moved);
        }
        this.freeJobs = count;
        agent.consumes(moved);
    }

    /** Whether a request can be {@linkplain #start started}. */
    boolean hasFreeJob() {
        return freeJobs > 0;
    }

    /** Takes a request with a readable list into work; {@link #hasFreeJob} was true. */
    void start(KernelRequest request, BufferList list) {
        SendJob job = takeJob();
        job.begin(request, life);
        Transfer transfer = job.transfer();
        for (int i = 0; i < list.count(); i++) {
            agent.charge(Op.LAN_SENT);
            int refusal = refusal(list, i);
            if (refusal != BufferList.GOOD) {
                statistics.transmitErrors++;
                job.addRefused(list.context(i), refusal);
                continue;
            }
            long slot = memoryAddress + job.offset(job.count());
            job.add(list.context(i), list.bytes(i));
            for (int run = 0; run < list.runCount(i); run++) {
                agent.charge(Op.ADD_RUN);
                transfer.add(list.address(i, run), slot, list.runBytes(i, run));
                slot += list.runBytes(i, run);
            }
        }
        if (transfer.runs() == 0) {
            beginReport(job);
            return;
        }
        job.phase(Phase.MOVING);
        line[lineTail++ & lineMask] = job;
        agent.charge(Op.START_TRANSFER);
        agent.submit(context.dma(), transfer);
    }

    private int refusal(BufferList list, int packet) {
        if (packet >= packetsPerRequest) {
            return LanStatus.OUT_OF_MEMORY;
        }
        if (list.verdict(packet) != BufferList.GOOD) {
            return list.verdict(packet);
        }
        int bytes = list.bytes(packet);
        return bytes < WirePort.MIN_PACKET_BYTES || bytes > maxPacketBytes ? LanStatus.BAD_PACKET_DETECTED : BufferList.GOOD;
    }

    private SendJob takeJob() {
        for (SendJob job : jobs) {
            if (job.phase() == Phase.FREE) {
                freeJobs--;
                return job;
            }
        }
        throw new IllegalStateException("no free job: ask hasFreeJob before start");
    }

    private void free(SendJob job) {
        job.free();
        freeJobs++;
    }

    /** Does at most {@code limit} pieces of work: ended transfers, packets to the wire, replies. */
    int doWork(int limit) {
        int work = 0;
        cut.beginStep();
        while (work < limit) {
            Transfer transfer = moved.poll();
            if (transfer == null) {
                break;
            }
            work++;
            onMoved((SendJob) Objects.requireNonNull(transfer.attachment()));
        }
        if (cut.isBusy() && work < limit) {
            int sent = cut.send(limit - work);
            work += sent;
            if (sent == 0) {
                wakeWhenWireIsFree();
            }
        }
        if (lineHead != lineTail) {
            work += sendInLine(limit - work);
        }
        if (reporting > 0 && work < limit) {
            work += sendReports();
        }
        return work;
    }

    private void onMoved(SendJob job) {
        agent.charge(Op.COMPLETE_TRANSFER);
        if (job.life() != life) {
            // The device was reset meanwhile; the request is gone.
            free(job);
            return;
        }
        if (job.transfer().outcome() != Transfer.Outcome.DONE) {
            context.counters().increment(Counter.TRANSFERS_REFUSED);
            statistics.transmitErrors +=
                job.failPending(SendJob.failure(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.DMA_ERROR));
        }
        job.phase(Phase.SENDING);
    }

    /** Hands packets to the wire, in order of their requests, as long as it takes them. */
    private int sendInLine(int limit) {
        int work = 0;
        while (work < limit && lineHead != lineTail) {
            SendJob job = Objects.requireNonNull(line[lineHead & lineMask]);
            if (job.phase() != Phase.SENDING) {
                break;
            }
            int index = job.next();
            if (index == job.count()) {
                lineHead++;
                work++;
                beginReport(job);
            } else if (transmit(memory, job.offset(index), job.length(index))) {
                job.status(index, SendJob.SENT);
                work++;
            } else {
                wakeWhenWireIsFree();
                break;
            }
        }
        return work;
    }

    private void wakeWhenWireIsFree() {
        long sendableNs = port.sendableAtNs(agent);
        agent.wakeAt(sendableNs > agent.nowNs() ? sendableNs : agent.nowNs() + RETRY_NS);
    }

    /** Hands a frame to the wire, behind what is being cut; false: not now. */
    boolean transmit(MemorySegment from, long offset, int length) {
        return (!cut.isBusy() || cut.send()) && hand(from, offset, length);
    }

    /** Hands a frame with which work is left to be done to the wire, or does the work; false: not now. */
    boolean transmit(MemorySegment from, long offset, int length, long offload) {
        if (cut.isBusy() && !cut.send()) {
            return false;
        }
        if (port.carriesOffloads()) {
            agent.charge(Op.SEND_PACKET);
            return port.trySend(agent, from, offset, length, offload) && count(from, offset, length);
        }
        if (!cut.take(from, offset, length, offload)) {
            statistics.transmitErrors++;
        } else if (!cut.send()) {
            wakeWhenWireIsFree();
        }
        return true;
    }

    /** Hands a frame to the wire; false: not now. */
    boolean hand(MemorySegment from, long offset, int length) {
        agent.charge(Op.SEND_PACKET);
        return port.trySend(agent, from, offset, length) && count(from, offset, length);
    }

    /** Has another watch see the frames from now on, or none. Any thread. */
    void watch(@Nullable FrameWatch other) {
        watch = other;
    }

    private boolean count(MemorySegment from, long offset, int length) {
        FrameWatch present = watch;
        if (present != null) {
            present.onFrame(FrameWatch.Place.TO_WIRE, from, offset, length);
        }
        statistics.packetsTransmitted++;
        statistics.bytesTransmitted += length;
        context.counters().increment(Counter.PACKETS_OUT);
        return true;
    }

    // --- replies

    private void beginReport(SendJob job) {
        job.phase(Phase.REPORTING);
        int mode = LanPacketSend.CONTROL.get(job.request().frame()) & TransmitControl.REPLY_MASK;
        for (int i = 0; i < job.count(); i++) {
            boolean sent = job.status(i) == SendJob.SENT;
            if (mode == TransmitControl.REPLY_NEVER || (sent && mode == TransmitControl.REPLY_IF_UNSUCCESSFUL)) {
                job.status(i, SendJob.REPORTED);
            }
        }
        reporting++;
        if (!report(job)) {
            agent.wakeAt(agent.nowNs() + RETRY_NS);
        }
    }

    private int sendReports() {
        int work = 0;
        for (SendJob job : jobs) {
            if (job.phase() == Phase.REPORTING && job.life() == life) {
                if (report(job)) {
                    work++;
                } else {
                    // Only a reply that others follow can lack a frame; the way to its initiator tells nobody when one returns.
                    agent.wakeAt(agent.nowNs() + RETRY_NS);
                }
            }
        }
        return work;
    }

    /** Names all packets in replies, those of one status together; the last reply ends the request. False: a frame is missing. */
    private boolean report(SendJob job) {
        KernelRequest request = job.request();
        boolean ended = false;
        while (!ended) {
            int first = firstUnreported(job);
            if (first == job.count()) {
                request.finish();
                break;
            }
            int status = job.status(first);
            MessageFrame reply = fitsAnyFrame(job, first, status) ? request.openReply() : request.openPartial();
            if (reply == null) {
                return false;
            }
            agent.charge(Op.BUILD_FRAME);
            LanSendReply.begin(request.frame(), reply);
            for (int i = first; i < job.count(); i++) {
                agent.charge(Op.LAN_SENT);
                if (job.status(i) == status && LanSendReply.add(reply, job.context(i))) {
                    job.status(i, SendJob.REPORTED);
                }
            }
            ended = firstUnreported(job) == job.count();
            LanSendReply.end(reply, ended ? MessageFlags.FINAL_REPLY : MessageFlags.REPLY, status >>> 24, status & 0xFFFF);
            if (ended) {
                request.sendReply();
            } else {
                request.sendPartial();
            }
        }
        reporting--;
        free(job);
        return true;
    }

    private static int firstUnreported(SendJob job) {
        int index = 0;
        while (index < job.count() && job.status(index) == SendJob.REPORTED) {
            index++;
        }
        return index;
    }

    /** Whether one reply, be its frame as small as can be, names all that is left: then it has a place even if there is no frame now. */
    private static boolean fitsAnyFrame(SendJob job, int first, int status) {
        int left = 0;
        for (int i = first; i < job.count(); i++) {
            if (job.status(i) != SendJob.REPORTED) {
                left++;
                if (job.status(i) != status) {
                    return false;
                }
            }
        }
        return left <= SMALLEST_REPLY_CONTEXTS;
    }

    // --- the end

    /** Gives up packets that are not on the wire yet; they are answered as cancelled. */
    void cancel() {
        statistics.transmitErrors += cut.drop() ? 1 : 0;
        for (int i = lineHead; i != lineTail; i++) {
            SendJob job = Objects.requireNonNull(line[i & lineMask]);
            statistics.transmitErrors += job.failPending(SendJob.cancelled());
        }
    }

    /**
     * Gives up packets that are not on the wire yet and that an initiator wants to be rid of; their replies follow in the order of their
     * requests. All data of a job in work has moved or is moving, so that a clean abort finds none. Returns how many.
     */
    int abort(AbortSelection selection) {
        int aborted = 0;
        for (int i = lineHead; i != lineTail && !selection.onlyUnbegun(); i++) {
            aborted += Objects.requireNonNull(line[i & lineMask]).abort(selection);
        }
        statistics.transmitErrors += aborted;
        return aborted;
    }

    /** Whether nothing is in work. */
    boolean isQuiet() {
        return freeJobs == jobs.length;
    }

    /** Forgets all requests without an answer. */
    void reset() {
        life++;
        cut.drop();
        lineHead = 0;
        lineTail = 0;
        reporting = 0;
        for (SendJob job : jobs) {
            // What moves is freed when its transfer has ended.
            if (job.phase() == Phase.SENDING || job.phase() == Phase.REPORTING) {
                free(job);
            }
        }
    }

    int packetsInWork() {
        int sum = 0;
        for (SendJob job : jobs) {
            sum += job.phase() == Phase.FREE ? 0 : job.count();
        }
        return sum;
    }
}
