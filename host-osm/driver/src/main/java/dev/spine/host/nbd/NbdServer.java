package dev.spine.host.nbd;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.net.HostAndPort;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.HostWork;
import dev.spine.host.nbd.NbdCounters.Counter;
import dev.spine.iop.engine.live.IdleWait;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves block devices to NBD clients, on the host agent's thread: sockets do not block, and what they carry goes straight to and from host
 * memory that the devices' IOPs read and write.
 *
 * <p>Make it and call {@link #listen}, then {@link #start} on the host agent's thread. To end: {@link #shutDown}, wait until
 * {@link #isAnswered}, flush the devices, {@link #close}. Live engine only: a socket has no place in modelled time.
 */
public final class NbdServer implements HostWork, IdleWait, AutoCloseable {
    private static final int MAX_EXPORTS = 256;
    /** Turns without work after which the sockets are looked at although the devices are busy. */
    private static final int POLL_INTERVAL = 8;
    private static final long SWEEP_NS = 1_000_000_000L;
    /** How long the thread sleeps while a device is at work. */
    private static final long BUSY_PARK_NS = 20_000;

    private final HostAgent agent;
    private final Supplier<ConnectionMemory> memories;
    private ExportList exports;
    private final NbdSettings settings;
    private final NbdCounters counters = new NbdCounters();
    private final IdentityHashMap<BlockDevice, WriteGate> gates = new IdentityHashMap<>();
    private final Selector selector;
    private final Consumer<SelectionKey> onReady = this::onReady;
    private final List<ServerSocketChannel> listeners = new ArrayList<>();
    private final List<NbdConnection> connections = new ArrayList<>();
    private final Deque<ConnectionMemory> spare = new ArrayDeque<>();
    private final HostTimer sweep;
    private final Object wakeLock = new Object();
    private int untilPoll;
    private boolean acceptable;
    private boolean started;
    private boolean shuttingDown;
    /** Written by the agent, read by whoever shows it. */
    private volatile int connected;

    /**
     * A server.
     *
     * @param agent the host's agent, on whose thread it works
     * @param hostMemory for data on its way
     * @param exports 1 to 256, with different names; a client that names none is refused
     * @param settings its limits
     * @throws IOException when the operating system has no selector to give
     * @throws IllegalArgumentException when the exports are not as they must be, or the engine is modelled
     */
    public NbdServer(HostAgent agent, HostMemory hostMemory, List<NbdExport> exports, NbdSettings settings) throws IOException {
        this(agent, exports, settings, () -> new ConnectionMemory(hostMemory, settings.chunks()));
    }

    /** A server whose connections have memory from elsewhere. */
    NbdServer(HostAgent agent, List<NbdExport> exports, NbdSettings settings, Supplier<ConnectionMemory> memories) throws IOException {
        checkArgument(!exports.isEmpty() && exports.size() <= MAX_EXPORTS, "1 to %s exports, got %s", MAX_EXPORTS, exports.size());
        checkArgument(!agent.context().isModelled(), "NBD needs the live engine: a socket has no place in modelled time");
        Set<String> names = new HashSet<>();
        for (NbdExport export : exports) {
            checkArgument(names.add(export.name()), "two exports are named '%s'", export.name());
            int block = export.device().info().blockBytes();
            checkArgument(block >= 1 && block <= ConnectionMemory.SCRATCH, "a block of at most %s bytes, got %s", ConnectionMemory.SCRATCH,
                block);
            gates.computeIfAbsent(export.device(), device -> new WriteGate());
        }
        this.agent = agent;
        this.memories = memories;
        this.exports = new ExportList(List.copyOf(exports), null);
        this.settings = settings;
        this.selector = Selector.open();
        this.sweep = agent.timer(this::sweep);
    }

    /**
     * Listens at an address, in addition to others. Before {@link #start}, on any thread.
     *
     * @param address a UNIX socket's path or an IP address and port; port 0 lets the system choose
     * @return the address, with the port that was chosen
     * @throws IOException when the address cannot be had
     */
    public SocketAddress listen(SocketAddress address) throws IOException {
        ServerSocketChannel listener = address instanceof UnixDomainSocketAddress ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            : ServerSocketChannel.open();
        try {
            listener.configureBlocking(false);
            listener.bind(address);
            listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
        listeners.add(listener);
        SocketAddress bound = listener.getLocalAddress();
        // One host may have several servers, each with its own addresses.
        agent.context().counts("NBD at " + (bound instanceof InetSocketAddress internet
            ? HostAndPort.fromParts(internet.getAddress().getHostAddress(), internet.getPort()) : bound), counters);
        return bound;
    }

    /**
     * Gives clients that name no export this one, instead of refusing them: whoever finds the address then has it. Before {@link #start},
     * on any thread.
     *
     * @param name of one of the exports
     * @throws IllegalArgumentException when none has this name
     */
    public void serveNameless(String name) {
        NbdExport export = exports.find(name);
        checkArgument(export != null, "no export is named '%s'", name);
        exports = new ExportList(exports.all(), export);
    }

    /** Begins to serve. Host agent's thread. */
    public void start() {
        // So that the first client waits for nothing.
        ConnectionMemory first = memory();
        if (first != null) {
            spare.add(first);
        }
        started = true;
        agent.register(this);
        sweep.setIn(SWEEP_NS);
    }

    /** Memory of a client that has gone, or new one; null when there is none, which concerns one client and not the agent. */
    private @Nullable ConnectionMemory memory() {
        if (!spare.isEmpty()) {
            return spare.pop();
        }
        try {
            return memories.get();
        } catch (OutOfMemoryError | IllegalArgumentException e) {
            // This machine has no more to give, or the bus no more addresses.
            return null;
        }
    }

    /** {@return what it has counted} */
    public NbdCounters counters() {
        return counters;
    }

    /** {@return how many clients are connected, those included of whom only memory is left that a device may use; any thread} */
    public int connected() {
        return connected;
    }

    NbdSettings settings() {
        return settings;
    }

    ExportList exports() {
        return exports;
    }

    WriteGate gateOf(NbdExport export) {
        WriteGate gate = gates.get(export.device());
        checkArgument(gate != null, "'%s' is no export of this server", export.name());
        return gate;
    }

    // --- turns

    @Override
    public int doWork(int limit) {
        int work = 0;
        if (--untilPoll <= 0 || !isBusy()) {
            untilPoll = POLL_INTERVAL;
            poll();
        }
        if (acceptable) {
            work += accept();
        }
        long nowNs = agent.context().nowNs();
        for (int i = connections.size() - 1; i >= 0; i--) {
            NbdConnection connection = connections.get(i);
            work += connection.turn(nowNs);
            if (connection.isOver()) {
                remove(i, connection);
                work++;
            }
        }
        return work;
    }

    /** {@return whether something will go on of which no socket tells} */
    boolean isBusy() {
        for (int i = connections.size() - 1; i >= 0; i--) {
            NbdConnection connection = connections.get(i);
            if (connection.needsDevice()) {
                return true;
            }
        }
        return false;
    }

    private void remove(int index, NbdConnection connection) {
        connections.remove(index);
        connected = connections.size();
        ConnectionMemory memory = connection.memory();
        memory.reset();
        spare.push(memory);
    }

    private void poll() {
        try {
            selector.selectNow(onReady);
        } catch (IOException e) {
            counters.increment(Counter.BROKEN);
        }
    }

    private void onReady(SelectionKey key) {
        if (key.attachment() instanceof NbdConnection connection) {
            connection.onReady(key.readyOps());
        } else {
            acceptable = true;
        }
    }

    private int accept() {
        acceptable = false;
        int accepted = 0;
        for (ServerSocketChannel listener : listeners) {
            for (SocketChannel channel = accept(listener); channel != null; channel = accept(listener)) {
                accepted++;
                try {
                    open(channel);
                } catch (IOException e) {
                    counters.increment(Counter.BROKEN);
                } catch (OutOfMemoryError e) {
                    // There is none for this client, and there may be for the next.
                    counters.increment(Counter.MEMORY_REFUSALS);
                }
            }
        }
        return accepted;
    }

    /** The next client; null when there is none, or none can be had: then nobody asks again before the next sweep. */
    private @Nullable SocketChannel accept(ServerSocketChannel listener) {
        try {
            return listener.accept();
        } catch (IOException | OutOfMemoryError e) {
            // Most likely there is no descriptor for it, or no memory. It stays where it is, and would be announced again at once.
            counters.increment(Counter.ACCEPTS_FAILED);
            listen(listener, 0);
            return null;
        }
    }

    private void listen(ServerSocketChannel listener, int operations) {
        SelectionKey key = listener.keyFor(selector);
        if (key != null && key.isValid()) {
            key.interestOps(operations);
        }
    }

    private void open(SocketChannel channel) throws IOException {
        counters.increment(Counter.CONNECTIONS);
        if (places() >= settings.connections() || shuttingDown) {
            counters.increment(Counter.REFUSED_CONNECTIONS);
            channel.close();
            return;
        }
        ConnectionMemory memory = memory();
        if (memory == null) {
            counters.increment(Counter.MEMORY_REFUSALS);
            channel.close();
            return;
        }
        boolean opened = false;
        try {
            channel.configureBlocking(false);
            // A whole reply fits: otherwise a large one leaves in two parts, and the client waits for the second while this thread sleeps.
            channel.setOption(StandardSocketOptions.SO_SNDBUF, NbdSettings.CHUNK_BYTES);
            if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            NbdConnection connection = new NbdConnection(this, channel, memory, agent.context().nowNs());
            connection.attach(channel.register(selector, SelectionKey.OP_READ, connection));
            connections.add(connection);
            connected = connections.size();
            opened = true;
        } finally {
            if (!opened) {
                memory.reset();
                spare.push(memory);
                channel.close();
            }
        }
    }

    /** Connections that count: of some only memory is left, of which each device can keep no more than it has places for requests. */
    private int places() {
        int places = 0;
        for (int i = 0; i < connections.size(); i++) {
            if (!connections.get(i).isMemoryOnly()) {
                places++;
            }
        }
        return places;
    }

    private void sweep() {
        long nowNs = agent.context().nowNs();
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).closeIfLate(nowNs);
        }
        for (ServerSocketChannel listener : listeners) {
            listen(listener, SelectionKey.OP_ACCEPT);
        }
        if (started) {
            sweep.setIn(SWEEP_NS);
        }
    }

    // --- idleness

    /** {@inheritDoc} The thread sleeps until a socket is ready; while a device is at work, only for an instant. */
    @Override
    public void await(long ns) {
        if (isBusy() || !selector.isOpen()) {
            LockSupport.parkNanos(this, selector.isOpen() ? Math.min(ns, BUSY_PARK_NS) : ns);
            return;
        }
        try {
            selector.select(onReady, Math.max(1, TimeUnit.NANOSECONDS.toMillis(ns)));
        } catch (IOException e) {
            counters.increment(Counter.BROKEN);
        }
    }

    @Override
    public void wake() {
        // A selector that is closed has nothing left that could be woken, and must not be asked to.
        synchronized (wakeLock) {
            if (selector.isOpen()) {
                selector.wakeup();
            }
        }
    }

    // --- the end

    /** Accepts no further clients and refuses further requests; what is in flight is answered. Host agent's thread. */
    public void shutDown() {
        shuttingDown = true;
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).shutDown();
        }
    }

    /** {@return whether all requests that were accepted have been answered; host agent's thread} */
    public boolean isAnswered() {
        for (int i = 0; i < connections.size(); i++) {
            if (!connections.get(i).isAnswered()) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether no memory is in use by a device on behalf of a client; host agent's thread} */
    public boolean isQuiet() {
        for (int i = 0; i < connections.size(); i++) {
            if (connections.get(i).isMemoryInUse()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Closes all sockets and leaves the agent. Devices may still be at work for clients that are gone: keep the agent running until
     * {@link #isQuiet}. Host agent's thread, or when no agent runs.
     */
    @Override
    public void close() {
        started = false;
        sweep.cancel();
        agent.deregister(this);
        agent.context().countsNoMore(counters);
        for (NbdConnection connection : connections) {
            connection.close();
        }
        try {
            for (ServerSocketChannel listener : listeners) {
                listener.close();
            }
            synchronized (wakeLock) {
                selector.close();
            }
        } catch (IOException e) {
            counters.increment(Counter.BROKEN);
        }
    }
}
