package dev.spine.command.route;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.netlink.FilterChain;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import dev.spine.device.os.netlink.KernelNetwork;
import dev.spine.device.os.netlink.KernelWatch;
import dev.spine.device.os.netlink.NetlinkCounters;
import dev.spine.extension.router.host.RouterFullException;
import dev.spine.iop.PlainText;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the cards at what the kernel says, on a thread of its own, from its start until it is closed.
 *
 * <p>While changes are on their way to the cards, those that come meanwhile are gathered, and only what they have come to is told
 * next. So a storm of changes costs the cards no more than they can take, and the last of them is in force soon after it was made.
 */
final class KernelFollower implements AutoCloseable {
    /** How many next hops there can be; those that are no neighbours' share are for gateways of routes. */
    static final int NEXT_HOPS = 4_095;
    private static final int NEIGHBOURS = 3_072;
    private static final int MIN_SHARE = 32;
    private static final int ROUTES_AT_ONCE = 4_096;
    private static final int IDLE_MS = 500;
    private static final long ACKNOWLEDGEMENT_LIMIT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PROBE_NS = TimeUnit.SECONDS.toNanos(15);
    private static final int MAX_PROBES = 256;
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(5);

    private final NetworkNamespace namespace;
    private final KernelTable table;
    private final RouterTables target;
    private final KernelWatch watch;
    private final KernelNetwork network;
    private final Overflow overflow;
    private final Consumer<String> text;
    private final Thread thread = Thread.ofPlatform().name("kernel tables").unstarted(this::run);
    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private volatile boolean ending;
    private volatile Numbers numbers = new Numbers(0, 0, 0, 0, 0, Missing.NONE);
    private volatile InForce inForce = new InForce(0, 0, 0);
    private volatile @Nullable String failure;
    private volatile Policy policy = Policy.NONE;
    private long nextLook = System.nanoTime();
    /** For tables that are in doubt. */
    private final ReadingPause pause = new ReadingPause();
    private boolean isReadingAgain;
    private List<String> filters = List.of();
    private CompletableFuture<Void> outstanding = CompletableFuture.completedFuture(null);
    private long outstandingSince;
    /** When the first event of those came that the cards have not been told, 0 for none. */
    private long behindSince;
    private long retryAt = Long.MAX_VALUE;
    private long nextProbe = System.nanoTime() + PROBE_NS;
    private final ProbeSchedule<Question> stale = new ProbeSchedule<>(MAX_PROBES);
    private final ProbeSchedule<Question> unknown = new ProbeSchedule<>(MAX_PROBES);
    private long lost;
    private final Queue<Runnable> questions = new ConcurrentLinkedQueue<>();
    /** Those that the table has not been told of. */
    private final AtomicReference<@Nullable Set<Address>> servers = new AtomicReference<>();

    /** Whom the kernel can be had to ask. */
    private record Question(int link, Address address) {}

    /**
     * How far it is.
     *
     * @param routes that the cards were told
     * @param neighbours that the cards know
     * @param changes told so far
     * @param refused times that the cards had no room
     * @param passedOver times that a neighbour was left to the host because its port has as many as may be
     * @param missing what they have no room for now
     */
    record Numbers(int routes, int neighbours, long changes, long refused, long passedOver, Missing missing) {}

    /**
     * What the kernel does with packets that the cards do not do.
     *
     * @param notFollowed packet filters, which what the cards forward does not go through, and ports that are part of a bridge or the like
     * @param ofHost rules: packets to which they may apply go to the host
     */
    record Policy(List<String> notFollowed, List<String> ofHost) {
        /** The cards do all that it does. */
        static final Policy NONE = new Policy(List.of(), List.of());

        /** Keeps its own lists. */
        Policy {
            notFollowed = List.copyOf(notFollowed);
            ofHost = List.copyOf(ofHost);
        }
    }

    /**
     * What every card has acknowledged.
     *
     * @param changes that are in force
     * @param groups in which they were told
     * @param micros sum over the groups: microseconds from the kernel's first event of a group until all of the group was in force
     */
    record InForce(long changes, long groups, long micros) {
        private InForce with(long newChanges, long newMicros) {
            return new InForce(Math.max(changes, newChanges), groups + 1, micros + newMicros);
        }
    }

