package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A card that is nothing but a transport, a wire in some weather, and extensions that send numbered messages and keep what comes. */
final class Station implements Agent, MessageSink, PacketPort {
    static final int FRAME_BYTES = 1514;
    private static final long CONSUMING_NS = 20_000;
    private static final int LIST = 512;

    /** A message to be sent: to which instance, which number, with how much data. */
    record Order(ServiceLevel level, int sender, int receiver, int number, int dataBytes) {}

    /** A message that came back. */
    record Returned(int number, ReturnReason reason) {}

    final AgentContext agent;
    final NetworkTransport transport;
    final DeliveryList<Packet> arrivals;
    private final DeliveryList<Packet> home;
    private final MemorySegment memory = Arena.ofAuto().allocate(LIST * 1600L, 64);
    private final long address;
    private final SplittableRandom dice;
    final Deque<Order> orders = new ArrayDeque<>();
    final Map<Integer, List<Integer>> received = new HashMap<>();
    final List<Returned> returned = new ArrayList<>();
    final Map<Integer, Integer> queued = new HashMap<>();
    final Map<Integer, Integer> rooms = new HashMap<>();
    private final int[] words = new int[WireFormat.MESSAGE_WORDS];
    Weather weather;
    @Nullable Station other;
    int noReceiver = -1;
    int mostData = 1 << 20;
    int lent;
    int arriving;
    int badData;
    int holds;
    /** Frames that it has sent. */
    int frames;
    boolean asleep;
    /** A message that is sent over and over, and how often. */
    @Nullable Order repeated;
    final AtomicLong repeats = new AtomicLong();
    boolean keepsLists = true;
    final AtomicLong count = new AtomicLong();
    /** The session that this station has given last. */
    int givenSession;
    private long consumedNs;

    Station(AgentContext agent, long address, Weather weather, long seed, NetworkSettings settings) {
        this.agent = agent;
        this.address = address;
        this.weather = weather;
        this.dice = new SplittableRandom(seed * 31 + address);
        this.arrivals = DeliveryList.singleProducer("arrivals " + address, LIST);
        this.home = DeliveryList.singleProducer("home " + address, LIST);
        for (int i = 0; i < LIST; i++) {
            home.offerOrThrow(new Packet(memory, i * 1600L, home));
        }
        agent.consumes(arrivals);
        transport = new NetworkTransport(agent, () -> this, this, settings);
    }

    @Override
    public String roleName() {
        return "station";
    }

    void restart() {
        transport.reset();
        queued.clear();
        arriving = 0;
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = 0;
        for (Packet packet = arrivals.poll(); packet != null; packet = arrivals.poll()) {
            transport.onFrame(packet.memory(), packet.offset(), packet.length());
            packet.release(agent);
            work++;
        }
        work += keepsLists ? consume() : 0;
        while (!orders.isEmpty() && trySend(orders.peekFirst())) {
            orders.removeFirst();
            work++;
        }
        Order again = repeated;
        while (again != null && repeats.get() > 0 && work < limit && trySend(again)) {
            repeats.decrementAndGet();
            work++;
        }
        return work + transport.doWork(limit);
    }

    /** Extensions take a message from their queues now and then. */
    private int consume() {
        int waiting = 0;
        int taken = 0;
        boolean due = !asleep && agent.nowNs() - consumedNs >= CONSUMING_NS;
        for (Map.Entry<Integer, Integer> queue : queued.entrySet()) {
            if (due && queue.getValue() > 0) {
                queue.setValue(queue.getValue() - 1);
                taken++;
            }
            waiting += queue.getValue();
        }
        if (taken > 0) {
            consumedNs = agent.nowNs();
        }
        if (waiting > 0 && !asleep) {
            agent.wakeAt(Math.max(consumedNs + CONSUMING_NS, agent.nowNs() + 1));
        }
        return taken;
    }

    private boolean trySend(Order order) {
        Station to = other;
        if (to == null || !transport.canSend(order.sender, to.address, order.level, order.receiver)) {
            return false;
        }
        Arrays.fill(words, 0);
        words[2] = order.sender;
        words[WireFormat.CONTROL_WORD] = order.receiver << WireFormat.INSTANCE_SHIFT | 1 << 16;
        words[4] = order.number;
        words[5] = order.dataBytes;
        OutgoingData data = null;
        if (order.dataBytes > 0) {
            data = new Lent(order.number, order.dataBytes);
            lent++;
        }
        return transport.send(order.sender, to.address, order.level, 9, words, data, 0, order.dataBytes);
    }

