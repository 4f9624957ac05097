package dev.spine.device.nic;

import dev.spine.device.wire.WirePort;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReceiveReplyWriter;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.lan.PacketFlags;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a network device: bursts from the wire to sinks and into buckets, and replies for the buckets.
 *
 * <p>Transfers into buckets gather while two are in flight, so a busy bus makes them larger and not more; replies gather while the host
 * returns no frames. Belongs to the IOP's agent; allocates nothing per packet.
 */
final class Receiver {
    /** Packets after which sinks are told that a burst has ended, even if the wire has more. */
    static final int BURST = 32;

    private static final int FILLS = 8;
    private static final int FILLS_IN_FLIGHT = 2;
    private static final int REPLY_ENTRY_WORDS = 3;
    private static final int PACKET_STATUS_OTHER = 0xFF;
    private static final int MAX_PRE_PAD = 256;
    private static final int BATCHING_DISABLED = 0x1;
    private static final int NS_PER_US = 1_000;

    private final DeviceContext context;
    private final AgentContext agent;
    private final IopCounters counters;
    private final NicStatistics statistics;
    private final ReceiveFilter filter;
    private final MessageRoute host;
    private final MemorySegment memory;
    private final long memoryAddress;
    private final @Nullable HostBuffers hostBuffers;
    private final WirePort port;
    private final @Nullable CutReceiver cut;
    private final int maxBuckets;

    private PacketSink[] sinks = {};
    /** Set by any thread; a card that is out of its place sees it a little later. */
    private volatile @Nullable FrameWatch watch;
    /** What was taken from the wire at once; of those that were offered, nothing but what their owners do with them. */
    private final Packet[] taken = new Packet[BURST];
    private int burst;
    private final BucketQueue buckets;
    private final ReturnQueue returns;
    private int heldBuckets;
    private final DeliveryList<Transfer> fillsDone;
    private final BucketFill[] fills = new BucketFill[FILLS];
    private final @Nullable BucketFill[] freeFills = new BucketFill[FILLS];
    private int freeFillCount;
    private @Nullable BucketFill open;
    private int inFlight;
    private int life;

    private final LanReceiveReplyWriter writer = new LanReceiveReplyWriter();
    private final MessageFrame header = new MessageFrame();
    private final int packetsPerFrame;
    private long oldestNs;

    private int prePad;
    private int batchFlags;
    private int maxBatchCount;
    private int maxBatchDelayUs;

    /**
     * A receiver without buckets and sinks.
     *
     * @param memoryAddress bus address of the port's receive memory on the card
     * @param hostBuffers where packets are placed before they are taken; null where they stay on the card
     * @param cut does for the host what is left to be done with packets; null where the wire brings complete ones only
     */
    Receiver(DeviceContext context, WirePort port, NicSettings settings, ReceiveFilter filter, NicStatistics statistics,
        long memoryAddress, @Nullable HostBuffers hostBuffers, @Nullable CutReceiver cut) {
        this.context = context;
        this.agent = context.agent();
        this.counters = context.counters();
        this.statistics = statistics;
        this.filter = filter;
        this.memory = port.receiveMemory();
        this.memoryAddress = hostBuffers == null ? memoryAddress : hostBuffers.address();
        this.hostBuffers = hostBuffers;
        this.port = port;
        this.cut = cut;
        this.maxBuckets = settings.maxBuckets();
        this.maxBatchCount = settings.maxRxBatchCount();
        this.maxBatchDelayUs = settings.maxRxBatchDelayUs();
        this.buckets = new BucketQueue(maxBuckets);
        this.returns = new ReturnQueue(maxBuckets);
        this.fillsDone = DeliveryList.singleProducer(settings.name() + " filled buckets", FILLS);
        for (int i = 0; i < FILLS; i++) {
            fills[i] = new BucketFill(fillsDone);
            freeFills[i] = fills[i];
        }
        this.freeFillCount = FILLS;
        this.host = Objects.requireNonNull(context.route(Tid.HOST), "every IOP has a route to its host");
        this.packetsPerFrame = (host.frameBytes() / Integer.BYTES - LanReceiveReply.LIST_WORD) / REPLY_ENTRY_WORDS;
        this.header.wrap(MemorySegment.ofArray(new byte[MessageFrame.HEADER_BYTES]), 0, MessageFrame.HEADER_BYTES);
        agent.consumes(fillsDone);
    }

    // --- from the wire