    /**
     * A follower, not started.
     *
     * @param namespace whose tables
     * @param ports names of the interfaces that are cards, with the numbers of their ports
     * @param routeTables numbers of the routing tables that count
     * @param target is told
     * @param overflow looks at what the cards have no room for
     * @param text is told of packet filters, rules and the like that come and go
     * @throws SystemCallException when the kernel does not let it
     */
    KernelFollower(NetworkNamespace namespace, Map<String, Integer> ports, Collection<Integer> routeTables, RouterTables target,
        Overflow overflow, Consumer<String> text) {
        this.table = new KernelTable(ports, routeTables, target, Math.max(MIN_SHARE, NEIGHBOURS / ports.size()));
        this.namespace = namespace;
        this.text = text;
        this.target = target;
        this.overflow = overflow;
        this.watch = KernelWatch.open(namespace, routeTables, table);
        this.network = KernelNetwork.open(namespace);
    }

    /** Begins; completes when what the kernel had then is in force on the cards. */
    CompletableFuture<Void> start() {
        thread.start();
        return first;
    }

    /** {@return how far it is; any thread} */
    Numbers numbers() {
        return numbers;
    }

    /** {@return what is in force on every card; any thread} */
    InForce inForce() {
        return inForce;
    }

    private synchronized void noteInForce(long changes, long since) {
        inForce = inForce.with(changes, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - since));
    }

    /** {@return what the kernel's messages were counted as; any thread} */
    NetlinkCounters counters() {
        return watch.counters();
    }

    /** {@return what the kernel does that the cards do not do; any thread} */
    Policy policy() {
        return policy;
    }

    /** {@return why it ended by itself, or null; any thread} */
    @Nullable String failure() {
        return failure;
    }

    /** Has all tables read again; any thread. */
    void reload() {
        for (Kind kind : Kind.values()) {
            watch.again(kind);
        }
    }

    /** {@return what the tables answer to a question, on the thread that follows them; any thread may ask} */
    <T> CompletableFuture<T> ask(Function<KernelTable, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        questions.add(() -> {
            try {
                answer.complete(question.apply(table));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        watch.wake();
        return answer;
    }

    /** Sets the servers to which services send connections, whose neighbours the cards have to know beforehand; any thread. */
    void servers(Set<Address> all) {
        servers.set(all);
        watch.wake();
    }

    private void run() {
        try {
            while (!ending) {
                step();
            }
        } catch (SystemCallException e) {
            failure = e.getMessage();
            first.completeExceptionally(e);
        } catch (RuntimeException e) {
            if (!ending) {
                failure = "the kernel's tables are not followed any more: " + e;
                first.completeExceptionally(e);
            }
        }
    }

    private void step() {
        poll();
        for (Runnable question = questions.poll(); question != null; question = questions.poll()) {
            question.run();
        }
        Set<Address> newServers = servers.getAndSet(null);
        if (newServers != null) {
            table.servers(newServers);
        }
        long now = System.nanoTime();
        if (table.isDoubtful() && pause.leftNs(now) == 0) {
            table.doubtful().forEach(watch::again);
            isReadingAgain = true;
        }
        look(now);
        if (behindSince == 0 && table.isBehind()) {
            behindSince = now;
        }
        noteLosses();
        if (now - retryAt >= 0) {
            retryAt = Long.MAX_VALUE;
            table.tryAgain();
        }
        boolean free = outstanding.isDone() || now - outstandingSince > ACKNOWLEDGEMENT_LIMIT_NS;
        if (free && table.isBehind()) {
            flush(now);
        } else if (free && !first.isDone() && outstanding.isDone()) {
            first.complete(null);
        }
        boolean due = now - nextProbe >= 0;
        if (due) {
            nextProbe = now + PROBE_NS;
            // Cards send to a neighbour without the kernel, which then does not ask whether it is still there.
            ask(stale.next(all(table::eachStaleNeighbour)), network::probe);
            ask(unknown.next(all(table::eachUnknownGateway)), network::find);
        } else if (table.hasNewGateways()) {
            ask(unknown.newcomers(all(table::eachUnknownGateway)), network::find);
        }
    }

    /** Packet filters change without a word that is heard here, rules with one. */
    private void look(long now) {
        Policy old = policy;
        if (now - nextLook >= 0) {
            nextLook = now + LOOK_NS;
            try {
                filters = notFollowed(namespace);
            } catch (SystemCallException e) {
                // The namespace has lost its name: what is in it stays as it was, as far as anybody can say.
                nextLook = now + RETRY_NS;
            }
        }
        List<String> rules = table.rulesOfHost();
        Policy seen = new Policy(Stream.concat(filters.stream(), table.partsOfOthers().stream()).toList(), rules);
        if (!seen.equals(old)) {
            policy = seen;
            if (!seen.notFollowed().equals(old.notFollowed())) {
                text.accept(seen.notFollowed().isEmpty() ? "the kernel has nothing any more that the cards do not follow"
                    : "not followed by the cards, which forward past it: " + String.join("; ", seen.notFollowed()));
            }
            if (!rules.equals(old.ofHost())) {
                text.accept(rules.isEmpty() ? "no rule gives packets to the host any more"
                    : "packets to which a rule may apply go to the host: " + String.join("; ", rules));
            }
        }
    }

    /**
     * {@return what the kernel would do with packets that it forwards, and the cards do not do}
     *
     * @param namespace of which network
     * @throws SystemCallException there is no such namespace, or it may not be entered
     */
    static List<String> notFollowed(NetworkNamespace namespace) {
        return FilterChain.ofForwarded(namespace).stream().map(chain -> PlainText.line(chain.text())).toList();
    }

    /** Hears the kernel, no longer than until tables that are in doubt can be read again. */
    private void poll() {
        long begin = System.nanoTime();
        long wait = table.isDoubtful() ? TimeUnit.NANOSECONDS.toMillis(pause.leftNs(begin)) + 1 : IDLE_MS;
        watch.poll(Math.clamp(wait, 0, IDLE_MS));
        if (isReadingAgain) {
            isReadingAgain = false;
            pause.begin(begin, System.nanoTime());
        }
    }

    private void noteLosses() {
        long times = watch.counters().get(NetlinkCounters.Counter.LOST);
        if (times != lost) {
            lost = times;
            RouteEvents.ReadAgain event = new RouteEvents.ReadAgain();
            event.times = times;
            event.commit();
        }
    }

    private void flush(long now) {
        RouteEvents.Changes event = new RouteEvents.Changes();
        event.begin();
        int changes = 0;
        long refused = numbers.refused();
        try {
            changes = table.flush(ROUTES_AT_ONCE);
        } catch (RouterFullException e) {
            refused++;
            overflow.refused(e.resource());
            retryAt = now + RETRY_NS;
        }
        numbers = new Numbers(table.notifiedRoutes(), table.notifiedNeighbours(), table.changes(), refused, table.passedOver(),
            table.missing());
        // In the middle of a storm it is not known yet how many there are.
        if (!table.isBehind()) {
            overflow.look(table.missing());
        }
        event.changes = changes;
        event.routes = table.notifiedRoutes();
        outstandingSince = now;
        long since = behindSince == 0 ? now : behindSince;
        behindSince = table.isBehind() ? since : 0;
        int notified = changes;
        long all = table.changes();
        outstanding = target.acknowledged().whenComplete((done, failed) -> {
            event.commit();
            if (failed == null && notified > 0) {
                noteInForce(all, since);
            }
            if (!ending) {
                watch.wake();
            }
        }).toCompletableFuture();
    }

    private static List<Question> all(Consumer<BiConsumer<Integer, Address>> neighbours) {
        List<Question> all = new ArrayList<>();
        neighbours.accept((link, address) -> all.add(new Question(link, address)));
        return all;
    }

    /** Has the kernel ask neighbours. */
    private static void ask(List<Question> turn, BiConsumer<Integer, Address> question) {
        for (Question each : turn) {
            try {
                question.accept(each.link(), each.address());
            } catch (SystemCallException e) {
                // It has gone meanwhile, or who runs this may not ask: then it stays as it is.
            }
        }
    }

    @Override
    public void close() {
        ending = true;
        watch.wake();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        outstanding.cancel(false);
        watch.close();
        network.close();
    }
}
