package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.RouterProtocol;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order in which cards hear of next hops. */
class NextHopNumbersTest {
    private static final int PORTS = 8;
    private static final int HEADER = 4;

    private final Set<Integer> down = new HashSet<>();
    /** What a card has of each number. */
    private final Map<Integer, Integer> actions = new HashMap<>();
    private final Map<Integer, int[]> buckets = new HashMap<>();
    private int broken;
    private final NextHopNumbers numbers = new NextHopNumbers(100, this::meaning, this::onOrder);

    private HopContent meaning(NextHop.Single hop) {
        int port = ((NextHop.OnLink) hop).port();
        return down.contains(port) ? HopContent.of(RouterProtocol.ACTION_UNREACHABLE)
            : new HopContent(RouterProtocol.ACTION_FORWARD, port, 1_500, port, port);
    }

    private void onOrder(byte[] bytes) {
        ByteBuffer order = ByteBuffer.wrap(bytes);
        int code = order.get(0) & 0xFF;
        int number = order.getInt(HEADER);
        if (code == RouterProtocol.COMMAND_NEXT_HOP) {
            actions.put(number, order.getInt(HEADER + 4) >>> RouterProtocol.ACTION_SHIFT);
        } else {
            assertEquals(RouterProtocol.COMMAND_SPREAD, code);
            int[] to = new int[RouterProtocol.SPREAD_BUCKETS];
            for (int i = 0; i < to.length; i++) {
                to[i] = order.getShort(HEADER + 8 + i * Short.BYTES) & 0xFFFF;
            }
            buckets.put(number, to);
        }
        for (int[] group : buckets.values()) {
            for (int hop : group) {
                broken += actions.get(hop) == RouterProtocol.ACTION_FORWARD ? 0 : 1;
            }
        }
    }

    @Test
    void noFlowIsSentAWayThatIsNotThereWhileAnotherIs() {
        for (int port = 1; port < PORTS; port++) {
            numbers.take(NextHop.of(List.of(new NextHop.Way(new NextHop.OnLink(port), 1),
                new NextHop.Way(new NextHop.OnLink(port + 1), 1))), 0);
        }
        assertEquals(0, broken);
        for (int port = 1; port <= PORTS; port++) {
            down.add(port);
            numbers.refresh();
            assertEquals(0, broken, "after port " + port + " went down");
            down.clear();
            numbers.refresh();
            assertEquals(0, broken, "after port " + port + " came back");
        }
    }

    @Test
    void aWayThatIsGoneIsTold() {
        int number = numbers.take(new NextHop.OnLink(1), 0);
        down.add(1);
        numbers.refresh();
        assertEquals(RouterProtocol.ACTION_UNREACHABLE, actions.get(number));
        down.clear();
        numbers.refresh();
        assertEquals(RouterProtocol.ACTION_FORWARD, actions.get(number));
        assertTrue(buckets.isEmpty());
        assertFalse(actions.isEmpty());
    }
}