    void attach(PacketSink sink) {
        sinks = Arrays.copyOf(sinks, sinks.length + 1);
        sinks[sinks.length - 1] = sink;
    }

    void detach(PacketSink sink) {
        sinks = Arrays.stream(sinks).filter(other -> other != sink).toArray(PacketSink[]::new);
    }

    /** Has another watch see the frames from now on, or none. Any thread. */
    void watch(@Nullable FrameWatch other) {
        watch = other;
    }

    /** Takes at most {@code limit} packets from the wire and gives each to a sink, or to the host if {@code hostReceives}. */
    int takeArrivals(int limit, boolean hostReceives) {
        int work = place(limit);
        while (work < limit) {
            int count = takeFromWire(Math.min(limit - work, BURST - burst));
            if (count == 0) {
                if (burst > 0) {
                    endBurst();
                    work++;
                }
                break;
            }
            work += count;
            burst += count;
            agent.charge(Op.RECEIVE_PACKET, count);
            announce(count);
            for (int i = 0; i < count; i++) {
                onPacket(taken[i], hostReceives);
            }
            announce(0);
            if (burst == BURST) {
                endBurst();
            }
        }
        return work;
    }

    /** Takes several at once, so that sinks can know of those that come next: {@return how many there were}. */
    private int takeFromWire(int most) {
        int count = 0;
        while (count < most) {
            Packet packet = next();
            if (packet == null) {
                break;
            }
            taken[count++] = packet;
        }
        return count;
    }

    private void announce(int count) {
        for (PacketSink sink : sinks) {
            sink.onTaken(taken, count);
        }
    }

    /** Takes packets from the wire while the IOP is not operational: nobody gets them. */
    int discardArrivals(int limit) {
        int work = place(limit);
        Packet packet = work < limit ? next() : null;
        while (packet != null) {
            agent.charge(Op.RECEIVE_PACKET);
            count();
            drop(packet);
            packet = ++work < limit ? next() : null;
        }
        return work;
    }

    private @Nullable Packet next() {
        return hostBuffers == null ? port.receive(agent) : hostBuffers.placed().poll();
    }

    /** What has to be written to the host's memory first is counted as it leaves the wire. */
    private int place(int limit) {
        return hostBuffers == null ? 0 : hostBuffers.place(limit);
    }

    private void count() {
        if (hostBuffers == null) {
            counters.increment(Counter.PACKETS_IN);
        }
    }

    private void onPacket(Packet packet, boolean hostReceives) {
        count();
        packet.locate(memoryAddress);
        if (!filter.accepts(MacAddress.destination(memory, packet.offset()))) {
            statistics.filtered++;
            packet.release(agent);
            return;
        }
        statistics.packetsReceived++;
        statistics.bytesReceived += packet.length();
        FrameWatch present = watch;
        if (present != null) {
            present.onFrame(FrameWatch.Place.FROM_WIRE, memory, packet.offset(), packet.length());
        }
        for (PacketSink sink : sinks) {
            if (sink.onPacket(packet)) {
                statistics.toSinks++;
                return;
            }
        }
        if (present != null) {
            present.onFrame(FrameWatch.Place.TO_HOST, memory, packet.offset(), packet.length());
        }
        if (cut != null && packet.offload() != Offload.NONE) {
            partsToHost(cut, packet, hostReceives);
        } else {
            toHost(packet, hostReceives);
        }
    }

    /** The host takes complete frames only. */
    private void partsToHost(CutReceiver parts, Packet packet, boolean hostReceives) {
        if (!parts.begin(packet)) {
            statistics.receiveErrors++;
            counters.increment(Counter.PACKETS_BAD);
        }
        while (parts.isBusy()) {
            Packet part = parts.next();
            if (part == null) {
                statistics.rxNoBuffer++;
                counters.increment(Counter.PACKETS_NO_BUFFER);
                break;
            }
            toHost(part, hostReceives);
        }
        packet.release(agent);
    }

    private void endBurst() {
        burst = 0;
        for (PacketSink sink : sinks) {
            sink.onBurstEnd();
        }
        submitOpenFill();
    }

