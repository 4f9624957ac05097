package dev.spine.device.wire.link;

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
import java.util.ArrayList;
import java.util.List;

/**
 * A switch that stores and forwards. It learns from the source of each frame where that address lives, sends a frame to the one port of
 * its destination, and a frame for a group or for an unknown address to all ports but its own.
 *
 * <p>Every queue is bounded: a sender that finds no buffer in the switch, a port that is too slow and a device without a free receive
 * buffer lose frames, each counted with its reason. The switch is an agent; an engine has to run it.
 */
public final class SwitchWire implements Wire, Agent {
    private static final int ADDRESS_SETS = 1024;

    private final AgentContext agent;
    private final String name;
    private final WireTiming timing;
    private final LearnedAddresses addresses = new LearnedAddresses(ADDRESS_SETS);
    private final SwitchPort[] ports;
    private int cursor;

    /**
     * A switch that has learned nothing.
     *
     * @param agent its agent's context
     * @param name its name in the system file
     * @param portCount how many ports, at least 2
     * @param timing rate and latency of each direction of each port
     * @param buffers receive buffers of each device, and buffers of the switch for each port; at least 1
     * @param maxPacketBytes bytes of the largest frame, at least 14
     */
    public SwitchWire(AgentContext agent, String name, int portCount, WireTiming timing, int buffers, int maxPacketBytes) {
        if (portCount < 2) {
            throw new IllegalArgumentException("switch '" + name + "' needs at least 2 ports, got " + portCount);
        }
        this.agent = agent;
        this.name = name;
        this.timing = timing;
        this.ports = new SwitchPort[portCount];
        for (int i = 0; i < portCount; i++) {
            ports[i] = new SwitchPort(name + " port " + i, buffers, maxPacketBytes);
            agent.consumes(ports[i].inSwitch.arrivals());
        }
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
        List<WirePort> list = new ArrayList<>();
        for (SwitchPort port : ports) {
            list.add(port);
        }
        return List.copyOf(list);
    }

    /** Forwards at most {@code limit} frames, one from each port in turn. */
    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = 0;
        int idle = 0;
        int at = cursor;
        while (work < limit && idle < ports.length) {
            Packet frame = ports[at].inSwitch.arrivals().poll();
            if (frame == null) {
                idle++;
            } else {
                idle = 0;
                work++;
                forward(at, frame);
                frame.release(agent);
            }
            at = at + 1 == ports.length ? 0 : at + 1;
        }
        cursor = at;
        return work;
    }

    private void forward(int from, Packet frame) {
        agent.charge(Op.RECEIVE_PACKET);
        long source = MacAddress.source(frame.memory(), frame.offset());
        if (!MacAddress.isGroup(source)) {
            addresses.learn(source, from);
        }
        long destination = MacAddress.destination(frame.memory(), frame.offset());
        int to = MacAddress.isGroup(destination) ? LearnedAddresses.UNKNOWN : addresses.portOf(destination);
        if (to == LearnedAddresses.UNKNOWN) {
            for (int i = 0; i < ports.length; i++) {
                if (i != from) {
                    ports[i].deliver(frame);
                }
            }
        } else if (to != from) {
            ports[to].deliver(frame);
        }
    }

    /** One port: buffers of the switch for what its device sends, receive buffers of the device for what the switch sends. */
    private final class SwitchPort extends BufferedPort {
        private final ReceiveBuffers inSwitch;
        private final Serialiser toSwitch;
        private final Serialiser toDevice;

        SwitchPort(String portName, int buffers, int maxPacketBytes) {
            super(portName, new ReceiveBuffers(portName, buffers, maxPacketBytes),
                DeliveryList.singleProducer(portName + " link signals", 1), timing.bitsPerSecond());
            this.toSwitch = new Serialiser(portName + " out", timing);
            this.toDevice = new Serialiser(portName + " in", timing);
            this.inSwitch = new ReceiveBuffers(portName + " in the switch", buffers, maxPacketBytes);
        }

        /** A frame leaves the switch through this port; on the switch's agent. */
        void deliver(Packet frame) {
            agent.charge(Op.SEND_PACKET);
            long delayNs = toDevice.delayNs(agent, frame.memory(), frame.offset(), frame.length());
            if (delayNs == Serialiser.BUSY) {
                received().dropped(WireCounters.Counter.QUEUE_FULL);
            } else {
                buffers().arrive(agent, frame.memory(), frame.offset(), frame.length(), delayNs);
            }
        }

        @Override
        public void attach(AgentContext device) {
            super.attach(device);
            long leastNs = timing.leastNs(MIN_PACKET_BYTES);
            buffers().filledBy(agent, device, name, leastNs);
            inSwitch.filledBy(device, agent, name, leastNs);
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(WireCounters.Counter.BAD_LENGTH);
                return true;
            }
            long delayNs = toSwitch.delayNs(sender, memory, offset, length);
            if (delayNs == Serialiser.BUSY) {
                return false;
            }
            if (inSwitch.arrive(sender, memory, offset, length, delayNs)) {
                sent().passed(length);
            } else {
                sent().dropped(WireCounters.Counter.QUEUE_FULL);
            }
            return true;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return toSwitch.sendableAtNs(sender.nowNs());
        }
    }
}
