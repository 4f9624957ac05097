package dev.spine.device.remote;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.os.SocketFile;
import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Offers an IOP as a PCI device to another process, over a UNIX socket and the protocol of multi-process QEMU: one client at a time, and
 * when it has gone the next one finds the card as after power-on.
 *
 * <pre>{@code
 * RemoteIopServer server = new RemoteIopServer(path, RemoteIopServer.MESSAGE_LIMIT_MS, messages::println);
 * PciCard card = server.card(iop, CardIdentity.EXPERIMENTAL, slots);      // while the system is built
 * engine.start();
 * server.serve(card, engine.tasks(iop));                                  // until another thread calls stop()
 * server.close();
 * }</pre>
 *
 * <p>The live engine runs the IOP; configuration, window and memory are accessed from the thread of {@link #serve}. Only that thread waits
 * for a client.
 */
public final class RemoteIopServer implements AutoCloseable {
    /** How long a message may take once it has begun, and an answer to be taken: milliseconds. */
    public static final int MESSAGE_LIMIT_MS = 10_000;

    private static final int SUN_PATH_BYTES = 107;
    /** How long nobody is accepted after it has failed. */
    private static final int BACK_OFF_MS = 100;

    private final Path path;
    private final int limitMs;
    private final Consumer<String> log;
    private final RemoteCounters counters = new RemoteCounters();
    private final InterruptWire wire;
    private final int listener;
    private final int bell;
    private boolean closed;

    /**
     * Begins to listen; clients wait until {@link #serve}.
     *
     * @param path of the socket; a socket of before at this place is replaced when nobody listens there
     * @param limitMs how long a message may take once it has begun: milliseconds, usually {@link #MESSAGE_LIMIT_MS}
     * @param log gets a line when a client comes, goes or is sent away
     * @throws IOException when the socket cannot be made there; the message says why and what to do
     */
    public RemoteIopServer(Path path, int limitMs, Consumer<String> log) throws IOException {
        this.path = path;
        this.limitMs = limitMs;
        this.log = log;
        this.listener = listen(path);
        this.bell = NativeCalls.eventDescriptor();
        if (bell < 0) {
            NativeCalls.close(listener);
            throw new IOException("the process has no descriptor left (error " + -bell + "): allow it more (ulimit -n)");
        }
        this.wire = new InterruptWire(counters);
    }

    private static int listen(Path path) throws IOException {
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > SUN_PATH_BYTES) {
            throw new IOException("the path is longer than " + SUN_PATH_BYTES + " bytes: name a shorter one");
        }
        switch (SocketFile.makeFree(path)) {
            case NO_SOCKET -> throw new IOException("there is a file already: remove it, or name another place");
            case SERVED -> throw new IOException("another process serves it: stop that one, or name another place");
            case FREE -> { }
        }
        int socket = LocalSockets.socket();
        int result = socket < 0 ? socket : LocalSockets.bind(socket, path.toString());
        if (result >= 0) {
            result = LocalSockets.listen(socket, 1);
        }
        if (result >= 0) {
            // A client that is announced may have gone when it is accepted.
            result = LocalSockets.makeNonBlocking(socket);
        }
        if (result < 0) {
            if (socket >= 0) {
                NativeCalls.close(socket);
            }
            throw new IOException("cannot make a socket there (error " + -result + "): is the directory there, and may you write to it?");
        }
        return socket;
    }


    /** {@return what clients have done so far; any thread} */
    public RemoteCounters counters() {
        return counters;
    }

    /**
     * Makes the PCI function that this server offers. While the system is built.
     *
     * @param iop the IOP
     * @param identity what configuration space says
     * @param memory the host's memory, without slots
     * @return the card
     */
    public PciCard card(Iop iop, CardIdentity identity, HostMemorySlots memory) {
        return new PciCard(iop, identity, memory, Delivery.DIRECT, wire);
    }

    /**
     * Serves one client after the other, until {@link #stop} is called by another thread.
     *
     * @param card what {@link #card} made, on an engine that runs
     * @param tasks the way to the agent of its IOP
     * @throws dev.spine.iop.engine.EngineFailedException the engine has failed; the client has been sent away
     */
    public void serve(PciCard card, Tasks tasks) {
        RemoteCard remote = new RemoteCard(card, tasks, wire, counters, log);
        MemorySegment polls = Arena.ofAuto().allocate(24, 8);
        if (!wire.canSignal()) {
            log.accept("no interrupts: " + EventSignal.whyClosed() + "; clients must poll");
        }
        boolean failing = false;
        while (await(polls, listener, -1)) {
            int socket = LocalSockets.accept(listener);
            if (socket >= 0) {
                failing = false;
                counters.increment(Counter.CLIENTS);
                log.accept("a client has connected");
                log.accept(serve(socket, remote, polls));
            } else if (isShortage(socket)) {
                counters.increment(Counter.ACCEPTS_FAILED);
                if (!failing) {
                    log.accept("a client waits: the system gives no descriptor for it (error " + -socket + "); allow more (ulimit -n)");
                }
                failing = true;
                if (!pause(polls)) {
                    return;
                }
            }
        }
    }

    /** Whether an error lasts until somebody gives something up; others concern one client that has gone. */
    private static boolean isShortage(int result) {
        return result == -NativeCalls.EMFILE || result == -NativeCalls.ENFILE || result == -NativeCalls.ENOBUFS
            || result == -NativeCalls.ENOMEM;
    }

    /** Waits a moment; false when the server is being closed. */
    private boolean pause(MemorySegment polls) {
        watch(polls, 0, bell);
        NativeCalls.poll(polls, 1, BACK_OFF_MS);
        return !isReady(polls, 0);
    }

    /** Waits until a descriptor is readable; false when the server is being closed. */
    private boolean await(MemorySegment polls, int first, int second) {
        watch(polls, 0, first);
        watch(polls, 1, bell);
        watch(polls, 2, second);
        int ready;
        do {
            ready = NativeCalls.poll(polls, second < 0 ? 2 : 3, -1);
        } while (ready == -NativeCalls.EINTR);
        return !isReady(polls, 1);
    }

    private static void watch(MemorySegment polls, int index, int descriptor) {
        polls.set(ValueLayout.JAVA_INT, index * 8L, descriptor);
        polls.set(ValueLayout.JAVA_INT, index * 8L + 4, NativeCalls.POLLIN);
    }

    private static boolean isReady(MemorySegment polls, int index) {
        return polls.get(ValueLayout.JAVA_SHORT, index * 8L + 6) != 0;
    }

    /** Serves a client until it goes or is sent away, and makes the card ready for the next; says which. */
    private String serve(int socket, RemoteCard remote, MemorySegment polls) {
        MessageStream stream = new MessageStream(socket, bell, limitMs, counters);
        try {
            return serve(stream, socket, remote, polls);
        } finally {
            stream.discardRest();
            NativeCalls.close(socket);
            remote.disconnect();
        }
    }

    private String serve(MessageStream stream, int socket, RemoteCard remote, MemorySegment polls) {
        while (true) {
            int resample = remote.wire().resample();
            if (!await(polls, socket, resample)) {
                return "the server stops";
            }
            if (resample >= 0 && isReady(polls, 2) && !remote.wire().resampled()) {
                // A descriptor that says it can be read and cannot would be asked forever.
                counters.increment(Counter.MALFORMED);
                return "the client was sent away: its resample descriptor is none";
            }
            if (isReady(polls, 0)) {
                switch (stream.receive()) {
                    case END -> {
                        return "the client has gone";
                    }
                    case BROKEN -> {
                        return "the client was sent away: a message was malformed, cut or too slow";
                    }
                    case MESSAGE -> {
                        if (!carryOut(stream, remote)) {
                            return "the client was sent away: a message was malformed, or its answer was not taken";
                        }
                    }
                }
            }
        }
    }

    private boolean carryOut(MessageStream stream, RemoteCard remote) {
        return switch (remote.accept(stream.command(), stream.payload(), stream.payloadBytes(), stream.descriptors(),
            stream.descriptorCount())) {
            case DONE -> true;
            case ANSWERED -> stream.answer(remote.answer());
            case MALFORMED -> {
                counters.increment(Counter.MALFORMED);
                yield false;
            }
        };
    }

    /**
     * Makes {@link #serve} return; has no effect after {@link #close}. Any thread, also from within a signal's handler; the socket stays
     * until {@link #close}.
     */
    public synchronized void stop() {
        if (closed) {
            // Somebody else may have the bell's number by now.
            return;
        }
        MemorySegment one = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
        one.set(ValueLayout.JAVA_LONG, 0, 1);
        NativeCalls.write(bell, one, Long.BYTES);
    }

    /** Removes the socket and gives all descriptors back, after {@link #serve} has returned. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            // First: it must not stay, whatever becomes of the rest.
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            NativeCalls.close(listener);
            NativeCalls.close(bell);
            wire.close();
        }
    }
}
