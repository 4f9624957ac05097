package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import java.lang.ref.WeakReference;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sample.Lender;
import sample.Porter;

/**
 * One life of two cards, from their first extension to their last, drawn from a seed. In the end
 * <ul>
 * <li>each message that was sent was handled once, or is counted once with its reason: what was sent is the sum of both, to the last one.
 * Every second seed uses one route only, so that the sum holds for each;
 * <li>no byte has changed outside of what was lent, given or granted, nor in it after the revocation was complete;
 * <li>no memory, frame, packet, timer or handler is missing.
 * </ul>
 */
final class LifeSeed implements AutoCloseable {
    /** How a message goes. */
    enum Route {
        HOST, BULK, PACKET, LOCAL, PEER, UNRELIABLE, RELIABLE, GIVEN, GRANTED
    }

    /** What has happened in all lives, so that a test that tests nothing is seen. */
    static final class Totals {
        private final Map<Route, Integer> handled = new EnumMap<>(Route.class);
        private final Map<String, Long> counted = new HashMap<>();
        int loaders;
        int revocations;
        int hostRevocations;
        /** Transfers that a revocation or a failure has ended before all was moved. */
        long cut;

        @Override
        public String toString() {
            return handled + ", " + counted + ", " + revocations + " revocations, " + hostRevocations + " of the host, " + cut
                + " transfers cut, " + loaders + " loaders";
        }

        void add(String reason, long count) {
            counted.merge(reason, count, Long::sum);
        }

        void assertThatEverythingHappened() {
            for (Route route : Route.values()) {
                assertTrue(handled.getOrDefault(route, 0) > 0, () -> "no message was handled that came by " + route + ": " + handled);
            }
            assertTrue(revocations > 0 && hostRevocations > 0 && cut > 0, () -> "nothing was revoked, or nothing under way: " + this);
            for (String reason : List.of("dropped", "undeliverable", "failed", "returned", "wire")) {
                assertTrue(counted.getOrDefault(reason, 0L) > 0, () -> "no message was counted as " + reason + ": " + counted);
            }
        }
    }

    static final byte[] PORTER = Card.image(Porter.class);
    static final byte[] LENDER = Card.image(Lender.class);

    private static final String[] FAILURES = {"", "", "", "before", "after", "restore", "save", "forget"};
    /** What sends no other message. */
    private static final int[] ALONE = {Porter.NOTIFY, Porter.COPY, Porter.TIMER, Porter.EXPORT, Porter.ALLOCATE};
    private static final long SLICE_NS = 60_000;
    private static final long QUIET_SLICE_NS = 5_000_000;
    private static final int QUIET_SLICES = 90;

    final Random random;
    final Totals totals;
    private final List<WeakReference<ClassLoader>> loaders;
    private final LifeNode[] nodes;
    private final Map<Integer, Route> sent = new HashMap<>();
    private final Set<Integer> notified = new HashSet<>();
    private final Set<Integer> returned = new HashSet<>();
    private final Set<Integer> revoked = new HashSet<>();
    private final Set<Integer> notifiedThenFailed = new HashSet<>();
    /** The only route of this life, or null. */
    private final @Nullable Route only;
    private int numbers;
    private int lossOfTen = 3;

    LifeSeed(long seed, List<WeakReference<ClassLoader>> loaders, Totals totals) {
        this.random = new Random(seed);
        this.loaders = loaders;
        this.totals = totals;
        this.only = seed % 2 == 0 ? Route.values()[(int) (seed / 2 % Route.values().length)] : null;
        nodes = new LifeNode[] {new LifeNode(this, 7), new LifeNode(this, 9)};
    }

    void everything() {
        for (LifeNode node : nodes) {
            node.load(image(), failure());
            node.load(image(), failure());
        }
        int steps = 20 + random.nextInt(14);
        for (int step = 0; step < steps; step++) {
            act(nodes[random.nextInt(3) == 0 ? 1 : 0]);
            pass(1 + random.nextInt(6), SLICE_NS);
        }
        lossOfTen = 0;
        quiet();
        for (LifeNode node : nodes) {
            node.toAll(Lender.LOOK);
        }
        quiet();
        for (LifeNode node : nodes) {
            node.note();
            node.unloadAll();
        }
        quiet();
        check();
    }

