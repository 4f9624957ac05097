package dev.spine.device.tunnel;

import dev.spine.device.wire.BufferedPort;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.WallClock;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LearnedAddresses;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A wire to other processes, over TCP: the manual is at {@linkplain dev.spine.device.tunnel the package}. Works on the live engine only.
 * Its port is for the device's agent; the rest belongs to the thread of its connections, but {@link #close} and {@link #address}, which
 * are for any.
 */
public final class TunnelWire implements Wire {
    /** The most processes that are connected to one that listens. */
    public static final int MAX_PEERS = 1024;
    /** How many bytes may be on their way to one of them. */
    public static final int MAX_WAITING_BYTES = 1 << 20;
    /** How many bytes may be on their way to all of them: of many, each has its share. */
    public static final int MAX_ALL_WAITING_BYTES = 64 << 20;

    /** No number of an end, as the address table says it. */
    static final int NOBODY = LearnedAddresses.UNKNOWN;

    private static final String TUNNEL = "a tunnel";
    /** What the address table says of the wire's own port; other ends have numbers from 0 on. */
    private static final int OWN_PORT = -2;
    private static final int ADDRESS_SETS = 1024;
    private static final int CONNECT_TIMEOUT_MS = 5_000;
    private static final long SEND_RETRY_NS = 20_000;

    private final String name;
    private final TunnelEnd end;
    private final TunnelSecurity security;
    private final TunnelLimits limits;
    private final ReceiveBuffers buffers;
    /** Frames of the device on their way to the wire's thread. */
    private final ReceiveBuffers outgoing;
    private final WireLoop place;
    private final EventLoopGroup loop;
    private final Peers peers = new Peers();
    private final LearnedAddresses addresses = new LearnedAddresses(ADDRESS_SETS);
    private final ByteBuffer receivable;
    private final LinkSignal signal = new LinkSignal();
    private final AtomicBoolean drains = new AtomicBoolean();
    private final WireCounters forwarded = new WireCounters();
    private final TunnelPort port;
    private final Runnable drain = this::drain;
    private @Nullable Channel listener;
    /** Connections to one that listens, also of those that have not proved who they are. */
    private int connections;
    private volatile long retryMs;
    private volatile @Nullable String refusal;
    private boolean isDraining;
    private volatile LinkState link = LinkState.DOWN;
    private volatile boolean isClosed;

    /**
     * A wire; one that listens does so from now on.
     *
     * @param name its name in the system file
     * @param end what it is
     * @param security whether ends prove who they are
     * @param receiveBuffers of the device, at least 1; as many frames can wait to be sent
     * @param maxPacketBytes bytes of the largest frame, 14 to 65,536
     * @throws IOException when the address is in use, or not of this machine: choose another
     */
    public TunnelWire(String name, TunnelEnd end, TunnelSecurity security, int receiveBuffers, int maxPacketBytes) throws IOException {
        this(name, end, security, receiveBuffers, maxPacketBytes, TunnelLimits.STANDARD, new OwnThread(name));
    }