    /** No sink took it: into the first posted bucket, or away. */
    private void toHost(Packet packet, boolean hostReceives) {
        if (!hostReceives || buckets.isEmpty()) {
            drop(packet);
            return;
        }
        agent.charge(Op.LAN_BUCKET);
        if (packet.length() + prePad > buckets.bytes()) {
            statistics.receiveErrors++;
            counters.increment(Counter.PACKETS_BAD);
            packet.release(agent);
            return;
        }
        BucketFill fill = open;
        if (fill == null) {
            fill = beginFill();
            if (fill == null) {
                drop(packet);
                return;
            }
        }
        if (!fill.add(packet, buckets, prePad)) {
            submit(fill);
            fill = beginFill();
            if (fill == null || !fill.add(packet, buckets, prePad)) {
                drop(packet);
                return;
            }
        }
        if (fill.isFull()) {
            submit(fill);
        }
    }

    private void drop(Packet packet) {
        statistics.rxNoBuffer++;
        counters.increment(Counter.PACKETS_NO_BUFFER);
        packet.release(agent);
    }

    // --- into buckets

    private @Nullable BucketFill beginFill() {
        if (freeFillCount == 0) {
            return null;
        }
        BucketFill fill = Objects.requireNonNull(freeFills[--freeFillCount]);
        fill.begin(life);
        open = fill;
        return fill;
    }

    private void submitOpenFill() {
        BucketFill fill = open;
        if (fill != null && fill.count() > 0 && inFlight < FILLS_IN_FLIGHT) {
            submit(fill);
        }
    }

    private void submit(BucketFill fill) {
        open = null;
        inFlight++;
        agent.charge(Op.START_TRANSFER);
        agent.submit(context.dma(), fill.transfer());
    }

    /** Handles at most {@code limit} ended transfers. */
    int takeFills(int limit) {
        int work = 0;
        while (work < limit) {
            Transfer transfer = fillsDone.poll();
            if (transfer == null) {
                break;
            }
            work++;
            onFillDone((BucketFill) Objects.requireNonNull(transfer.attachment()));
        }
        return work;
    }

    private void onFillDone(BucketFill fill) {
        agent.charge(Op.COMPLETE_TRANSFER);
        inFlight--;
        boolean current = fill.life() == life;
        boolean moved = fill.transfer().outcome() == Transfer.Outcome.DONE;
        if (!moved && current) {
            counters.increment(Counter.TRANSFERS_REFUSED);
            statistics.receiveErrors += fill.count();
        }
        if (current && returns.isEmpty()) {
            oldestNs = agent.nowNs();
        }
        for (int i = 0; i < fill.count(); i++) {
            agent.charge(Op.LAN_RECEIVED);
            if (current) {
                returns.addPacket(fill.context(i), fill.initiator(i), fill.initiatorContext(i), fill.offset(i),
                    moved ? fill.length(i) : 0, moved ? 0 : PACKET_STATUS_OTHER);
            }
            fill.takePacket(i).release(agent);
        }
        freeFills[freeFillCount++] = fill;
        if (burst == 0) {
            submitOpenFill();
        }
    }

    // --- back to the host

    /** Sends at most {@code limit} replies that are due. */
    int sendReplies(int limit) {
        int work = 0;
        while (work < limit && !returns.isEmpty() && isDue()) {
            MessageFrame reply = host.open();
            if (reply == null) {
                host.wakeMe();
                break;
            }
            work++;
            writeReply(reply);
            host.post();
            counters.increment(Counter.REPLIES_OUT);
            statistics.replies++;
            oldestNs = agent.nowNs();
        }
        return work;
    }

    private int batchLimit() {
        return (batchFlags & BATCHING_DISABLED) != 0 ? 1 : Math.min(maxBatchCount, packetsPerFrame);
    }

    /** Whether a reply should leave now: it is full, nothing can join it, or its time is over. */
    private boolean isDue() {
        if (returns.headIsEmpty() || returns.size() >= batchLimit() || (buckets.isEmpty() && inFlight == 0)) {
            return true;
        }
        if (maxBatchDelayUs == 0) {
            return burst == 0 && inFlight == 0 && open == null;
        }
        long dueNs = oldestNs + (long) maxBatchDelayUs * NS_PER_US;
        if (dueNs <= agent.nowNs()) {
            return true;
        }
        agent.wakeAt(dueNs);
        return false;
    }

