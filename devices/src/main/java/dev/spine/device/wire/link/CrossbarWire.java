package dev.spine.device.wire.link;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.ReceiveBuffers;
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
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A crossbar that cuts through, as system area networks have it: every port reaches every other one without passing anything that they
 * share, and frames for one port leave through its output one after the other. Which address is at which port is known from the start.
 *
 * <p>There is no agent in the middle. Each port has an output, an agent of the node at that port, so that nodes of a modelled engine can be
 * executed side by side. A frame is in flight in a buffer of its sender's port; a sender that has {@value #MAX_IN_FLIGHT} frames in flight
 * to one port, or no buffer left, has to wait. A device without a free receive buffer loses a frame, which is counted. On the modelled
 * engine only: live, use a {@link SwitchWire}.
 */
public final class CrossbarWire implements Wire {
    /** How many frames of one port can be in flight to one other port. */
    public static final int MAX_IN_FLIGHT = 8;

    private final String name;
    private final WireTiming timing;
    private final Port[] ports;
    /** Where each port's output takes from: beside the ports, in which the threads that execute their devices write all the time. */
    private final List<DeliveryList<Packet>> inboxes;
    private final FixedAddresses addresses;

    /**
     * A crossbar whose outputs have no agents yet.
     *
     * @param name its name, for messages
     * @param addresses the hardware address at each port, at least 2, none twice
     * @param timing rate and latency of each port
     * @param buffers receive buffers of each device, and buffers of each port for frames in flight; at least 1
     * @param maxPacketBytes bytes of the largest frame, at least 14
     */
    public CrossbarWire(String name, List<Long> addresses, WireTiming timing, int buffers, int maxPacketBytes) {
        checkArgument(addresses.size() >= 2, "crossbar '%s' needs at least 2 ports, got %s", name, addresses.size());
        this.name = name;
        this.timing = timing;
        this.addresses = new FixedAddresses("crossbar '" + name + "'", addresses);
        this.ports = new Port[addresses.size()];
        for (int i = 0; i < ports.length; i++) {
            ports[i] = new Port(i, name + " port " + i, ports.length, buffers, maxPacketBytes);
        }
        this.inboxes = Stream.of(ports).map(port -> port.inbox).toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.of(ports);
    }

    /**
     * Makes the agent of a port's output: once for each port, while the system is built.
     *
     * @param port its number
     * @param agent the context of an agent in the node of the port's device
     * @return the agent
     */
    public Agent output(int port, AgentContext agent) {
        Output made = new Output(ports[port], agent);
        ports[port].output = made;
        for (Port other : ports) {
            other.meet(ports[port]);
        }
        return made;
    }

    /** Lets the frames out that are in flight to one port. */
    private static final class Output implements Agent {
        private final Port port;
        private final AgentContext agent;
        private final DeliveryList<Packet> inbox;
        private long freeAtNs;

        Output(Port port, AgentContext agent) {
            this.port = port;
            this.agent = agent;
            this.inbox = port.inbox;
            agent.consumes(inbox);
        }

        @Override
        public String roleName() {
            return agent.path();
        }

        @Override
        public int doWork(int limit) {
            agent.charge(Op.POLL);
            int work = 0;
            for (Packet frame = inbox.poll(); frame != null; frame = ++work < limit ? inbox.poll() : null) {
                agent.charge(Op.SEND_PACKET);
                port.buffers().arrive(agent, frame.memory(), frame.offset(), frame.length(), port.leavesIn(this, frame));
                frame.release(agent);
            }
            if (inbox.isEmpty()) {
                agent.nothingLeft();
            }
            return work;
        }
    }

    /** One port: buffers for what its device sends and is in flight, receive buffers of the device. */
    private final class Port extends BufferedPort {
        private final int number;
        /** Name of the direction to the device, for those who look on. */
        private final String inward;
        private final ReceiveBuffers inFlight;
        private final DeliveryList<Packet> inbox;
        private final Serialiser serialiser;
        /** Packets of {@link #inFlight} that are not. */
        private final Packet[] unused;
        private int unusedCount;
        /** How many frames are in flight to each port, and to which each buffer last was. */
        private final byte[] inFlightTo;
        private final int[] lastTarget;
        private long triedInVainNs = Long.MIN_VALUE;
        private @Nullable AgentContext device;
        private @Nullable Output output;