    /** Data that say whose they are. */
    private final class Lent implements OutgoingData {
        private final MemorySegment bytes;

        Lent(int number, int length) {
            bytes = MemorySegment.ofArray(new byte[length]);
            for (int i = 0; i < length; i++) {
                bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (number + i * 7));
            }
        }

        @Override
        public MemorySegment memory() {
            return bytes;
        }

        @Override
        public long start() {
            return 0;
        }

        @Override
        public void release() {
            lent--;
        }
    }

    // --- the sink

    @Override
    public Admission admission(long source, int[] message, int dataBytes) {
        int control = message[WireFormat.CONTROL_WORD];
        if (control >>> WireFormat.INSTANCE_SHIFT == noReceiver) {
            return Admission.NO_RECEIVER;
        }
        if (dataBytes > mostData) {
            return Admission.TOO_LARGE;
        }
        return room(control) > 0 ? Admission.TAKEN : Admission.FULL;
    }

    @Override
    public long ownerOf(int instance) {
        return instance;
    }

    @Override
    public int room(int control) {
        int instance = control >>> WireFormat.INSTANCE_SHIFT;
        return rooms.getOrDefault(instance, 8) - queued.getOrDefault(instance, 0);
    }

    @Override
    public void held(int control) {
        holds++;
    }

    @Override
    public Arriving begin(int control, int bytes) {
        arriving++;
        byte[] place = new byte[bytes];
        return new Incoming(place);
    }

    private final class Incoming implements Arriving {
        final byte[] place;

        Incoming(byte[] place) {
            this.place = place;
        }

        @Override
        public void put(MemorySegment from, long offset, int at, int bytes) {
            MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, place, at, bytes);
        }

        @Override
        public void cancel() {
            arriving--;
        }
    }

    @Override
    public void deliver(long source, ServiceLevel level, int[] message, @Nullable Arriving data) {
        count.incrementAndGet();
        if (!keepsLists) {
            return;
        }
        queued.merge(message[WireFormat.CONTROL_WORD] >>> WireFormat.INSTANCE_SHIFT, 1, Integer::sum);
        received.computeIfAbsent(message[2], _ -> new ArrayList<>()).add(message[4]);
        byte[] place = data instanceof Incoming incoming ? incoming.place : new byte[0];
        arriving -= data == null ? 0 : 1;
        badData += place.length == message[5] ? 0 : 1;
        for (int i = 0; i < place.length; i++) {
            badData += place[i] == (byte) (message[4] + i * 7) ? 0 : 1;
        }
    }

    @Override
    public boolean takeBack(long destination, int instance, int handler, int[] message, ReturnReason reason) {
        returned.add(new Returned(message[4], reason));
        return true;
    }

    // --- the port

    @Override
    public void attach(PacketSink sink) {
        // Frames are taken from the arrivals.
    }

    @Override
    public void detach(PacketSink sink) {
        // As above.
    }

    @Override
    public boolean transmit(MemorySegment from, long offset, int length) {
        frames++;
        if (dice.nextInt(1000) < weather.lost()) {
            return true;
        }
        place(from, offset, length);
        if (dice.nextInt(1000) < weather.repeated()) {
            place(from, offset, length);
        }
        return true;
    }

    private void place(MemorySegment from, long offset, int length) {
        Station to = other;
        Packet packet = to == null ? null : to.home.poll();
        if (to == null || packet == null) {
            return;
        }
        MemorySegment.copy(from, offset, packet.memory(), packet.offset(), length);
        if (WireFormat.u8(from, offset + WireFormat.TYPE) == WireFormat.WELCOME) {
            givenSession = WireFormat.i32(from, offset + WireFormat.SESSION);
        }
        packet.set(packet.offset(), length);
        int late = dice.nextInt(1000) < weather.delayed() ? dice.nextInt(400_000) : 0;
        agent.deliver(to.arrivals, packet, weather == Weather.FINE ? 0 : 5_000 + late);
    }

    @Override
    public long hardwareAddress() {
        return address;
    }

    @Override
    public int maxPacketBytes() {
        return FRAME_BYTES;
    }
}