    private void quiet() {
        int silent = 0;
        while (silent < QUIET_SLICES) {
            silent = pass(1, QUIET_SLICE_NS) ? 0 : silent + 1;
        }
    }

    /** Lets time pass on both cards, and frames go over the wire between them: {@return whether any have}. */
    boolean pass(int slices, long ns) {
        boolean any = false;
        for (int i = 0; i < slices; i++) {
            for (LifeNode node : nodes) {
                node.card.engine.advanceTo(node.card.engine.nowNs() + ns);
                node.collect();
            }
            any |= nodes[0].carryTo(nodes[1]);
            any |= nodes[1].carryTo(nodes[0]);
        }
        return any;
    }

    boolean isLost() {
        return random.nextInt(10) < lossOfTen;
    }

    // --- what happens

    /** An image that can send by the route of this life. */
    private byte[] image() {
        boolean lends = only == Route.GIVEN || only == Route.GRANTED || only == null && random.nextBoolean();
        return lends ? LENDER : PORTER;
    }

    private LoadOptions failure() {
        return LoadOptions.OF_NODE.with("fail", FAILURES[random.nextInt(FAILURES.length)]);
    }

    /** Mostly one that is there. */
    private int instanceOn(LifeNode node) {
        int number = 1 + random.nextInt(4);
        return node.card.runtime.card().table().get(number) != null || random.nextInt(6) == 0 ? number : 1 + random.nextInt(2);
    }

    private void act(LifeNode node) {
        int instance = instanceOn(node);
        node.note();
        switch (random.nextInt(10)) {
            case 0, 1 -> node.load(image(), failure());
            case 2 -> node.card.unload(instance);
            case 3 -> node.card.beginReplace(instance, node.imageOf(instance), failure());
            default -> {
                // Only messages.
            }
        }
        messages(node, instance);
        pass(1 + random.nextInt(3), SLICE_NS);
        node.note();
    }