        Port(int number, String portName, int count, int buffers, int maxPacketBytes) {
            super(portName, new ReceiveBuffers(portName, buffers, maxPacketBytes),
                DeliveryList.singleProducer(portName + " link signals", 1), timing.bitsPerSecond());
            this.number = number;
            this.inward = portName + " in";
            this.serialiser = new Serialiser(portName + " out", timing);
            this.inFlight = new ReceiveBuffers(portName + " under way", buffers, maxPacketBytes);
            // The thread that executes this port's node delivers, whoever sends.
            this.inbox = DeliveryList.growing(portName + " output", count * MAX_IN_FLIGHT);
            this.unused = new Packet[buffers];
            this.inFlightTo = new byte[count];
            this.lastTarget = new int[buffers];
            for (Packet packet = inFlight.tryTake(); packet != null; packet = inFlight.tryTake()) {
                unused[unusedCount++] = packet;
            }
        }

        /** The device of this port and the output of another one are known, perhaps. */
        private void meet(Port other) {
            AgentContext from = device;
            Output to = other.output;
            if (from != null && to != null) {
                from.meets(to.agent, name, timing.leastNs(MIN_PACKET_BYTES));
            }
        }

        @Override
        public void attach(AgentContext agent) {
            checkArgument(agent.isModelled(), "crossbar '%s' is there on the modelled engine only: live, use a switch", name);
            super.attach(agent);
            device = agent;
            // Every output returns what it has let out.
            inFlight.filledBy(agent, agent, name, timing.leastNs(MIN_PACKET_BYTES));
            for (Port other : ports) {
                meet(other);
            }
        }

        /** How long from the output's time until the last bit of a frame has left, which came in as fast as it leaves. */
        long leavesIn(Output leaving, Packet frame) {
            long now = leaving.agent.nowNs();
            long takes = timing.serialisationNs(frame.length());
            long end = Math.max(now, leaving.freeAtNs + takes);
            leaving.freeAtNs = end;
            leaving.agent.occupies(inward, end - takes, end, frame.memory(), frame.offset(), frame.length());
            return end - now;
        }

        private int indexOf(Packet packet) {
            return (int) (packet.offset() / inFlight.slotBytes());
        }

        private void takeBack() {
            for (Packet packet = inFlight.tryTake(); packet != null; packet = inFlight.tryTake()) {
                unused[unusedCount++] = packet;
                inFlightTo[lastTarget[indexOf(packet)]]--;
            }
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(WireCounters.Counter.BAD_LENGTH);
                return true;
            }
            takeBack();
            long address = MacAddress.destination(memory, offset);
            if (MacAddress.isGroup(address)) {
                return sendToAll(sender, memory, offset, length);
            }
            int target = addresses.portOf(address);
            if (target == FixedAddresses.NONE || target == number) {
                sent().dropped(WireCounters.Counter.UNSUPPORTED);
                return true;
            }
            if (unusedCount == 0 || inFlightTo[target] == MAX_IN_FLIGHT) {
                return later(sender);
            }
            long delayNs = serialiser.delayNs(sender, memory, offset, length);
            if (delayNs == Serialiser.BUSY) {
                return false;
            }
            send(sender, target, memory, offset, length, delayNs);
            sent().passed(length);
            return true;
        }

        private boolean sendToAll(AgentContext sender, MemorySegment memory, long offset, int length) {
            boolean room = unusedCount >= ports.length - 1;
            for (int target = 0; room && target < ports.length; target++) {
                room = inFlightTo[target] < MAX_IN_FLIGHT;
            }
            if (!room) {
                sent().dropped(WireCounters.Counter.QUEUE_FULL);
                return true;
            }
            long delayNs = serialiser.delayNs(sender, memory, offset, length);
            if (delayNs == Serialiser.BUSY) {
                return false;
            }
            for (int target = 0; target < ports.length; target++) {
                if (target != number) {
                    send(sender, target, memory, offset, length, delayNs);
                }
            }
            sent().passed(length);
            return true;
        }

        private boolean later(AgentContext sender) {
            triedInVainNs = sender.nowNs();
            return false;
        }

        private void send(AgentContext sender, int target, MemorySegment memory, long offset, int length, long delayNs) {
            Packet packet = unused[--unusedCount];
            lastTarget[indexOf(packet)] = target;
            inFlightTo[target]++;
            MemorySegment.copy(memory, offset, packet.memory(), packet.offset(), length);
            packet.set(packet.offset(), length);
            sender.deliver(inboxes.get(target), packet, delayNs);
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            // What is in flight comes back a latency after it left, or later.
            long roomNs = triedInVainNs == sender.nowNs() ? triedInVainNs + 1 + timing.latencyNs() : Long.MIN_VALUE;
            return Math.max(roomNs, serialiser.sendableAtNs(sender.nowNs()));
        }
    }
}
