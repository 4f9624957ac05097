package dev.spine.device.wire.capture;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Serialiser;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wire at whose far end a capture is replayed, round and round, by reference: the memory of the capture is the receive memory of the
 * port, and each receive buffer is a packet that is pointed at the next captured one. So the source costs next to nothing, on either
 * engine, and what is measured is the receiver.
 *
 * <p>The wire is an agent; an engine has to run it. It replays nothing until a {@link ReplayOrder} arrives in {@link #orders}. What the
 * device sends is counted and goes nowhere.
 *
 * <p>No packet is outstanding twice, but two outstanding packets may show the same bytes when the capture is shorter than the receive
 * buffers are many; nobody can write them.
 */
public final class CaptureWire implements Wire, Agent {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** A packet is late by less than this part of the distance between packets. */
    private static final int JITTER_PARTS = 5;
    private static final int MAX_ORDERS = 16;
    private static final int MAX_ACKNOWLEDGEMENTS = 4096;
    /** How many packets back {@link #placedDueNs} remembers; a power of two. */
    private static final int REMEMBERED = 1 << 16;

    private final AgentContext agent;
    private final String name;
    private final WireTiming timing;
    private final MemorySegment memory;
    private final long[] offsets;
    private final int[] lengths;
    private final long[] recordedNs;
    private final int maxPacketBytes;
    private final int receiveBuffers;
    private final DeliveryList<Packet> arrivals;
    private final DeliveryList<Packet> free;
    private final DeliveryList<ReplayOrder> orders;
    private final DeliveryList<Integer> acknowledgements;
    private final Serialiser serialiser;
    private final CapturePort port;
    private final WireCounters received = new WireCounters();

    private ReplayOrder order = ReplayOrder.STOP;
    private int next;
    private long offered;
    private long startNs;
    private long dueNs;
    /** The numbers of the packets that were placed; written before a packet is delivered, so whoever has it sees its number. */
    private final long[] placed = new long[REMEMBERED];
    private int placedCount;
    private final EvenTimes evenTimes = new EvenTimes();
    private long jitterKey;
    /** Packets are late by less than this, nanoseconds. */
    private long jitterNs;
    /** Whether packets are due at times, not when buffers return. */
    private boolean paced;
    /** Whether a packet that is due waits for a buffer, and is not lost. */
    private boolean patient;
    private long unacknowledged;
    private long window = Long.MAX_VALUE;
    /** Returned buffers, in order of return, when somebody listens; otherwise they stay on the free list until they are needed. */
    private final Packet[] returned;
    private int returnedCount;
    private int unused;
    private @Nullable ReturnListener listener;
    private @Nullable SentListener sentListener;

    /**
     * A wire that is silent until its first order.
     *
     * @param agent its agent's context
     * @param name its name in the system file
     * @param capture what is replayed
     * @param timing rate and latency toward the device
     * @param receiveBuffers of the device: the most packets that are outstanding, at least 1
     * @throws IllegalArgumentException when the capture holds no packet
     */
    public CaptureWire(AgentContext agent, String name, Capture capture, WireTiming timing, int receiveBuffers) {
        this.agent = agent;
        this.name = name;
        this.timing = timing;
        this.memory = capture.packets();
        this.receiveBuffers = receiveBuffers;
        int count = capture.packetCount();
        if (count == 0 || receiveBuffers < 1) {
            throw new IllegalArgumentException("wire '" + name + "' needs a capture with at least one Ethernet frame and at least 1 receive"
                + " buffer; " + capture.name() + " has " + count + " frames, buffers: " + receiveBuffers);
        }
        this.offsets = new long[count];
        this.lengths = new int[count];
        this.recordedNs = new long[count];
        int longest = WirePort.ETHERNET_PACKET_BYTES;
        for (int i = 0; i < count; i++) {
            offsets[i] = capture.packetOffset(i);
            lengths[i] = capture.packetBytes(i);
            recordedNs[i] = capture.timestampNs(i);
            longest = Math.max(longest, lengths[i]);
        }
        this.maxPacketBytes = longest;
        this.serialiser = new Serialiser(name + " in", timing);
        this.arrivals = DeliveryList.singleProducer(name + " arrivals", receiveBuffers);
        this.free = DeliveryList.singleProducer(name + " free receive buffers", receiveBuffers);
        this.orders = DeliveryList.multiProducer(name + " replay orders", MAX_ORDERS);
        this.returned = new Packet[receiveBuffers];
        this.unused = receiveBuffers;
        for (int i = 0; i < receiveBuffers; i++) {
            free.offerOrThrow(new Packet(memory, 0, free));
        }
        this.port = new CapturePort();
        this.acknowledgements = DeliveryList.singleProducer(name + " acknowledgements", MAX_ACKNOWLEDGEMENTS);
        agent.consumes(orders);
        agent.consumes(acknowledgements);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public List<WirePort> ports() {
        return List.of(port);
    }

    /** {@return where orders are delivered, by any agent or while the engine stands still; at most 16 may wait} */
    public DeliveryList<ReplayOrder> orders() {
        return orders;
    }

    /**
     * {@return where a receiver says how many packets it is done with, for {@link Pace.AsAcknowledged}; 1 to 127 at a time, so that nothing
     * is allocated; one agent delivers}
     */
    public DeliveryList<Integer> acknowledgements() {
        return acknowledgements;
    }

    /**
     * Tells somebody of every frame that the card sends: it goes nowhere else.
     *
     * @param hears called on the card's agent; set before the engine starts
     */
    public void listenToSent(SentListener hears) {
        sentListener = hears;
    }

    /** {@return how many packets one lap has} */
    public int packetsPerLap() {
        return lengths.length;
    }

    /** {@return packets offered under the present order, lost ones included} */
    public long offered() {
        return offered;
    }

    /** {@return whether everything that the present order asks for was offered} */
    public boolean isDone() {
        return offered >= order.packets();
    }

    /** {@return when the present order began, in nanoseconds of the agent's time} */
    public long startNs() {
        return startNs;
    }

    /**
     * {@return when a packet of the present order was or will be due at an even pace, in nanoseconds of the agent's time; latencies are
     * measured from here, not from when the packet left, so that a late source hides nothing}
     *
     * @param number of the packet, from 0
     * @throws IllegalStateException when the order has another pace
     */
    public long dueNs(long number) {
        return switch (order.pace()) {
            case Pace.Even even -> startNs + evenNs(even.packetsPerSecond(), number);
            case Pace.Jittered jittered -> startNs + evenNs(jittered.packetsPerSecond(), number) + latenessNs(number);
            case Pace.Bursts bursts -> startNs + evenNs(bursts.packetsPerSecond(), number - number % bursts.packets());
            case Pace.AsRecorded _, Pace.AsRecordedWithoutLoss _, Pace.AsBuffersReturn _, Pace.AsAcknowledged _ ->
                throw new IllegalStateException(
                    "packets are due at known times at an even or jittered pace or in bursts only; order a replay at one of these");
        };
    }

    /**
     * {@return when the n-th packet that was not lost at this wire was due, in nanoseconds of the agent's time}
     *
     * @param number of the packet among those of the present order that a buffer was found for, from 0; one of the last 65,536, which is
     *     for its reader to see to
     * @throws IllegalStateException when the order has another pace than an even or jittered one
     */
    public long placedDueNs(long number) {
        return dueNs(placed[(int) number & REMEMBERED - 1]);
    }

    private static long evenNs(long rate, long number) {
        // In whole seconds first: the product of a large number and a second would overflow.
        return number / rate * NS_PER_SECOND + number % rate * NS_PER_SECOND / rate;
    }

    /** The lateness is a function of the order's key and the number, so that it can be asked for again when the packet completes. */
    private long latenessNs(long number) {
        long mixed = (jitterKey + number) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        return Math.unsignedMultiplyHigh(mixed ^ mixed >>> 32, jitterNs);
    }

    /** Is notified of receive buffers that the device has returned. Called on the wire's agent. */
    @FunctionalInterface
    public interface ReturnListener {
        /**
         * Some packets have been released.
         *
         * @param packets how many since the last call
         * @param nowNs the wire's time
         */
        void onReturned(int packets, long nowNs);
    }

    /**
     * Has every return of a receive buffer reported: how the workbench knows that a device is done with a packet. Before the engine starts.
     *
     * @param hears receives the reports
     */
    public void listen(ReturnListener hears) {
        listener = hears;
        agent.consumes(free);
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        if (listener != null) {
            // No piece of work: nothing but offering follows from it, and that is one.
            collectReturns(listener);
        }
        int work = 0;
        ReplayOrder newOrder = orders.poll();
        if (newOrder != null) {
            begin(newOrder);
            work++;
        }
        for (Integer done = acknowledgements.poll(); done != null; done = acknowledgements.poll()) {
            unacknowledged -= done;
            work++;
        }
        return isDone() ? work : work + (paced ? offerWhatIsDue(limit - work) : offerWhatFits(limit - work));
    }

    private void collectReturns(ReturnListener hears) {
        int before = returnedCount;
        for (Packet packet = free.poll(); packet != null; packet = free.poll()) {
            returned[returnedCount++] = packet;
        }
        int count = returnedCount - before;
        // The buffers that were there from the beginning are not returns.
        int fresh = Math.max(0, count - unused);
        unused -= count - fresh;
        if (fresh > 0) {
            hears.onReturned(fresh, agent.nowNs());
        }
    }

    private @Nullable Packet takeFree() {
        return returnedCount > 0 ? returned[--returnedCount] : free.poll();
    }

    private void begin(ReplayOrder newOrder) {
        order = newOrder;
        next = 0;
        offered = 0;
        placedCount = 0;
        startNs = agent.nowNs();
        unacknowledged = 0;
        window = newOrder.pace() instanceof Pace.AsAcknowledged limited ? limited.window() : Long.MAX_VALUE;
        jitterKey = newOrder.pace() instanceof Pace.Jittered ? agent.random().nextLong() : 0;
        jitterNs = 0;
        if (newOrder.pace() instanceof Pace.Jittered jittered) {
            jitterNs = NS_PER_SECOND / jittered.packetsPerSecond() / JITTER_PARTS;
            evenTimes.begin(jittered.packetsPerSecond());
        } else if (newOrder.pace() instanceof Pace.Even even) {
            evenTimes.begin(even.packetsPerSecond());
        }
        paced = !(newOrder.pace() instanceof Pace.AsBuffersReturn || newOrder.pace() instanceof Pace.AsAcknowledged);
        patient = newOrder.pace() instanceof Pace.AsRecordedWithoutLoss;
        dueNs = newOrder.pace() instanceof Pace.Jittered ? dueNs(0) : startNs;
    }

    /** Closed loop: a burst as large as the free buffers, the wire and the limit allow. */
    private int offerWhatFits(int limit) {
        int work = 0;
        while (!isDone() && unacknowledged < window) {
            long sendableNs = serialiser.sendableAtNs(agent.nowNs());
            if (sendableNs > agent.nowNs()) {
                agent.wakeAt(sendableNs);
                break;
            }
            if (returnedCount == 0 && free.isEmpty()) {
                agent.wakeMe(free);
                break;
            }
            if (work >= limit) {
                return work;
            }
            deliverNext(Objects.requireNonNull(takeFree()));
            work++;
        }
        if (orders.isEmpty()) {
            agent.nothingLeft();
        }
        return work;
    }

    /** Open loop: everything that is due, whether or not there is a buffer for it, unless it waits for one. */
    private int offerWhatIsDue(int limit) {
        long nowNs = agent.nowNs();
        int work = 0;
        while (work < limit && dueNs <= nowNs && !isDone()) {
            long sendableNs = serialiser.sendableAtNs(nowNs);
            Packet packet = sendableNs > nowNs ? null : takeFree();
            if (packet == null && patient) {
                awaitRoom(sendableNs);
                return work;
            }
            if (packet == null) {
                lose();
            } else {
                deliverNext(packet);
            }
            work++;
        }
        if (!isDone()) {
            agent.wakeAt(Math.max(dueNs, nowNs));
        }
        return work;
    }

    /** The packet that is due waits for the wire, or for a buffer. */
    private void awaitRoom(long sendableNs) {
        if (sendableNs > agent.nowNs()) {
            agent.wakeAt(sendableNs);
        } else {
            agent.wakeMe(free);
        }
    }

    private void deliverNext(Packet packet) {
        agent.charge(Op.SEND_PACKET);
        int index = next;
        placed[placedCount++ & REMEMBERED - 1] = offered;
        packet.set(offsets[index], lengths[index]);
        received.passed(lengths[index]);
        agent.deliver(arrivals, packet, serialiser.delayNs(agent, memory, offsets[index], lengths[index]));
        advance();
    }

    private void lose() {
        received.dropped(serialiser.sendableAtNs(agent.nowNs()) > agent.nowNs()
            ? WireCounters.Counter.QUEUE_FULL : WireCounters.Counter.NO_RECEIVE_BUFFER);
        advance();
    }

    private void advance() {
        int index = next;
        offered++;
        unacknowledged++;
        next = index + 1 == lengths.length ? 0 : index + 1;
        if (paced) {
            dueNs = switch (order.pace()) {
                case Pace.Even _ -> startNs + evenTimes.next();
                case Pace.Jittered _ -> startNs + evenTimes.next() + latenessNs(offered);
                case Pace.Bursts _ -> dueNs(offered);
                case Pace.AsRecorded _, Pace.AsRecordedWithoutLoss _ -> next == 0 ? dueNs
                    : later(dueNs, Math.max(0, recordedNs[next] - recordedNs[index]));
                case Pace.AsBuffersReturn _, Pace.AsAcknowledged _ -> dueNs;
            };
        }
    }

    /** A file can say any times. */
    private static long later(long ns, long by) {
        long sum = ns + by;
        return sum < ns ? Long.MAX_VALUE : sum;
    }

    /** The device's end. */
    private final class CapturePort implements WirePort {
        private final DeliveryList<LinkSignal> signals = DeliveryList.singleProducer(name + " link signals", 1);
        private final WireCounters sent = new WireCounters();
        private final Serialiser outgoing = new Serialiser(name + " out", timing);

        @Override
        public String name() {
            return name;
        }

        @Override
        public MemorySegment receiveMemory() {
            return memory;
        }

        @Override
        public int receiveBuffers() {
            return receiveBuffers;
        }

        @Override
        public DeliveryList<Packet> arrivals() {
            return arrivals;
        }

        @Override
        public DeliveryList<LinkSignal> linkSignals() {
            return signals;
        }

        @Override
        public LinkState link() {
            return LinkState.UP;
        }

        @Override
        public int maxPacketBytes() {
            return maxPacketBytes;
        }

        @Override
        public long bitsPerSecond() {
            return timing.bitsPerSecond();
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment bytes, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes) {
                sent.dropped(WireCounters.Counter.BAD_LENGTH);
                return true;
            }
            long now = sender.nowNs();
            long delay = outgoing.delayNs(sender, bytes, offset, length);
            if (delay == Serialiser.BUSY) {
                return false;
            }
            sent.passed(length);
            SentListener hears = sentListener;
            if (hears != null) {
                hears.onSent(bytes, offset, length, now + delay);
            }
            return true;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return outgoing.sendableAtNs(sender.nowNs());
        }

        @Override
        public WireCounters sent() {
            return sent;
        }

        @Override
        public WireCounters received() {
            return received;
        }
    }
}
