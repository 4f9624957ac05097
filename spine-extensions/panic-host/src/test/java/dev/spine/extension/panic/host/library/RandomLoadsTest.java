package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Programs come and leave at random, and the others move: their data stay what they were, and no memory is lost. */
class RandomLoadsTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int ROUNDS = 1_000;

    private static String program(int words) {
        return "PROGRAM P: VAR n, x[" + words + "]; TRIGGERS 1; BEGIN WHILE n < " + words
            + " DO BEGIN x[n] = n * 7 + " + words + "; n = n + 1 END END; MESSAGE 1: BEGIN x[0] = x[0] + 1 END; END;";
    }

    @Test
    void loadsAndUnloadsLeaveDataAndMemoryWhole() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            CardRoom before = node.panic.room();
            Random random = new Random(SEED);
            List<Integer> loaded = new ArrayList<>();
            Map<Integer, Integer> sizes = new HashMap<>();
            Map<Integer, Integer> sent = new HashMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                if (loaded.isEmpty() || loaded.size() < 20 && random.nextInt(20) < 11) {
                    int words = 1 + random.nextInt(random.nextInt(8) == 0 ? 600 : 40);
                    try {
                        int id = node.panic.load(TestNodes.compile(program(words)));
                        node.panic.run(id);
                        loaded.add(id);
                        sizes.put(id, words);
                        sent.put(id, 0);
                    } catch (InterfaceException e) {
                        assertTrue(e.getMessage().contains("no room"), e::getMessage);
                    }
                } else {
                    int id = loaded.remove(random.nextInt(loaded.size()));
                    node.panic.unload(id);
                }
                if (!loaded.isEmpty() && round % 10 == 0) {
                    int id = loaded.get(random.nextInt(loaded.size()));
                    node.panic.send(id, 1);
                    sent.merge(id, 1, Integer::sum);
                    node.card.pass(Duration.ofMillis(5));
                    check(node, loaded.get(random.nextInt(loaded.size())), sizes, sent);
                }
            }
            node.card.settle();
            for (int id : loaded) {
                check(node, id, sizes, sent);
            }
            for (int id : loaded) {
                node.panic.unload(id);
            }
            assertEquals(before, node.panic.room(), () -> "seed " + SEED);
        }
    }

    private static void check(OneCard node, int id, Map<Integer, Integer> sizes, Map<Integer, Integer> sent) {
        int words = sizes.get(id);
        node.awaitRest(id, 1 + sent.get(id));
        int count = Math.min(words, 20);
        int[] expected = new int[count];
        for (int i = 0; i < count; i++) {
            expected[i] = i * 7 + words + (i == 0 ? sent.get(id) : 0);
        }
        assertArrayEquals(expected, node.panic.read(id, 1, count), () -> "seed " + SEED + ", program " + id);
    }
}