    TunnelWire(String name, TunnelEnd end, TunnelSecurity security, int receiveBuffers, int maxPacketBytes, TunnelLimits limits,
        WireLoop place) throws IOException {
        this.place = place;
        this.loop = place.group();
        this.limits = limits;
        this.retryMs = limits.firstRetryMs();
        this.name = name;
        this.end = end;
        this.security = security;
        this.buffers = new ReceiveBuffers(name, receiveBuffers, maxPacketBytes);
        this.outgoing = new ReceiveBuffers(name + " outgoing", receiveBuffers, maxPacketBytes);
        this.receivable = buffers.memory().asByteBuffer();
        this.port = new TunnelPort();
        if (end instanceof TunnelEnd.Listen listen) {
            ChannelFuture bound = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .childHandler(new Start(null)).childOption(ChannelOption.TCP_NODELAY, true).bind(listen.address());
            place.await(bound);
            if (!bound.isSuccess()) {
                close();
                throw new IOException(bound.cause());
            }
            listener = bound.channel();
        }
        var _ = loop.scheduleWithFixedDelay(this::tick, limits.tickMs(), limits.tickMs(), TimeUnit.MILLISECONDS);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<WirePort> ports() {
        return List.of(port);
    }

    /** {@return where others connect to; null of a wire that connects} */
    public @Nullable InetSocketAddress address() {
        Channel listening = listener;
        return listening == null ? null : (InetSocketAddress) listening.localAddress();
    }

    /** {@return frames that went from other ends to other ends, and those that found too much on its way; read roughly while it runs} */
    public WireCounters forwarded() {
        return forwarded;
    }

    /** {@return why a connection was refused last; one that connects forgets it when a frame comes} */
    @Override
    public @Nullable String refusal() {
        return refusal;
    }

    /** Ends all connections. May be called more than once. */
    @Override
    public void close() {
        isClosed = true;
        place.close();
    }

    // --- connections

    /** Prepares each new connection. */
    private final class Start extends ChannelInitializer<Channel> {
        private final TunnelEnd.@Nullable Connect to;

        private Start(TunnelEnd.@Nullable Connect to) {
            this.to = to;
        }

        @Override
        protected void initChannel(Channel channel) {
            TunnelEnd.Connect made = to;
            if (made == null && !isAdmitted(channel)) {
                return;
            }
            SslHandler proof = made == null ? security.accepted(channel.alloc()) : security.made(channel.alloc(), made);
            if (proof != null) {
                channel.pipeline().addLast(proof);
            }
            SocketSettings.apply(channel);
            Peer peer = new Peer(TunnelWire.this, channel, proof != null);
            channel.pipeline().addLast(new Framing(peer), peer);
        }
    }

    private boolean isAdmitted(Channel channel) {
        if (connections == limits.ends()) {
            refused("there are " + connections + " connections, as many as may be");
            var _ = channel.close();
            return false;
        }
        connections++;
        channel.closeFuture().addListener(_ -> connections--);
        return true;
    }

    /** Asks for the address on a thread that may wait, and connects. */
    private void resolve(TunnelEnd.Connect to) {
        Thread.ofVirtual().name("address of " + to.host()).start(() -> {
            InetSocketAddress address = new InetSocketAddress(to.host(), to.port());
            if (!isClosed) {
                loop.execute(() -> {
                    if (address.isUnresolved()) {
                        connectLater(to);
                    } else {
                        connect(to, address);
                    }
                });
            }
        });
    }

    private void connect(TunnelEnd.Connect to, InetSocketAddress address) {
        new Bootstrap().group(loop).channel(NioSocketChannel.class).handler(new Start(to))
            .option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
            .connect(address)
            .addListener((ChannelFuture attempt) -> attempt.channel().closeFuture().addListener(_ -> connectLater(to)));
    }

    private void connectLater(TunnelEnd.Connect to) {
        if (!isClosed) {
            var _ = loop.schedule(() -> resolve(to), retryMs, TimeUnit.MILLISECONDS);
            retryMs = Math.min(2 * retryMs, limits.lastRetryMs());
        }
    }

    /** How long until a connection that is lost now is made again. */
    long retryMs() {
        return retryMs;
    }

    /** A connection is not made, or ends, because somebody does not believe somebody. */
    void refused(String why) {
        refusal = why;
    }

    /** Looks whether the other ends are alive, and tells those that would not know it of this one. */
    private void tick() {
        List.copyOf(peers.all()).forEach(peer -> peer.tick(limits.silentTicks()));
    }

    private void share() {
        int each = limits.waitingBytes(peers.all().size());
        peers.all().forEach(peer -> peer.allowWaiting(each));
    }

    /** How many bytes are on their way to all ends; the wire's thread finds out. */
    long waitingBytes() {
        return loop.submit(() -> peers.all().stream().mapToLong(Peer::waitingBytes).sum()).syncUninterruptibly().getNow();
    }

    /** An end is there and has proved itself, if it has to; false when there are as many as may be. */
    boolean join(Peer peer) {
        if (!peers.add(peer)) {
            return false;
        }
        share();
        link(LinkState.UP);
        return true;
    }

    void left(Peer peer) {
        peers.remove(peer);
        share();
        if (peers.all().isEmpty()) {
            link(LinkState.DOWN);
            drain();
        }
    }

    private void link(LinkState now) {
        if (now != link) {
            link = now;
            signal.raise(Delivery.DIRECT, port.linkSignals());
            place.announce();
        }
    }

    // --- frames

    /** A frame of another end, at the reader's index of a buffer. */
    void received(Peer from, ByteBuf in, int bytes) {
        if (bytes < WirePort.MIN_PACKET_BYTES || bytes > buffers.maxPacketBytes()) {
            buffers.counters().dropped(Counter.BAD_LENGTH);
            return;
        }
        int at = in.readerIndex();
        if (end instanceof TunnelEnd.Connect) {
            // Who accepts and says nothing is not worth to be asked at once again.
            retryMs = limits.firstRetryMs();
            refusal = null;
            arrive(in, at, bytes);
            return;
        }
        long to = address(in, at);
        addresses.learn(address(in, at + MacAddress.BYTES), from.number());
        int place = MacAddress.isGroup(to) ? NOBODY : addresses.portOf(to);
        Peer known = peers.numbered(place);
        if (known != null) {
            if (known != from) {
                forward(known, in, at, bytes);
            }
        } else {
            arrive(in, at, bytes);
            if (place != OWN_PORT) {
                for (Peer other : peers.all()) {
                    if (other != from) {
                        forward(other, in, at, bytes);
                    }
                }
            }
        }
    }

    private static long address(ByteBuf in, int at) {
        return (long) in.getUnsignedShort(at) << Integer.SIZE | in.getUnsignedInt(at + Short.BYTES);
    }

    private void forward(Peer to, ByteBuf in, int at, int bytes) {
        if (to.takesMore()) {
            to.write(in, at, bytes);
            forwarded.passed(bytes);
        } else {
            forwarded.dropped(Counter.QUEUE_FULL);
        }
    }

    private void arrive(ByteBuf in, int at, int bytes) {
        Packet packet = buffers.tryTake();
        if (packet == null) {
            buffers.counters().dropped(Counter.NO_RECEIVE_BUFFER);
            return;
        }
        in.getBytes(at, frame(receivable, packet, bytes));
        packet.set(packet.offset(), bytes);
        Delivery.DIRECT.deliver(buffers.arrivals(), packet);
        // Counted only now, so that nobody sees a frame in the count that cannot be taken yet.
        buffers.counters().passed(bytes);
    }

    private static ByteBuffer frame(ByteBuffer memory, Packet packet, int bytes) {
        int at = (int) packet.offset();
        return memory.limit(at + bytes).position(at);
    }

    /** Lets go what was written to any end. */
    void flush() {
        for (Peer peer : peers.all()) {
            peer.flush();
        }
    }

    /** All that has come for now is there. */
    void readComplete() {
        place.announce();
        flush();
    }

    /** Sends what the device has gathered, unless the one other end takes nothing now. */
    void drain() {
        if (isDraining) {
            // A write tells at once that an end takes no more, or takes more: frames stay in their order.
            return;
        }
        isDraining = true;
        try {
            drains.set(false);
            do {
                sendGathered();
                flush();
            } while (!isHeldBack() && outgoing.arrivals().size() > 0);
        } finally {
            isDraining = false;
        }
    }

    private void sendGathered() {
        for (Packet packet; !isHeldBack() && (packet = outgoing.arrivals().poll()) != null;) {
            send(packet.memory(), packet.offset(), packet.length());
            packet.release(Delivery.DIRECT);
        }
    }

    private boolean isHeldBack() {
        return end instanceof TunnelEnd.Connect && !peers.all().isEmpty() && !peers.all().getFirst().isWritable();
    }

    private void send(MemorySegment memory, long offset, int bytes) {
        if (end instanceof TunnelEnd.Listen) {
            addresses.learn(MacAddress.source(memory, offset), OWN_PORT);
            long to = MacAddress.destination(memory, offset);
            Peer known = MacAddress.isGroup(to) ? null : peers.numbered(addresses.portOf(to));
            if (known != null) {
                send(known, memory, offset, bytes);
                return;
            }
        }
        for (Peer peer : peers.all()) {
            send(peer, memory, offset, bytes);
        }
    }

    private void send(Peer to, MemorySegment memory, long offset, int bytes) {
        try {
            if (to.takesMore()) {
                to.write(memory, offset, bytes);
                return;
            }
        } catch (OutOfMemoryError _) {
            // Netty has no memory for it: the frame is lost as on a full queue, and not the thread.
        }
        forwarded.dropped(Counter.QUEUE_FULL);
    }

    /** Sends a frame at once, if the device has the connections' thread and no other frame waits: {@return whether it was} */
    private boolean isSentAtOnce(MemorySegment memory, long offset, int bytes) {
        if (!place.isCurrent() || isDraining || outgoing.arrivals().size() > 0 || isHeldBack()) {
            return false;
        }
        send(memory, offset, bytes);
        return true;
    }

    /** The device's end. */
    private final class TunnelPort extends BufferedPort {
        private TunnelPort() {
            super(name, buffers, DeliveryList.singleProducer(name + " link signals", 1), IMMEDIATE.bitsPerSecond());
        }

        @Override
        public void attach(AgentContext device) {
            WallClock.require(device, name, TUNNEL);
            super.attach(device);
            place.serve(device);
            if (end instanceof TunnelEnd.Connect to) {
                resolve(to);
            }
        }

        @Override
        public LinkState link() {
            return link;
        }

        @Override
        public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
            if (length < MIN_PACKET_BYTES || length > maxPacketBytes()) {
                sent().dropped(Counter.BAD_LENGTH);
                return true;
            }
            if (link == LinkState.DOWN) {
                sent().dropped(Counter.LINK_DOWN);
                return true;
            }
            if (!isSentAtOnce(memory, offset, length)) {
                Packet packet = outgoing.tryTake();
                if (packet == null) {
                    return false;
                }
                MemorySegment.copy(memory, offset, packet.memory(), packet.offset(), length);
                packet.set(packet.offset(), length);
                Delivery.DIRECT.deliver(outgoing.arrivals(), packet);
            }
            sent().passed(length);
            if (!drains.getAndSet(true)) {
                loop.execute(drain);
            }
            return true;
        }

        @Override
        public long sendableAtNs(AgentContext sender) {
            return sender.nowNs() + SEND_RETRY_NS;
        }
    }
}
