package dev.spine.device.wire.xdp;

import dev.spine.device.os.DescriptorWait;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.xdp.XdpInterface;
import dev.spine.device.os.xdp.XdpStatistics;
import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.InterfaceWatch;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.WallClock;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A wire whose far end is what a Linux interface is connected to: packets that come in over the interface arrive at the device's port, what
 * the device sends goes out over the interface.
 *
 * <p>An agent: each step copies packets from the memory shared with the kernel into free receive buffers; while none is free they stay
 * there, and Linux drops what is too much ({@link #system}). What the device sends lies in a ring; the wire's next step lets the kernel
 * send it, or the device itself when {@value #MAX_UNTOLD} packets lie there. {@link #sleepIn} lets its thread sleep until there is a
 * packet. The link is up while the interface is and can carry packets; a step looks at that
 * {@value InterfaceWatch#LOOKS_PER_SECOND} times a second. An interface that is deleted takes the link down for good.
 *
 * <p>Works on the live engine only.
 */
public final class XdpWire implements Wire, Agent {
    /** How many receive buffers a port has unless said otherwise. */
    public static final int STANDARD_BUFFERS = 512;
    private static final int ETHERNET_MTU = 1500;
    /** An Ethernet header with a VLAN tag. */
    private static final int HEADER_BYTES = 18;
    private static final String INTERFACE = "an interface of Linux";
    private static final long AGAIN_NS = 20_000;
    private static final int MAX_UNTOLD = 32;

    private final AgentContext context;
    private final String name;
    private final XdpInterface device;
    private final ReceiveBuffers buffers;
    private final InterfaceWatch watch;
    private final XdpPort port;
    private final DeliveryList<Untold> sending;
    private @Nullable Packet inHand;
    private boolean sendsAgain;

    /** Says that packets lie in the ring of which the kernel has not been told; at most one is in flight. */
    private static final class Untold {
        private final AtomicBoolean inFlight = new AtomicBoolean();
    }

    /**
     * A wire over an interface.
     *
     * @param context the wire's agent
     * @param name its name in the system file
     * @param device the interface, which is the wire's from now on
     * @param mtu largest packet behind the Ethernet header that the port takes, as far as the interface does
     * @param receiveBuffers of the port, at least 1
     * @throws IllegalArgumentException on the modelled engine, where no time passes for Linux
     */
    public XdpWire(AgentContext context, String name, XdpInterface device, int mtu, int receiveBuffers) {
        WallClock.require(context, name, INTERFACE);
        this.context = context;
        this.name = name;
        this.device = device;
        this.buffers = new ReceiveBuffers(name, receiveBuffers, Math.min(maxPacketBytes(mtu), device.maxPacketBytes()));
        this.sending = DeliveryList.singleProducer(name + " packets to send", 1);
        context.consumes(sending);
        this.watch = new InterfaceWatch(context, name, device.descriptor(), device::isRunning);
        this.port = new XdpPort();
    }

    /**
     * {@return how many bytes of a card's memory the receive buffers of a port take}
     *
     * @param mtu of the port
     * @param receiveBuffers of the port
     */
    public static long portBytes(int mtu, int receiveBuffers) {
        return ReceiveBuffers.bytes(receiveBuffers, maxPacketBytes(mtu));
    }

    private static int maxPacketBytes(int mtu) {
        return Math.max(mtu, ETHERNET_MTU) + HEADER_BYTES;
    }

    /**
     * Lets the wire's thread sleep until there is a packet. While the system is built.
     *
     * @param wait where the thread sleeps
     */
    public void sleepIn(DescriptorWait wait) {
        watch.sleepIn(wait, this::hasBuffer);
    }

    private boolean hasBuffer() {
        if (inHand == null) {
            inHand = buffers.tryTake();
        }
        return inHand != null;
    }

    @Override
    public String roleName() {
        return context.path();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.of(port);
    }

    /** {@return what Linux counts of it, with what it has dropped before this wire could take it; not for a data path} */
    public XdpStatistics system() {
        return device.statistics();
    }

    @Override
    public int doWork(int limit) {
        int work = watch.look();
        // What was left while the link was down is said again.
        sendsAgain |= work > 0 && watch.link() == LinkState.UP;
        if (watch.isGone()) {
            return work;
        }
        work += flush();
        int count = Math.min(device.waiting(), limit);
        int taken = 0;
        while (taken < count && receive(taken)) {
            taken++;
        }
        device.taken(taken);
        return work + taken;
    }

    private int flush() {
        Untold untold = sending.poll();
        if (untold == null && !sendsAgain) {
            return 0;
        }
        if (untold != null) {
            // Whoever puts a packet there from now on says so again.
            untold.inFlight.set(false);
        }
        int result = device.flush();
        sendsAgain = result == -SystemCalls.EAGAIN;
        if (sendsAgain) {
            context.wakeAt(context.nowNs() + AGAIN_NS);
        } else if (result < 0) {
            watch.lookSoon();
        }
        return 1;
    }

    /** Copies one packet out; false: there is no buffer for it now. */
    private boolean receive(int index) {
        int bytes = device.bytes(index);
        if (bytes < WirePort.MIN_PACKET_BYTES || bytes > buffers.maxPacketBytes()) {
            buffers.counters().dropped(Counter.BAD_LENGTH);
            return true;
        }
        Packet packet = inHand != null ? inHand : buffers.tryTake();
        inHand = null;
        if (packet == null) {
            return false;
        }
        MemorySegment.copy(device.frames(), device.offset(index), buffers.memory(), packet.offset(), bytes);
        packet.set(packet.offset(), bytes);
        context.deliver(buffers.arrivals(), packet, 0);
        buffers.counters().passed(bytes);
        return true;
    }

    @Override
    public boolean isGone() {
        return watch.isGone();
    }

    /** Gives the interface back to Linux's network stack. After the engine has ended. May be called more than once. */
    @Override
    public void close() {
        watch.close();
        device.close();
    }

    /** The device's end. */
    private final class XdpPort extends BufferedPort {
        private final Untold untold = new Untold();
        private int untoldCount;

        private XdpPort() {
            super(name, buffers, watch.signals(), IMMEDIATE.bitsPerSecond());
        }

        @Override
        public void attach(AgentContext deviceAgent) {
            WallClock.require(deviceAgent, name, INTERFACE);
            super.attach(deviceAgent);
        }

        @Override
        public LinkState link() {
            return watch.link();
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(Counter.BAD_LENGTH);
                return true;
            }
            if (watch.isDown()) {
                sent().dropped(Counter.LINK_DOWN);
                return true;
            }
            if (!device.trySend(memory, offset, length)) {
                device.flush();
                untoldCount = 0;
                if (!device.trySend(memory, offset, length)) {
                    return false;
                }
            }
            sent().passed(length);
            untoldCount++;
            if (untold.inFlight.compareAndSet(false, true)) {
                untoldCount = 1;
                sender.deliver(sending, untold);
            } else if (untoldCount >= MAX_UNTOLD) {
                untoldCount = 0;
                device.flush();
            }
            return true;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return sender.nowNs() + AGAIN_NS;
        }
    }
}
