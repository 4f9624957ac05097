package dev.spine.extension.interfaces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceLevel;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeTableTest {
    private static final int MAX = 8;
    private static final int HANDLER = 9;
    private static final int RETURNED = 10;
    private static final Route OWN = RuntimeAccess.newRoute(Route.Way.LOCAL, HANDLER, 1);
    private static final Route ELSEWHERE = RuntimeAccess.newRoute(Route.Way.NETWORK, HANDLER, 2);

    /** The arguments of each way that was made. */
    private final List<List<Object>> made = new ArrayList<>();
    private final ExtensionContext context = (ExtensionContext) Proxy.newProxyInstance(NodeTableTest.class.getClassLoader(),
        new Class<?>[] {ExtensionContext.class}, (_, method, arguments) -> {
            assertEquals("network", method.getName(), "nothing else is asked of the context");
            made.add(List.of(arguments));
            return ELSEWHERE;
        });
    private final Counter malformed = RuntimeAccess.newCounter();
    private final NodeTable nodes = table(null);

    private NodeTable table(@Nullable Route own) {
        return new NodeTable(context, malformed, MAX, HANDLER, RETURNED, own);
    }

    private static Message from(Route.Way way, int... words) {
        Message message = RuntimeAccess.newMessage();
        RuntimeAccess.set(message, Message.Kind.SMALL, Route.NOWHERE, 0, null, null);
        RuntimeAccess.came(message, way);
        System.arraycopy(words, 0, RuntimeAccess.words(message), 0, words.length);
        return message;
    }

    private static Message order(int... words) {
        return from(Route.Way.HOST, words);
    }

    @Test
    void whatTheHostSendsIsAnOrder() {
        assertTrue(nodes.isOrder(order()));
        assertEquals(0, malformed.value());
    }

    @Test
    void whatANodeACardOrAnExtensionSendsIsNoOrderAndIsCounted() {
        assertFalse(nodes.isOrder(from(Route.Way.NETWORK)));
        assertFalse(nodes.isOrder(from(Route.Way.PEER)));
        assertFalse(nodes.isOrder(from(Route.Way.LOCAL)));
        assertEquals(3, malformed.value());
    }

    @ParameterizedTest
    @CsvSource({"-1, 2", "2, 2", "0, 0", "0, -1", "0, 9", "3, 2"})
    void nodesThatCannotBeAreNotCounted(int self, int size) {
        assertFalse(nodes.mayCount(order(self, size)));
        assertFalse(nodes.count(order(self, size)));
        assertEquals(-1, nodes.self());
        assertEquals(0, nodes.size());
    }

    @Test
    void nodesAreCountedOnce() {
        assertTrue(nodes.mayCount(order(7, MAX)));
        assertEquals(-1, nodes.self(), "asking counts nothing");
        assertTrue(nodes.count(order(7, MAX)));
        assertFalse(nodes.mayCount(order(1, 2)));
        assertFalse(nodes.count(order(1, 2)));
        assertEquals(7, nodes.self());
        assertEquals(MAX, nodes.size());
    }

    @Test
    void aNodeIsReachedReliablyAtItsAddressAndExtension() {
        nodes.count(order(0, 2));
        nodes.name(order(1, 0x0200, 0x8000_0001, 3));
        assertSame(ELSEWHERE, nodes.route(1));
        assertEquals(List.of(List.of(0x0200_8000_0001L, 3 << 8 | HANDLER, ServiceLevel.RELIABLE, RETURNED)), made);
        assertNull(nodes.route(0), "the other node has no way yet");
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "2, 1", "0, 0", "0, 256", "0, -1"})
    void aWayToNoNodeOrNoExtensionIsCountedAndNotLearnt(int node, int instance) {
        nodes.count(order(0, 2));
        nodes.name(order(node, 0, 1, instance));
        assertEquals(1, malformed.value());
        assertNull(nodes.route(node));
    }

    @Test
    void noWayIsLearntBeforeTheNodesAreCounted() {
        nodes.name(order(0, 0, 1, 1));
        assertEquals(1, malformed.value());
        assertNull(nodes.route(0));
    }

    @Test
    void theOwnNodeIsReachedByTheOwnWayWhereThereIsOne() {
        NodeTable withOwn = table(OWN);
        withOwn.count(order(1, 2));
        withOwn.name(order(0, 0, 1, 1));
        withOwn.name(order(1, 0, 2, 1));
        assertSame(ELSEWHERE, withOwn.route(0));
        assertSame(OWN, withOwn.route(1));
        nodes.count(order(1, 2));
        nodes.name(order(1, 0, 2, 1));
        assertSame(ELSEWHERE, nodes.route(1));
    }
}