    private void writeReply(MessageFrame reply) {
        agent.charge(Op.BUILD_FRAME);
        int initiator = returns.initiator();
        int initiatorContext = returns.initiatorContext();
        boolean empty = returns.headIsEmpty();
        int statusWord = empty ? returns.statusWord() : 0;
        header.header(MessageFrame.HEADER_WORDS, MessageFlags.REPLY, 0, Function.LAN_RECEIVE_POST, initiator, context.tid());
        header.contexts(initiatorContext, 0);
        writer.begin(header, reply);
        int limit = empty ? Integer.MAX_VALUE : batchLimit();
        do {
            agent.charge(Op.LAN_RECEIVED);
            boolean added = empty ? writer.addEmpty(returns.context())
                : writer.add(returns.context(), returns.offset(), returns.length(),
                    returns.packetStatus() == 0 ? 0 : PacketFlags.ERROR, returns.packetStatus());
            if (!added) {
                break;
            }
            returns.remove();
            heldBuckets--;
        } while (writer.count() < limit && !returns.isEmpty() && returns.headIsEmpty() == empty && returns.initiator() == initiator
            && returns.initiatorContext() == initiatorContext && (!empty || returns.statusWord() == statusWord));
        writer.end(buckets.size(), statusWord >>> 24, statusWord & 0xFFFF);
    }

    // --- buckets

    /** Whether one more bucket can be held. */
    boolean hasRoom() {
        return heldBuckets < maxBuckets;
    }

    /** Takes a good buffer as a bucket; {@link #hasRoom} was true. */
    void post(BufferList list, int buffer, int initiator, int initiatorContext) {
        heldBuckets++;
        buckets.add(list, buffer, initiator, initiatorContext);
    }

    /** Sends all posted buckets back empty; those that are being filled come back with their packets. */
    void cancelBuckets() {
        while (!buckets.isEmpty()) {
            returns.addEmpty(buckets.context(), buckets.initiator(), buckets.initiatorContext(),
                RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.CANCELED);
            buckets.remove();
        }
        BucketFill fill = open;
        if (fill != null && fill.count() > 0) {
            submit(fill);
        }
    }

    /** Sends the posted buckets back empty that an initiator wants back; the order of the others stays. Returns how many. */
    int abort(AbortSelection selection) {
        int aborted = 0;
        for (int left = buckets.size(); left > 0; left--) {
            if (selection.selects(BusAgent.host(), buckets.initiator(), Function.LAN_RECEIVE_POST, buckets.context())) {
                returns.addEmpty(buckets.context(), buckets.initiator(), buckets.initiatorContext(),
                    RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.RECEIVE_ABORTED);
                buckets.remove();
                aborted++;
            } else {
                buckets.rotate();
            }
        }
        return aborted;
    }

    /** Whether every bucket that was taken has been returned or is posted. */
    boolean isQuiet() {
        return returns.isEmpty() && inFlight == 0 && (open == null || open.count() == 0);
    }

    /** Forgets all buckets, without an answer; packets go back to the wire. */
    void reset() {
        life++;
        for (BucketFill fill : fills) {
            // Its buckets are their initiators' again.
            fill.transfer().cancel();
        }
        buckets.clear();
        returns.clear();
        heldBuckets = 0;
        burst = 0;
        BucketFill fill = open;
        if (fill != null) {
            for (int i = 0; i < fill.count(); i++) {
                fill.takePacket(i).release(agent);
            }
            freeFills[freeFillCount++] = fill;
            open = null;
        }
    }

    /** Buckets that wait for packets. */
    int postedBuckets() {
        return buckets.size();
    }

    /** All buckets that the device holds. */
    int heldBuckets() {
        return heldBuckets;
    }

    int maxBuckets() {
        return maxBuckets;
    }

    // --- what group 0x0003 and 0x0004 set

    int packetsPerFrame() {
        return packetsPerFrame;
    }

    int prePad() {
        return prePad;
    }

    boolean setPrePad(long bytes) {
        if (bytes > MAX_PRE_PAD || bytes < 0) {
            return false;
        }
        prePad = (int) bytes;
        return true;
    }

    int batchFlags() {
        return batchFlags;
    }

    boolean setBatchFlags(long flags) {
        batchFlags = (int) flags & BATCHING_DISABLED;
        return true;
    }

    int maxBatchCount() {
        return maxBatchCount;
    }

    boolean setMaxBatchCount(long count) {
        maxBatchCount = Math.clamp(count, 1, Integer.MAX_VALUE);
        return true;
    }

    int maxBatchDelayUs() {
        return maxBatchDelayUs;
    }

    boolean setMaxBatchDelayUs(long delay) {
        maxBatchDelayUs = Math.clamp(delay, 0, Integer.MAX_VALUE);
        return true;
    }
}
