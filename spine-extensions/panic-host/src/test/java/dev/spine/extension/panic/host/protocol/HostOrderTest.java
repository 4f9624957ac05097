package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The ring of an ordered multicast may have cards and hosts; all see one order. */
class HostOrderTest {
    private static final int NODES = 4;
    private static final int ITEMS = 10;
    private static final int LOST_OF_THOUSAND = 20;
    private static final int MAX_ROUNDS = 2_000;

    private static int[] item(long seed, int node, int own) {
        return new Random(seed * node + own).ints(OrderedItem.WORDS).toArray();
    }

    private static void run(long seed, boolean hasCards) {
        try (ProtocolNodes nodes = new ProtocolNodes(NODES, seed, LOST_OF_THOUSAND)) {
            List<HostOrder> hosts = new ArrayList<>();
            List<List<OrderedItem>> seen = new ArrayList<>();
            int firstHost = hasCards ? 1 : 0;
            PanicCard library = hasCards ? nodes.library(0) : null;
            OrderedMulticast card = library == null ? null : new OrderedMulticast(library, OrderedMulticastTest.plan(nodes, 0));
            List<OrderedItem> seenOfCard = new ArrayList<>();
            for (int i = firstHost; i < NODES; i++) {
                HostMachine machine = nodes.host(i);
                OrderPlan plan = OrderedMulticastTest.plan(nodes, i);
                hosts.add(nodes.from(i, () -> new HostOrder(machine, plan)));
            }
            int[] sent = new int[NODES];
            for (int round = 0; round < MAX_ROUNDS && !hasAll(card, seenOfCard, hosts); round++) {
                for (int i = 0; i < NODES; i++) {
                    int[] next = item(seed, i, sent[i]);
                    int host = i - firstHost;
                    if (sent[i] < ITEMS && (host < 0 ? card.send(next) : nodes.<Boolean>from(i, () -> hosts.get(host).send(next)))) {
                        sent[i]++;
                    }
                }
                if (card != null) {
                    card.poll(seenOfCard::add);
                }
                nodes.pass(Duration.ofMillis(5));
            }
            if (card != null) {
                seen.add(seenOfCard);
                card.close();
                library.close();
            }
            for (int i = firstHost; i < NODES; i++) {
                HostOrder host = hosts.get(i - firstHost);
                seen.add(host.seen());
                nodes.on(i, host::stop);
            }
            OrderedMulticastTest.assertOneOrder("-Dspine.seed=" + seed, seen, seed, ITEMS);
        }
    }

    private static boolean hasAll(OrderedMulticast card, List<OrderedItem> seenOfCard, List<HostOrder> hosts) {
        return (card == null || seenOfCard.size() == NODES * ITEMS)
            && hosts.stream().allMatch(host -> host.seen().size() == NODES * ITEMS);
    }

    @Test
    void hostsAloneSeeOneOrder() {
        run(Long.getLong("spine.seed", 1), false);
    }

    @Test
    void aCardAndHostsSeeOneOrder() {
        run(Long.getLong("spine.seed", 2), true);
    }

    @Test
    void aNodeSendsNoMoreThanMayWait() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            HostMachine machine = nodes.host(0);
            nodes.on(0, () -> {
                HostOrder order = new HostOrder(machine, new OrderPlan(0, nodes.address(1), 20_000_000, false));
                for (int i = 0; i < OrderedMulticast.MAX_WAITING; i++) {
                    assertTrue(order.send(item(1, 0, i)));
                }
                assertFalse(order.send(item(1, 0, 8)));
                order.stop();
            });
        }
    }
}
