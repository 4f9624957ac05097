package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All hosts see one order, whatever the wire loses and repeats. {@code -Dspine.seed=SEED} and {@code -Dspine.seeds=COUNT} say which runs,
 * {@code -Dspine.nodes=N} of how many nodes.
 */
class OrderedMulticastTest {
    private static final long FIRST_SEED = Long.getLong("spine.seed", 1);
    private static final int SEEDS = Integer.getInteger("spine.seeds", Boolean.getBoolean("spine.full") ? 20 : 3);
    private static final int NODES = Integer.getInteger("spine.nodes", 4);
    private static final int MANY = 64;
    private static final int LOST_OF_THOUSAND = 10;
    private static final int HEAVY_LOSS = 100;
    private static final int AGAIN_NS = 20_000_000;
    private static final int MAX_ROUNDS = 20_000;

    /** What a run has cost. */
    private record Cost(int rounds, int tokensAgain, int itemsAgain) {
    }

    private static int[] item(Random random) {
        return random.ints(OrderedItem.WORDS).toArray();
    }

    /** The place of a node whose ring goes by the order of the nodes. The last one that is there makes the token. */
    static OrderPlan plan(ProtocolNodes nodes, int node) {
        return new OrderPlan(node, nodes.address((node + 1) % nodes.count()), AGAIN_NS, node == nodes.count() - 1);
    }

    /** Each node sends so many items; all must arrive everywhere. */
    private static Cost run(int count, long seed, int itemsOfNode, int losing) {
        String text = count + " nodes, -Dspine.seed=" + seed;
        try (ProtocolNodes nodes = new ProtocolNodes(count, seed, losing)) {
            List<PanicCard> libraries = new ArrayList<>();
            List<OrderedMulticast> group = new ArrayList<>();
            List<List<OrderedItem>> seen = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                libraries.add(nodes.library(i));
                group.add(new OrderedMulticast(libraries.get(i), plan(nodes, i)));
                seen.add(new ArrayList<>());
            }
            Random random = new Random(seed);
            int[] sent = new int[count];
            int rounds = 0;
            while (seen.stream().anyMatch(each -> each.size() < count * itemsOfNode)) {
                assertTrue(rounds++ < MAX_ROUNDS, () -> text + ": items do not arrive: " + seen.stream().map(List::size).toList());
                for (int i = 0; i < count; i++) {
                    group.get(i).poll(seen.get(i)::add);
                    if (sent[i] < itemsOfNode && random.nextInt(3) == 0 && group.get(i).send(item(new Random(seed * i + sent[i])))) {
                        sent[i]++;
                    }
                }
                nodes.pass(Duration.ofMillis(1 + random.nextInt(10)));
            }
            assertOneOrder(text, seen, seed, itemsOfNode);
            Cost cost = new Cost(rounds, group.stream().mapToInt(OrderedMulticast::tokensAgain).sum(),
                group.stream().mapToInt(OrderedMulticast::itemsAgain).sum());
            group.forEach(OrderedMulticast::close);
            libraries.forEach(PanicCard::close);
            return cost;
        }
    }

    static void assertOneOrder(String text, List<List<OrderedItem>> seen, long seed, int itemsOfNode) {
        int count = seen.size();
        for (int i = 1; i < count; i++) {
            assertEquals(seen.get(0), seen.get(i), text);
        }
        int[] next = new int[count];
        for (int i = 0; i < seen.get(0).size(); i++) {
            OrderedItem item = seen.get(0).get(i);
            assertEquals(i, item.number(), text);
            int own = next[item.origin()]++;
            assertEquals(own, item.own(), text);
            assertEquals(new Random(seed * item.origin() + own).ints(OrderedItem.WORDS).boxed().toList(), item.words(), text);
        }
        for (int each : next) {
            assertEquals(itemsOfNode, each, text);
        }
    }

    @Test
    void withoutLossNothingIsSentTwice() {
        Cost cost = run(4, 1, 40, 0);
        assertEquals(0, cost.tokensAgain());
        assertEquals(0, cost.itemsAgain());
    }

    @Test
    void allHostsSeeOneOrderWhenFramesAreLostAndRepeated() {
        int tokens = 0;
        int items = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Cost cost = run(NODES, seed, 10, LOST_OF_THOUSAND);
            tokens += cost.tokensAgain();
            items += cost.itemsAgain();
        }
        System.out.printf("ordered multicast, %d nodes, %d seeds: %d tokens and %d items were sent again%n", NODES, SEEDS, tokens, items);
        assertTrue(SEEDS < 20 || tokens > 0 && items > 0, tokens + " tokens and " + items + " items were sent again");
    }

    @Test
    void tokensAndItemsThatAreLostComeAgain() {
        Cost cost = run(4, FIRST_SEED, 10, HEAVY_LOSS);
        assertTrue(cost.tokensAgain() > 0 && cost.itemsAgain() > 0, cost.toString());
    }

    @Test
    @Tag("full")
    void sixtyFourHostsSeeOneOrder() {
        Cost cost = run(MANY, FIRST_SEED, 2, LOST_OF_THOUSAND);
        System.out.println("ordered multicast, 64 nodes: " + cost);
    }
}
