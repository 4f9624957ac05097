package dev.spine.device.wire.udp;

import com.google.common.net.InetAddresses;
import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.WallClock;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wire whose far end is a UDP socket over IPv4. Each datagram that arrives becomes an Ethernet frame in a receive buffer; each frame that
 * the device sends and that holds a UDP datagram leaves through the socket; other frames are counted and dropped.
 *
 * <p>The socket is open from the constructor on; a thread of the wire's own receives from the moment a device is attached until
 * {@link #close}. Works on the live engine only.
 */
public final class UdpWire implements Wire {
    /** How much the operating system is asked to keep for a receiver that is busy: some frames of video. */
    public static final int SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;
    private static final int LOOPBACK = 0x7F00_0001;
    private static final long CLOSE_TIMEOUT_MS = 1_000;
    /** The hardware addresses that this wire gives to addresses of IP begin with it. */
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;

    private final String name;
    private final long hardwareAddress;
    private final ReceiveBuffers buffers;
    private final ByteBuffer[] payloads;
    private final ByteBuffer scratch;
    private final DatagramChannel channel;
    private final Selector selector;
    private final int localIp;
    private final int localPort;
    private final UdpPort port;
    private volatile PacketGate gate = PacketGate.OPEN;
    private @Nullable Thread thread;

    // The receiving thread's: the last sender, taken apart.
    private @Nullable SocketAddress lastSender;
    private int senderIp;
    private int senderPort;
    private int identification;
    private @Nullable Packet inHand;

    /**
     * A wire over a socket that is bound at once.
     *
     * @param name its name in the system file
     * @param bind where to receive; port 0 lets the system choose, see {@link #localAddress}
     * @param hardwareAddress destination of the frames made from datagrams: the address of the device, 48 bits
     * @param receiveBuffers of the device, at least 1
     * @param maxPacketBytes bytes of the largest frame, headers included, at least 60
     * @throws IOException when the address is in use, or not of this machine: choose another
     */
    public UdpWire(String name, InetSocketAddress bind, long hardwareAddress, int receiveBuffers, int maxPacketBytes) throws IOException {
        this.name = name;
        this.hardwareAddress = hardwareAddress;
        this.buffers = new ReceiveBuffers(name, receiveBuffers, maxPacketBytes);
        this.port = new UdpPort();
        this.payloads = new ByteBuffer[receiveBuffers];
        // One byte more than fits: a datagram that fills it was longer, and the system has cut it.
        int room = maxPacketBytes - UdpHeaders.BYTES + 1;
        for (int i = 0; i < receiveBuffers; i++) {
            payloads[i] = buffers.memory().asSlice((long) i * buffers.slotBytes() + UdpHeaders.BYTES, room).asByteBuffer();
        }
        this.scratch = ByteBuffer.allocateDirect(room);
        this.selector = Selector.open();
        this.channel = DatagramChannel.open(StandardProtocolFamily.INET);
        boolean bound = false;
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
            channel.bind(bind);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            bound = true;
        } finally {
            if (!bound) {
                close();
            }
        }
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        this.localPort = local.getPort();
        this.localIp = local.getAddress().isAnyLocalAddress() ? LOOPBACK : word(local.getAddress());
    }

    private static int word(InetAddress address) {
        return ByteBuffer.wrap(address.getAddress()).order(ByteOrder.BIG_ENDIAN).getInt();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.of(port);
    }

    /** {@return where programs send to} */
    public InetSocketAddress localAddress() {
        return new InetSocketAddress(InetAddresses.fromInteger(localIp), localPort);
    }

    /**
     * {@return how many bytes the operating system keeps for a receiver that is busy, by its own reckoning; less than what was asked for
     * when a limit of the system forbids more (on Linux {@code net.core.rmem_max})}
     *
     * @throws UncheckedIOException when the wire is closed
     */
    public int socketBufferBytes() {
        try {
            return channel.getOption(StandardSocketOptions.SO_RCVBUF);
        } catch (IOException e) {
            throw new UncheckedIOException("wire '" + name + "': the socket is closed", e);
        }
    }

    /**
     * Puts a gate before the device, in place of the one before. Any thread; packets that arrive from now on pass it.
     *
     * @param newGate decides which packets the device gets
     */
    public void gate(PacketGate newGate) {
        gate = newGate;
    }

    /** Stops receiving and closes the socket. May be called more than once. */
    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
            Thread receiver = thread;
            if (receiver != null) {
                receiver.join(CLOSE_TIMEOUT_MS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("wire '" + name + "': the socket cannot be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void receiveUntilClosed() {
        try {
            while (selector.isOpen()) {
                selector.select(_ -> receiveAll());
            }
        } catch (ClosedSelectorException e) {
            // Closed while it waited: the ordinary end.
        } catch (IOException e) {
            buffers.counters().dropped(WireCounters.Counter.SYSTEM_REFUSED);
        }
    }

    private void receiveAll() {
        boolean more = true;
        while (more) {
            // A buffer that the system filled with nothing stays in hand: only the device's agent may put buffers on the free list.
            Packet packet = inHand != null ? inHand : buffers.tryTake();
            inHand = packet;
            try {
                more = packet == null ? receiveWithout() : receiveInto(packet);
            } catch (IOException e) {
                // A closed socket ends the loop of the caller; another error concerns this datagram only.
                buffers.counters().dropped(WireCounters.Counter.SYSTEM_REFUSED);
                more = false;
            }
        }
    }

    /** Without a free buffer; one may have come back before a datagram did, which is copied then. */
    private boolean receiveWithout() throws IOException {
        SocketAddress sender = channel.receive(scratch.clear());
        if (sender == null) {
            return false;
        }
        Packet packet = buffers.tryTake();
        if (packet == null) {
            buffers.counters().dropped(WireCounters.Counter.NO_RECEIVE_BUFFER);
        } else {
            inHand = packet;
            payload(packet).clear().put(scratch.flip());
            place(packet, sender);
        }
        return true;
    }

    private ByteBuffer payload(Packet packet) {
        return payloads[(int) (packet.offset() / buffers.slotBytes())];
    }

    private boolean receiveInto(Packet packet) throws IOException {
        SocketAddress sender = channel.receive(payload(packet).clear());
        if (sender == null) {
            return false;
        }
        place(packet, sender);
        return true;
    }

    /** Makes a frame of what a packet's buffer has received. */
    private void place(Packet packet, SocketAddress sender) {
        ByteBuffer payload = payload(packet);
        if (!payload.hasRemaining()) {
            buffers.counters().dropped(WireCounters.Counter.BAD_LENGTH);
            return;
        }
        // The channel hands out the same object while the sender stays the same, so this allocates for a new sender only.
        if (sender != lastSender && sender instanceof InetSocketAddress address) {
            lastSender = sender;
            senderIp = word(address.getAddress());
            senderPort = address.getPort();
        }
        int payloadBytes = payload.position();
        UdpHeaders.write(buffers.memory(), packet.offset(), hardwareAddress, LOCALLY_ADMINISTERED | senderIp & 0xFFFF_FFFFL, senderIp,
            senderPort, localIp, localPort, identification++ << Short.SIZE | UdpHeaders.DO_NOT_FRAGMENT, payloadBytes);
        if (!gate.admits(buffers.memory(), packet.offset(), UdpHeaders.BYTES + payloadBytes)) {
            return;
        }
        int frameBytes = UdpHeaders.BYTES + payloadBytes;
        packet.set(packet.offset(), frameBytes);
        inHand = null;
        // This thread is no agent and belongs to no engine: its deliveries are plain offers.
        Delivery.DIRECT.deliver(buffers.arrivals(), packet);
        port.wakeDevice();
        // Counted only now, so that nobody sees a frame in the count that cannot be taken yet; the packet is the device's from here on.
        buffers.counters().passed(frameBytes);
    }

    /** The device's end. */
    private final class UdpPort extends BufferedPort {
        private @Nullable AgentContext device;
        private @Nullable ByteBuffer outgoing;
        private @Nullable MemorySegment outgoingBytes;
        private @Nullable InetSocketAddress lastReceiver;
        private int receiverIp;
        private int receiverPort;

        private UdpPort() {
            super(name, buffers, DeliveryList.singleProducer("link signals", 1), IMMEDIATE.bitsPerSecond());
        }

        @Override
        public void attach(AgentContext newDevice) {
            WallClock.require(newDevice, name, "a UDP socket");
            super.attach(newDevice);
            device = newDevice;
            ByteBuffer buffer = ByteBuffer.allocateDirect(maxPacketBytes());
            outgoing = buffer;
            outgoingBytes = MemorySegment.ofBuffer(buffer);
            thread = Thread.ofPlatform().daemon().name("wire " + name).start(UdpWire.this::receiveUntilClosed);
        }

        private void wakeDevice() {
            AgentContext known = device;
            if (known != null) {
                known.wakeFromOutside();
            }
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(WireCounters.Counter.BAD_LENGTH);
                return true;
            }
            ByteBuffer buffer = outgoing;
            MemorySegment bytes = outgoingBytes;
            int payload = UdpHeaders.payloadOffset(memory, offset, length);
            if (payload == UdpHeaders.NOT_UDP || buffer == null || bytes == null) {
                sent().dropped(WireCounters.Counter.UNSUPPORTED);
                return true;
            }
            int payloadBytes = UdpHeaders.payloadBytes(memory, offset + payload);
            MemorySegment.copy(memory, offset + payload, bytes, 0, payloadBytes);
            buffer.clear().limit(payloadBytes);
            InetSocketAddress receiver =
                receiver(Ipv4Header.destination(memory, offset + UdpHeaders.IP), UdpHeaders.destinationPort(memory, offset + payload));
            try {
                if (channel.send(buffer, receiver) == 0 && payloadBytes > 0) {
                    return false;
                }
                sent().passed(length);
            } catch (IOException | RuntimeException e) {
                // For example port 0, no route to that address, or a wire that was closed: the frame decides, nobody's code is at fault.
                sent().dropped(WireCounters.Counter.SYSTEM_REFUSED);
            }
            return true;
        }

        private InetSocketAddress receiver(int ip, int udpPort) {
            InetSocketAddress last = lastReceiver;
            if (last != null && ip == receiverIp && udpPort == receiverPort) {
                return last;
            }
            InetSocketAddress receiver = new InetSocketAddress(InetAddresses.fromInteger(ip), udpPort);
            lastReceiver = receiver;
            receiverIp = ip;
            receiverPort = udpPort;
            return receiver;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return sender.nowNs();
        }
    }
}