    private void messages(LifeNode node, int instance) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            Route route = only != null ? only : Route.values()[random.nextInt(Route.values().length)];
            int any = instanceOn(route == Route.UNRELIABLE || route == Route.RELIABLE ? nodes[node == nodes[0] ? 1 : 0] : node);
            switch (route) {
                case HOST -> node.small(instance, next(Route.HOST), ALONE[random.nextInt(ALONE.length)], random.nextInt(), 0);
                case BULK -> node.bulk(instance, next(Route.BULK));
                case PACKET -> node.packet(next(Route.PACKET));
                case LOCAL -> node.small(instance, order(), Porter.LOCAL, ++numbers, 0);
                case PEER -> {
                    if (node.canAsPeer()) {
                        node.asPeer(instance, next(Route.PEER));
                    }
                }
                case UNRELIABLE -> node.small(instance, order(), Porter.AWAY, ++numbers, RuntimeProtocol.handlerNumber(any, 1));
                case RELIABLE -> node.small(instance, order(), Porter.RELIABLY, ++numbers, RuntimeProtocol.handlerNumber(any, 1));
                case GIVEN -> {
                    if (random.nextInt(3) == 0) {
                        lendAndTakeBack(node, any, instanceOn(node));
                    } else {
                        lend(node, any, 20 + random.nextInt(7));
                    }
                }
                case GRANTED -> {
                    if (random.nextInt(3) == 0) {
                        node.grant(any, next(Route.GRANTED));
                    } else if (random.nextInt(6) == 0) {
                        lend(node, node.grantedOnes(), Lender.WRITE_REGION);
                        pass(1 + random.nextInt(12), SLICE_NS / 4);
                        node.revokeOfHost();
                    } else {
                        lend(node, any, 27 + random.nextInt(4));
                    }
                }
            }
        }
        if (random.nextInt(30) == 0) {
            node.small(instance, order(), Lender.FAIL, 0, 0);
        }
    }

    /** A part is given, written into by its receiver, and taken back while that is in flight. */
    private void lendAndTakeBack(LifeNode node, int giver, int receiver) {
        lend(node, receiver, Lender.OPEN);
        pass(8, SLICE_NS);
        node.order(giver, order(), Lender.GIVE, receiver, ++numbers, random.nextInt(), random.nextInt(), random.nextInt());
        pass(16, SLICE_NS);
        lend(node, receiver, random.nextInt(4) == 0 ? Lender.READ : Lender.WRITE);
        pass(random.nextInt(12), SLICE_NS / 4);
        lend(node, giver, Lender.REVOKE);
    }

    private void lend(LifeNode node, int instance, int order) {
        int name = order == Lender.OPEN ? instance : instanceOn(node);
        node.order(instance, order(), order, name, ++numbers, random.nextInt(), random.nextInt(), random.nextInt());
    }

    /** {@return the number of one more message, which is in flight} */
    int next(Route route) {
        sent.put(++numbers, route);
        return numbers;
    }

    /** {@return the number of a message of the host that makes an extension send one} */
    private int order() {
        return next(Route.HOST);
    }

    void refused(int number) {
        sent.remove(number);
    }

    void note(ClassLoader loader) {
        loaders.add(new WeakReference<>(loader));
        totals.loaders++;
    }

    // --- what is told

    /** A message to the host: its words are those that {@link Porter} and {@link Lender} send. */
    void notified(LifeNode node, int instance, int number, int more, boolean failsThen, int kind, int wrong) {
        switch (kind) {
            case Porter.HANDLED -> {
                assertTrue(notified.add(number), () -> "message " + number + " was handled twice");
                if (failsThen) {
                    notifiedThenFailed.add(number);
                }
                if (more != 0) {
                    sent.putIfAbsent(more, node.orderedRoute(number));
                }
            }
            case Porter.RETURNED -> assertTrue(returned.add(number), () -> "message " + number + " came back twice");
            case Lender.REVOKED -> assertRevoked(number);
            case Lender.REGION_REVOKED -> {
                assertRevoked(number);
                node.regionRevoked(instance);
            }
            default -> throw new AssertionError("instance " + instance + " has seen what must not be: " + wrong + ", at message " + number);
        }
    }

    private void assertRevoked(int number) {
        assertTrue(revoked.add(number), () -> "revocation " + number + " has ended twice");
        totals.revocations++;
    }

    // --- what must be so in the end

    private void check() {
        Set<Integer> strangers = new HashSet<>(notified);
        strangers.removeAll(sent.keySet());
        assertEquals(Set.of(), strangers, "numbers that nobody has sent were handled");
        Set<Integer> both = new HashSet<>(returned);
        both.retainAll(notified);
        assertEquals(Set.of(), both, "messages were handled and came back");
        for (Map.Entry<Integer, Route> message : sent.entrySet()) {
            if (notified.contains(message.getKey())) {
                totals.handled.merge(message.getValue(), 1, Integer::sum);
            }
        }
        Map<String, Long> counted = new HashMap<>();
        for (LifeNode node : nodes) {
            node.count(counted);
        }
        counted.merge("failed", (long) -notifiedThenFailed.size(), Long::sum);
        counted.forEach(totals::add);
        long missing = (long) sent.size() - notified.size();
        long explained = counted.values().stream().mapToLong(Long::longValue).sum();
        assertEquals(missing, explained, () -> "messages that were not handled, and those that are counted: " + counted + "; not handled "
            + sent.entrySet().stream().filter(message -> !notified.contains(message.getKey())).toList() + ", only route " + only + ", "
            + nodes[0].text() + ", " + nodes[1].text());
        for (LifeNode node : nodes) {
            node.check();
        }
    }

    @Override
    public void close() {
        for (LifeNode node : nodes) {
            node.card.close();
        }
    }
}
