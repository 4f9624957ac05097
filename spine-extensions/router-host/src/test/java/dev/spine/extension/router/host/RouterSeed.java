package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.host.driver.IopReport;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A life of a router of three cards, drawn from a seed: traffic in all directions, links that go and come, cards that are reset or lose
 * their extension, routes that move. No packet arrives twice, none has been forwarded more than once, none is another than it should be,
 * and none comes by a route that was withdrawn, once that is acknowledged. In the end everything works again.
 */
final class RouterSeed implements AutoCloseable {
    private static final int CARDS = 3;
    private static final int PREFIXES = 6;
    private static final int STEPS = 24;
    /** After this everything that a wire has taken has arrived. */
    private static final long WIRE_NS = 10_000_000;

    private final SplittableRandom random;
    private final RouterRig rig;
    private final Map<Integer, byte[]> sent = new HashMap<>();
    private final Map<Integer, Integer> arrivedAt = new HashMap<>();
    /** By prefix: the cards by which it leads now, a bit for each. */
    private final int[] routes = new int[PREFIXES];
    private final boolean[] linkIsUp = {true, true, true};
    private int packets;
    private int resets;

    RouterSeed(long seed) {
        this.random = new SplittableRandom(seed);
        this.rig = new RouterRig(RouterRig.Kind.MODELLED, seed, CARDS);
    }

    void run() {
        for (int i = 0; i < PREFIXES; i++) {
            route(i, anyCards());
        }
        rig.acknowledge();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> change();
                case 2 -> link();
                case 3 -> {
                    if (random.nextBoolean()) {
                        reset();
                    } else {
                        unload();
                    }
                }
                case 4 -> rig.pass(random.nextInt(2_000_000));
                default -> traffic(1 + random.nextInt(40));
            }
            collect();
        }
        recover();
    }

    /** One card or several: flows are spread then. */
    private int anyCards() {
        return 1 + random.nextInt((1 << CARDS) - 1) << 1;
    }

    private void route(int index, int cards) {
        routes[index] = cards;
        List<NextHop.Way> ways = new ArrayList<>();
        for (int card = 1; card <= CARDS; card++) {
            if ((cards & 1 << card) != 0) {
                ways.add(new NextHop.Way(new NextHop.Via(card, Address.parse("10.0." + card + ".2")), 1 + random.nextInt(3)));
            }
        }
        rig.router.route(prefix(index), NextHop.of(ways));
    }

    private static Prefix prefix(int index) {
        return Prefix.parse("10." + (100 + index) + ".0.0/16");
    }

    private void traffic(int count) {
        List<byte[]> frames = new ArrayList<>();
        int from = 1 + random.nextInt(CARDS);
        for (int i = 0; i < count; i++) {
            int number = packets++;
            byte[] frame = TestPacket.udp4(from, "10." + (100 + random.nextInt(PREFIXES)) + "." + (number >> 8 & 0xFF) + "."
                + (number & 0xFF), number, random.nextInt(200));
            sent.put(number, frame);
            frames.add(frame);
        }
        rig.card(from).inject(frames.toArray(byte[][]::new));
    }

    /** A route moves or goes; when that is acknowledged, nothing comes by the old one any more, whatever is still on its way elsewhere. */
    private void change() {
        int index = random.nextInt(PREFIXES);
        int before = routes[index];
        if (random.nextInt(3) == 0) {
            routes[index] = 0;
            rig.router.removeRoute(prefix(index));
        } else {
            route(index, anyCards());
        }
        traffic(random.nextInt(30));
        rig.acknowledge();
        int withdrawn = before & ~routes[index];
        if (withdrawn == 0) {
            return;
        }
        rig.pass(WIRE_NS);
        collect();
        traffic(20);
        rig.pass(WIRE_NS);
        for (int card = 1; card <= CARDS; card++) {
            for (int number : collectAt(card)) {
                assertFalse((withdrawn & 1 << card) != 0 && prefix(index).contains(destination(number)),
                    () -> "packet " + number + " has come by a way that was withdrawn");
            }
        }
    }

    private Address destination(int number) {
        byte[] frame = sent.get(number);
        return Address.of(Arrays.copyOfRange(frame, 30, 34));
    }

    private void link() {
        int card = random.nextInt(CARDS);
        linkIsUp[card] = !linkIsUp[card];
        ((LinkWire) rig.cards.get(card).wire).set(Delivery.DIRECT, linkIsUp[card] ? LinkState.UP : LinkState.DOWN);
    }

    private void reset() {
        resets++;
        RouterRig.Card card = rig.cards.get(random.nextInt(CARDS));
        Pending<IopReport> back = rig.tasks.call(() -> rig.driver.restart(card.driver));
        traffic(random.nextInt(40));
        if (random.nextBoolean()) {
            change();
        }
        rig.tasks.await("the card's return", back::isDone);
        assertNull(back.failure());
        if (random.nextBoolean()) {
            rig.await("the router's return", () -> rig.router.instance(card.number) != 0);
        }
    }

    /** Somebody unloads the extension of a card that lives: it comes again by itself. */
    private void unload() {
        RouterRig.Card card = rig.cards.get(random.nextInt(CARDS));
        int instance = rig.router.instance(card.number);
        if (instance == 0) {
            return;
        }
        traffic(random.nextInt(40));
        rig.pass(random.nextInt(200_000));
        card.runtime.unload(instance);
        traffic(random.nextInt(40));
        if (random.nextBoolean()) {
            change();
        }
        if (random.nextBoolean()) {
            rig.await("the router's return", () -> rig.router.instance(card.number) != 0);
        }
    }

    private void collect() {
        for (int card = 1; card <= CARDS; card++) {
            collectAt(card);
        }
    }

    private List<Integer> collectAt(int card) {
        List<Integer> numbers = new ArrayList<>();
        for (byte[] frame : rig.card(card).takeReceived()) {
            if (frame[14 + 9] != 17) {
                continue; // An ICMP error of a card.
            }
            int number = (frame[32] & 0xFF) << 8 | frame[33] & 0xFF;
            byte[] was = sent.get(number);
            assertNotNull(was, () -> "nobody has sent packet " + number);
            assertNull(arrivedAt.put(number, card), () -> "packet " + number + " has arrived twice");
            assertArrayEquals(TestPacket.forwarded(was, card), frame);
            numbers.add(number);
        }
        return numbers;
    }

    private void recover() {
        for (int card = 0; card < CARDS; card++) {
            if (!linkIsUp[card]) {
                ((LinkWire) rig.cards.get(card).wire).set(Delivery.DIRECT, LinkState.UP);
            }
        }
        rig.await("all routers", () -> rig.cards.stream().allMatch(card -> rig.router.instance(card.number) != 0));
        for (int i = 0; i < PREFIXES; i++) {
            route(i, 1 << 1 + i % CARDS);
        }
        rig.acknowledge();
        rig.pass(WIRE_NS);
        collect();
        for (int from = 1; from <= CARDS; from++) {
            int sender = from;
            for (int to = 1; to <= CARDS; to++) {
                int receiver = to;
                rig.await("packets from card " + from + " to card " + to + " after " + resets + " resets", () -> {
                    int number = packets++;
                    byte[] frame = TestPacket.udp4(sender, "10." + (99 + receiver) + "." + (number >> 8 & 0xFF) + "." + (number & 0xFF),
                        number, 20);
                    sent.put(number, frame);
                    rig.card(sender).inject(frame);
                    rig.pass(1_000_000);
                    return !collectAt(receiver).isEmpty();
                });
            }
        }
        collect();
    }

    @Override
    public void close() {
        rig.close();
    }
}
