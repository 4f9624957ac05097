package dev.spine.device.os.netlink;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import dev.spine.device.os.netlink.NetlinkCounters.Counter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells a listener what the network of a namespace looks like, and then each change of it.
 *
 * <p>The groups of events are joined first and the tables are read after that, so that nothing falls between; events that came
 * meanwhile are told when the tables have been, in their order, and so end at what holds. When the kernel could not keep all events, all
 * tables are told again. Needs no rights, but for a namespace of somebody else.
 *
 * <p>One thread polls it; {@link #wake}, {@link #again} and the counters are for any.
 *
 * <p>Source: netlink(7), rtnetlink(7).
 */
public final class KernelWatch implements AutoCloseable {
    /** Number of the table that the kernel asks unless rules say otherwise. */
    public static final int MAIN_TABLE = 254;

    private static final int REQUEST = 1;
    private static final int DUMP = 0x300;
    private static final int EVENT_BYTES = 32 << 20;
    private static final int DUMP_BYTES = 1 << 20;
    private static final int DATAGRAMS_PER_POLL = 256;
    private static final int MAX_ATTEMPTS = 4;
    private static final int ANSWER_LIMIT_MS = 10_000;
    private static final long AGAIN_AFTER_NS = TimeUnit.SECONDS.toNanos(1);
    private static final List<Integer> IP = List.of(2, 10);
    private static final int[] GROUPS = {1, 3, 5, 7, 8, 9, 11, 19, 24, 25, 32};

    private final NetlinkSocket events;
    private final NetlinkSocket requests;
    private final int wakeUp;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment polled;
    private final MemorySegment wakeWord = arena.allocateFrom(ValueLayout.JAVA_LONG, 1);
    private final MemorySegment readWord = arena.allocate(ValueLayout.JAVA_LONG);
    private final KernelListener listener;
    private final Set<Integer> tables;
    private final NetlinkCounters counters = new NetlinkCounters();
    private final MessageParser parser = new MessageParser(counters);
    private final Notified notified = new Notified();
    private final Set<Kind> wanted = EnumSet.allOf(Kind.class);
    private boolean closed;
    private final Map<Kind, Long> later = new EnumMap<>(Kind.class);

    /** A table of the kernel: the request for it, the size of that, and of which families. */
    private record Table(int request, int bytes, List<Integer> families) {
        private static Table of(Kind kind) {
            return switch (kind) {
                case LINKS -> new Table(18, 16, List.of(0));
                case ADDRESSES -> new Table(22, 8, IP);
                case NEIGHBOURS -> new Table(30, 12, IP);
                case NEXT_HOPS -> new Table(106, 8, List.of(0));
                case ROUTES -> new Table(26, 12, IP);
                case SETTINGS -> new Table(82, 4, IP);
                case RULES -> new Table(34, 12, IP);
            };
        }
    }

    private KernelWatch(NetworkNamespace namespace, Collection<Integer> tables, KernelListener listener, int eventBytes) {
        this.tables = Set.copyOf(tables);
        this.listener = listener;
        this.events = NetlinkSocket.open(namespace, eventBytes, GROUPS);
        this.requests = NetlinkSocket.open(namespace, DUMP_BYTES);
        this.wakeUp = SystemCalls.eventDescriptor();
        this.polled = PollList.of(arena, events.descriptor(), wakeUp);
    }

    /**
     * A watch; nothing is told before the first {@link #poll}.
     *
     * @param namespace which
     * @param tables numbers of the tables whose routes are told, usually {@link #MAIN_TABLE} alone
     * @param listener is notified of all
     * @return the watch
     * @throws SystemCallException there is no such namespace, or it may not be entered, or the system has no netlink
     */
    public static KernelWatch open(NetworkNamespace namespace, Collection<Integer> tables, KernelListener listener) {
        return open(namespace, tables, listener, EVENT_BYTES);
    }

    /** A watch for which the kernel keeps less, so that it loses events sooner. */
    static KernelWatch open(NetworkNamespace namespace, Collection<Integer> tables, KernelListener listener, int eventBytes) {
        return new KernelWatch(namespace, tables, listener, eventBytes);
    }

    /** {@return what it has counted} */
    public NetlinkCounters counters() {
        return counters;
    }

    /**
     * Asks for a table to be told once more, at the next poll. The kernel does not say of routes that they are gone when their interface or
     * their address goes, for example.
     *
     * @param kind the table
     */
    public void again(Kind kind) {
        synchronized (wanted) {
            wanted.add(kind);
        }
        wake();
    }

    /** Has a {@link #poll} that waits return; nothing after {@link #close}. */
    public void wake() {
        synchronized (wanted) {
            if (!closed) {
                SystemCalls.write(wakeUp, wakeWord.address(), Long.BYTES);
            }
        }
    }

    /**
     * Waits until there is something to tell, or the time is over, or {@link #wake}, and tells it: tables that are due as a whole, events
     * in bounded numbers.
     *
     * @param timeoutMs longest wait
     * @return whether anything was told; more may be there
     * @throws SystemCallException a table cannot be read: the kernel refuses it or does not answer
     */
    public boolean poll(int timeoutMs) {
        boolean any = notifyTables();
        // What has come while the tables were read is told without waiting for more.
        int ready = SystemCalls.poll(polled, 2, any ? 0 : timeoutMs);
        if (ready > 0) {
            SystemCalls.read(wakeUp, readWord.address(), Long.BYTES);
            any |= notifyEvents();
        } else if (ready == 0) {
            listener.caughtUp();
        }
        return any;
    }

    private boolean notifyEvents() {
        notified.expect(null, 0);
        for (int count = 0; count < DATAGRAMS_PER_POLL; count++) {
            long bytes = events.receive();
            if (bytes == -SystemCalls.ENOBUFS) {
                lost();
            } else if (bytes <= 0 && bytes != -SystemCalls.EINTR) {
                listener.caughtUp();
                return count > 0;
            } else if (bytes > events.capacity()) {
                counters.add(Counter.TRUNCATED, 1);
                lost();
            } else if (bytes > 0) {
                parser.parse(events.received(), (int) bytes, notified);
            }
        }
        return true;
    }

    private void lost() {
        counters.add(Counter.LOST, 1);
        synchronized (wanted) {
            wanted.addAll(EnumSet.allOf(Kind.class));
        }
    }

    private boolean notifyTables() {
        long now = System.nanoTime();
        List<Kind> due = new ArrayList<>();
        synchronized (wanted) {
            for (Kind kind : Kind.values()) {
                Long time = later.get(kind);
                if (wanted.contains(kind) && (time == null || time - now <= 0)) {
                    due.add(kind);
                    wanted.remove(kind);
                    later.remove(kind);
                }
            }
        }
        due.forEach(this::notify);
        return !due.isEmpty();
    }

    private void notify(Kind kind) {
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            listener.begins(kind);
            if (dump(kind)) {
                counters.add(Counter.TABLES, 1);
                listener.ends(kind, true);
                return;
            }
            counters.add(Counter.INTERRUPTED, 1);
        }
        listener.ends(kind, false);
        synchronized (wanted) {
            wanted.add(kind);
            later.put(kind, System.nanoTime() + AGAIN_AFTER_NS);
        }
    }

    /** False: it changed under way. */
    private boolean dump(Kind kind) {
        Table table = Table.of(kind);
        for (int family : table.families()) {
            ByteBuffer body = ByteBuffer.allocate(table.bytes()).order(ByteOrder.nativeOrder());
            body.put(0, (byte) family);
            if (kind == Kind.ROUTES && tables.size() == 1) {
                filter(body, tables.iterator().next());
            }
            int sequence = requests.send(table.request(), REQUEST | DUMP, body);
            if (sequence < 0) {
                throw refused(kind, sequence);
            }
            notified.expect(kind, sequence);
            await(kind);
            if (notified.interrupted) {
                return false;
            }
        }
        return true;
    }

    /** The kernel leaves out routes of other tables, if the number fits into the request. */
    private static void filter(ByteBuffer body, int table) {
        if (table < 256) {
            body.put(4, (byte) table);
        }
    }

    private void await(Kind kind) {
        while (!notified.answered) {
            if (!requests.await(ANSWER_LIMIT_MS)) {
                throw new SystemCallException("the kernel does not tell its table of " + name(kind), 0);
            }
            long bytes = requests.receive();
            if (bytes > requests.capacity()) {
                counters.add(Counter.TRUNCATED, 1);
                notified.interrupted = true;
            } else if (bytes > 0) {
                parser.parse(requests.received(), (int) bytes, notified);
            } else if (bytes == -SystemCalls.ENOBUFS) {
                notified.interrupted = true;
            } else if (bytes != -SystemCalls.EINTR && bytes != -SystemCalls.EAGAIN) {
                throw refused(kind, bytes);
            }
        }
        // What the kernel does not have is empty.
        if (notified.error < 0 && notified.error != -SystemCalls.ENOENT && notified.error != -NetlinkCalls.EOPNOTSUPP
            && notified.error != -NetlinkCalls.EAFNOSUPPORT) {
            if (notified.error == -SystemCalls.EINTR) {
                notified.interrupted = true;
                return;
            }
            throw refused(kind, notified.error);
        }
    }

    private static SystemCallException refused(Kind kind, long error) {
        return new SystemCallException("the kernel refuses to tell its table of " + name(kind) + ": "
            + SystemCallException.words((int) -error), (int) -error);
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case LINKS -> "interfaces";
            case ADDRESSES -> "addresses";
            case NEIGHBOURS -> "neighbours";
            case NEXT_HOPS -> "next hops";
            case ROUTES -> "routes";
            case SETTINGS -> "settings of interfaces";
            case RULES -> "rules";
        };
    }

    /** Passes on what belongs to the table that is read, or, outside of one, all. */
    private final class Notified implements MessageParser.Handler {
        private @Nullable Kind expected;
        private int sequence;
        private boolean answered;
        private boolean interrupted;
        private int error;

        void expect(@Nullable Kind kind, int number) {
            expected = kind;
            sequence = number;
            answered = false;
            interrupted = false;
            error = 0;
        }

        @Override
        public void on(KernelEvent event) {
            if (expected != null && event.kind() != expected
                || event instanceof KernelEvent.Route route && !tables.contains(route.table())) {
                return;
            }
            listener.on(event);
        }

        @Override
        public void answered(int number, int result) {
            if (number == sequence && expected != null) {
                answered = true;
                error = result;
            }
        }

        @Override
        public void interrupted() {
            interrupted = true;
        }

        @Override
        public void lost() {
            if (expected == null) {
                KernelWatch.this.lost();
            } else {
                interrupted = true;
            }
        }
    }

    @Override
    public void close() {
        synchronized (wanted) {
            closed = true;
            SystemCalls.close(wakeUp);
        }
        events.close();
        requests.close();
        arena.close();
    }
}
