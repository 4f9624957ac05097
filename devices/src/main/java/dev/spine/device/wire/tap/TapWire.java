package dev.spine.device.wire.tap;

import dev.spine.device.os.DescriptorWait;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.os.TapStatistics;
import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.InterfaceWatch;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.WallClock;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A wire whose far end is a TAP interface of this machine: what Linux sends over the interface arrives at the device's port, what the
 * device sends Linux receives from the interface.
 *
 * <p>An agent: each step reads packets straight into free receive buffers; while none is free they stay in the interface's own queue, where
 * Linux drops what is too much ({@link #system}). {@link #sleepIn} lets its thread sleep until there is a packet; after a step that has
 * found none the next ones do not look, as the sleep tells when there are some. The link is up while the interface is; a step looks at that
 * {@value InterfaceWatch#LOOKS_PER_SECOND} times a second. An interface that is deleted takes the link down, until
 * {@link #attach} gives the wire another one.
 *
 * <p>An interface with {@link TapSettings.Offload#SEGMENTS} brings super-packets of up to 64 KiB and such whose checksum is left to be
 * completed, and takes them: see {@link Offload}. Each receive buffer has room for the largest then.
 *
 * <p>Works on the live engine only.
 */
public final class TapWire implements Wire, Agent {
    /** How many receive buffers a port has unless said otherwise. */
    public static final int STANDARD_BUFFERS = 512;

    private static final String TAP = "a TAP interface";
    private static final int ETHERNET_MTU = 1500;
    /** What a step reads at most, but for the last packet: what follows has its turn while the bytes are in a cache. */
    private static final int BYTES_PER_STEP = 128 << 10;
    private static final int NOTHING = -1;
    /** Who takes the interface away waits so long for the wire's thread, which looks many times in a second. */
    private static final int MAX_LOOKS = 200;
    private static final long BETWEEN_LOOKS_NS = 1_000_000;
    /** An Ethernet header with a VLAN tag. */
    private static final int HEADER_BYTES = 18;

    private final AgentContext context;
    private final String name;
    private final TapDevice device;
    private final ReceiveBuffers buffers;
    private final int maxFrameBytes;
    /** Of packets with which work is left to be done; null where all are complete. */
    private final @Nullable TapHeader header;
    private final InterfaceWatch watch;
    private final TapPort port;
    private DescriptorWait.@Nullable Input input;
    /** Free buffers, the one that came back last on top: its bytes are in a cache, if any are. */
    private final @Nullable Packet[] free;
    private int freeCount;

    /**
     * A wire over an interface.
     *
     * @param context the wire's agent
     * @param name its name in the system file
     * @param device the interface, which is the wire's from now on
     * @param receiveBuffers of the port, at least 1
     * @throws IllegalArgumentException on the modelled engine, where no time passes for Linux
     */
    public TapWire(AgentContext context, String name, TapDevice device, int receiveBuffers) {
        WallClock.require(context, name, TAP);
        this.context = context;
        this.name = name;
        this.device = device;
        this.maxFrameBytes = maxPacketBytes(device.settings().mtu().orElse(Math.max(device.mtu(), 0)));
        this.header = device.settings().offload() == TapSettings.Offload.SEGMENTS ? new TapHeader() : null;
        this.buffers = header == null ? new ReceiveBuffers(name, receiveBuffers, maxFrameBytes)
            : new ReceiveBuffers(name, receiveBuffers, Offload.MAX_BYTES, TapHeader.ROOM);
        this.free = new Packet[receiveBuffers];
        this.watch = new InterfaceWatch(context, name, device.descriptor(), device::isUp);
        this.port = new TapPort();
    }

    /**
     * {@return the largest frame of an interface: its MTU, an Ethernet header, and a VLAN tag}
     *
     * @param mtu bytes; below that of Ethernet counts as that of Ethernet
     */
    public static int maxPacketBytes(int mtu) {
        return Math.max(mtu, ETHERNET_MTU) + HEADER_BYTES;
    }

    /**
     * {@return how many bytes of a card's memory the receive buffers of a port take}
     *
     * @param settings of the interface
     * @param receiveBuffers of the port
     */
    public static long portBytes(TapSettings settings, int receiveBuffers) {
        return settings.offload() == TapSettings.Offload.SEGMENTS
            ? ReceiveBuffers.bytes(receiveBuffers, Offload.MAX_BYTES, TapHeader.ROOM)
            : ReceiveBuffers.bytes(receiveBuffers, maxPacketBytes(settings.mtu().orElse(ETHERNET_MTU)));
    }

    /**
     * Lets the wire's thread sleep until there is a packet. While the system is built.
     *
     * @param wait where the thread sleeps
     */
    public void sleepIn(DescriptorWait wait) {
        input = watch.sleepIn(wait, this::hasBuffer);
    }

    private boolean hasBuffer() {
        gather();
        return freeCount > 0;
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

    /** {@return the interface} */
    public TapDevice device() {
        return device;
    }

    /** {@return what Linux counts of the interface, with what it has dropped before this wire could read it; not for a data path} */
    public TapStatistics system() {
        return device.statistics();
    }

    @Override
    public int doWork(int limit) {
        int work = watch.look();
        DescriptorWait.Input known = input;
        if (watch.isGone() || known != null && !known.isLikely()) {
            return work;
        }
        gather();
        int bytes = 0;
        while (work < limit && freeCount > 0 && bytes < BYTES_PER_STEP) {
            int got = receiveInto(Objects.requireNonNull(free[freeCount - 1]));
            if (got == NOTHING) {
                if (known != null) {
                    known.wasEmpty();
                }
                break;
            }
            bytes += got;
            work++;
        }
        return work;
    }

    /** Takes back the buffers that the device has released. */
    private void gather() {
        for (Packet packet = buffers.tryTake(); packet != null; packet = buffers.tryTake()) {
            free[freeCount++] = packet;
        }
    }

    /** Reads one packet into the buffer on top; its bytes, {@link #NOTHING} when there is none now. */
    private int receiveInto(Packet packet) {
        TapHeader before = header;
        int headerBytes = before == null ? 0 : TapDevice.HEADER_BYTES;
        long at = packet.offset() - headerBytes;
        // One byte more than fits: a packet that fills it was longer, and has been cut.
        long got = device.read(buffers.memory().address() + at, headerBytes + buffers.maxPacketBytes() + 1L);
        if (got < 0) {
            onReadFailed((int) -got);
            return NOTHING;
        }
        got -= headerBytes;
        long offload = before == null ? Offload.NONE : TapHeader.word(buffers.memory(), at);
        if (got < WirePort.MIN_PACKET_BYTES || got > (Offload.kind(offload) == 0 ? maxFrameBytes : buffers.maxPacketBytes())) {
            buffers.counters().dropped(Counter.BAD_LENGTH);
            return (int) Math.max(got, 0);
        }
        freeCount--;
        if (before != null) {
            packet.offload(offload);
        }
        packet.set(packet.offset(), (int) got);
        context.deliver(buffers.arrivals(), packet, 0);
        buffers.counters().passed((int) got);
        return (int) got;
    }

    private void onReadFailed(int error) {
        if (error != SystemCalls.EAGAIN && error != SystemCalls.EINTR) {
            if (error != SystemCalls.EBADFD && error != SystemCalls.EIO) {
                buffers.counters().dropped(Counter.SYSTEM_REFUSED);
            }
            watch.lookSoon();
        }
    }

    /**
     * Ends in an interface from now on, where there was none, or one that was deleted. Any thread.
     *
     * @param interfaceName 1 to 15 characters
     * @param namespace where it is
     * @throws SystemCallException the system does not give it, or there is one; nothing has changed then
     */
    public void attach(String interfaceName, NetworkNamespace namespace) {
        device.attach(interfaceName, namespace);
        watch.again();
    }

    /**
     * Ends in none from now on; frames in flight are lost. Any thread.
     *
     * @throws SystemCallException the system does not let it; nothing has changed then
     */
    public void detach() {
        device.detach(() -> {
            watch.again();
            for (int look = 0; look < MAX_LOOKS && watch.link() == LinkState.UP; look++) {
                LockSupport.parkNanos(BETWEEN_LOOKS_NS);
            }
        });
    }

    /** What Linux is handed is frames: nothing is behind them. */
    @Override
    public boolean checksFrames() {
        return false;
    }

    @Override
    public boolean isGone() {
        return device.isAttached() && watch.isGone();
    }

    /** Gives the interface back, which is gone then if it was made here. After the engine has ended. May be called more than once. */
    @Override
    public void close() {
        watch.close();
        device.close();
    }

    /** The device's end. */
    private final class TapPort extends BufferedPort {
        private @Nullable MemorySegment copy;

        private TapPort() {
            super(name, buffers, watch.signals(), IMMEDIATE.bitsPerSecond());
        }

        @Override
        public void attach(AgentContext deviceAgent) {
            WallClock.require(deviceAgent, name, TAP);
            super.attach(deviceAgent);
        }

        @Override
        public LinkState link() {
            return watch.link();
        }

        @Override
        public int maxPacketBytes() {
            return maxFrameBytes;
        }

        @Override
        public boolean carriesOffloads() {
            return header != null;
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxFrameBytes) {
                sent().dropped(Counter.BAD_LENGTH);
                return true;
            }
            return isDown() || write(memory, offset, length, Offload.NONE);
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
            if (length < MIN_PACKET_BYTES || length > (Offload.kind(offload) == 0 ? maxFrameBytes : Offload.MAX_BYTES)) {
                sent().dropped(Counter.BAD_LENGTH);
                return true;
            }
            if (header == null || Offload.kind(offload) == Offload.UDP && !device.cutsDatagrams()) {
                sent().dropped(Counter.UNSUPPORTED);
                return true;
            }
            return isDown() || write(memory, offset, length, offload);
        }

        private boolean isDown() {
            if (watch.isDown()) {
                sent().dropped(Counter.LINK_DOWN);
                return true;
            }
            return false;
        }

        private boolean write(MemorySegment memory, long offset, int length, long offload) {
            TapHeader before = header;
            long address = address(memory, offset, length);
            long result = before == null ? device.write(address, length)
                : device.writeVector(before.entries(memory, offset, length, address, offload), TapHeader.ENTRIES) - TapDevice.HEADER_BYTES;
            if (result == length) {
                sent().passed(length);
                return true;
            }
            int error = result >= 0 ? 0 : (int) -result - (before == null ? 0 : TapDevice.HEADER_BYTES);
            if (error == SystemCalls.EAGAIN || error == SystemCalls.EINTR || error == SystemCalls.ENOBUFS) {
                return false;
            }
            sent().dropped(error == SystemCalls.EIO || error == SystemCalls.EBADFD || error == SystemCalls.ENETDOWN ? Counter.LINK_DOWN
                : Counter.SYSTEM_REFUSED);
            return true;
        }

        /** Where the system finds the bytes; those of an array are copied, since arrays move. */
        private long address(MemorySegment memory, long offset, int length) {
            if (memory.isNative()) {
                Objects.checkFromIndexSize(offset, length, memory.byteSize());
                return memory.address() + offset;
            }
            MemorySegment own = copy;
            if (own == null) {
                own = Arena.ofAuto().allocate(header == null ? maxFrameBytes : Offload.MAX_BYTES);
                copy = own;
            }
            MemorySegment.copy(memory, offset, own, 0, length);
            return own.address();
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return sender.nowNs();
        }
    }
}
