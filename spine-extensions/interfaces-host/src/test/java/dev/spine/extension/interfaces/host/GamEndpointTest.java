package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.GamExtension;
import dev.spine.host.driver.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("SO-20")
@Tag("SO-25")
@Tag("SN-19")
class GamEndpointTest {
    private static final int SUM = 7;
    private static final int SEGMENT = 8192;

    private static List<GamEndpoint> open(TestNodes nodes) {
        List<GamEndpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < nodes.addresses.size(); i++) {
            GamEndpoint endpoint = new GamEndpoint(nodes.side(i), i, nodes.addresses, SEGMENT);
            int self = i;
            endpoint.onRequest(SUM, (source, arguments) -> {
                int sum = 0;
                for (int argument : arguments) {
                    sum += argument;
                }
                return new int[] {sum, source, self};
            });
            endpoints.add(endpoint);
        }
        nodes.acceptHoldings();
        return endpoints;
    }

    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredByTheHandlerOfTheNodeTheyName(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(3, engine, GamExtension.class)) {
            List<GamEndpoint> endpoints = open(nodes);
            for (int from = 0; from < 3; from++) {
                for (int to = 0; to < 3; to++) {
                    int[] reply = endpoints.get(from).request(to, SUM, 1, 2, 3, 4, 5, 6, 7, 8, 9, from);
                    assertArrayEquals(new int[] {45 + from, from, to, 0, 0, 0, 0, 0, 0, 0}, reply);
                }
            }
            assertArrayEquals(new int[10], endpoints.get(0).request(1, 999), "no handler: an empty reply");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesAreWhereTheyWerePut(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine, GamExtension.class)) {
            List<GamEndpoint> endpoints = open(nodes);
            byte[] data = new byte[1001];
            new Random(5).nextBytes(data);
            endpoints.get(0).put(1, 100, data);
            assertArrayEquals(data, endpoints.get(0).get(1, 100, data.length));
            assertArrayEquals(data, endpoints.get(1).get(1, 100, data.length));
            assertArrayEquals(new byte[100], endpoints.get(0).get(1, 0, 100));
        }
    }

    @Test
    void moreRequestsThanTheWindowAreAllAnswered() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, GamExtension.class)) {
            List<GamEndpoint> endpoints = open(nodes);
            GamEndpoint first = endpoints.getFirst();
            List<Pending<int[]>> replies = nodes.side(0).tasks().call(() -> {
                List<Pending<int[]>> begun = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    begun.add(first.startRequest(1, SUM, i));
                }
                return begun;
            });
            nodes.side(0).tasks().await("all replies", () -> replies.stream().allMatch(Pending::isDone));
            for (int i = 0; i < 200; i++) {
                assertEquals(i, replies.get(i).get()[0]);
            }
        }
    }

    @Test
    void bytesOutsideOfTheSegmentAreRefusedAndChangeNothing() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, GamExtension.class)) {
            GamEndpoint endpoint = open(nodes).getFirst();
            int[] offsets = {-1, SEGMENT, SEGMENT - 9, Integer.MAX_VALUE, Integer.MIN_VALUE};
            for (int offset : offsets) {
                assertThrows(InterfaceException.class, () -> endpoint.put(1, offset, new byte[10]));
                assertThrows(InterfaceException.class, () -> endpoint.get(1, offset, 10));
            }
            assertThrows(IllegalArgumentException.class, () -> endpoint.get(1, 0, 4097));
            assertThrows(IllegalArgumentException.class, () -> endpoint.request(2, SUM));
            assertArrayEquals(new byte[4096], endpoint.get(1, SEGMENT - 4096, 4096));
        }
    }

    @Test
    void aNodeThatIsGoneEndsOperationsWithNoAnswer() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, GamExtension.class)) {
            GamEndpoint endpoint = open(nodes).getFirst();
            nodes.network.card(1).extension().unload();
            InterfaceException gone = assertThrows(InterfaceException.class, () -> endpoint.request(1, SUM, 1));
            assertTrue(gone.getMessage().contains("no answer came"), gone.getMessage());
        }
    }

    @Test
    void endpointsAreConfiguredOnce() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, GamExtension.class)) {
            open(nodes);
            assertThrows(InterfaceException.class, () -> new GamEndpoint(nodes.side(0), 0, nodes.addresses, SEGMENT));
        }
    }
}
