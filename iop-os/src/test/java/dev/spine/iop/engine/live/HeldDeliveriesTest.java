package dev.spine.iop.engine.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeldDeliveriesTest {
    @Test
    void deliveriesLeaveWhenTheyAreDueInTheOrderOfTimeThenOfArrival() {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        String again = "run again with -Dspine.seed=" + seed;
        SplittableRandom random = new SplittableRandom(seed);
        HeldDeliveries held = new HeldDeliveries();
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 4096);
        List<Token> expected = new ArrayList<>();
        long now = 0;
        for (int round = 0; round < 2000; round++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                Token token = new Token(round);
                token.value = (int) (now + random.nextInt(100));
                expected.add(token);
                held.hold(list, token, token.value);
            }
            // Stable: equal times stay in the order of arrival.
            expected.sort(Comparator.comparingInt(token -> token.value));
            now += random.nextInt(3);
            int due = 0;
            while (due < expected.size() && expected.get(due).value <= now) {
                due++;
            }
            assertEquals(due, held.release(now), again);
            for (int i = 0; i < due; i++) {
                assertSame(expected.get(i), list.poll(), again);
            }
            assertNull(list.poll());
            expected.subList(0, due).clear();
            assertEquals(expected.size(), held.size(), again);
            if (!expected.isEmpty()) {
                assertEquals(expected.getFirst().value, held.earliestNs(), again);
            }
        }
    }
}
