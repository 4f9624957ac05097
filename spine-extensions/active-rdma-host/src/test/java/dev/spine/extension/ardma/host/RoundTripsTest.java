package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.spine.extension.ardma.host.demo.LinkedList;
import dev.spine.extension.ardma.host.demo.SearchTree;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.harness.HarnessEngine;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a lookup goes to the server and back, counted there: by direct access for each step of the structure, by a routine once. */
@Tag("AR-03")
@Tag("AR-05")
class RoundTripsTest {
    private static final long NONE = -1;

    private static long requests(TestServer node) {
        node.network.settle();
        return node.card().counter("requests");
    }

    private static RemoteArea write(TestServer node, RemoteServer server, byte[] bytes) {
        node.server.open("structure", bytes.length, true);
        RemoteArea area = server.lookup("structure");
        int piece = 40_000;
        for (int at = 0; at < bytes.length; at += piece) {
            server.write(area, at, Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
        }
        return area;
    }

    @Test
    void aListOfAThousandElementsIsOneTripForARoutineAndAThousandByDirectAccess() {
        int elements = 1_000;
        byte[] bytes = new byte[(int) LinkedList.bytes(elements)];
        long[] keys = LongStream.range(0, elements).toArray();
        LinkedList.layOut(new ArrayArea(bytes, true), keys, LongStream.range(0, elements).map(key -> key * key).toArray(),
            IntStream.range(0, elements).map(i -> i * 7 % elements).toArray());
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = write(node, server, bytes);
            long hash = server.install(LinkedList.lookupRoutine());
            RemoteRoutine direct = server.direct(LinkedList.lookupRoutine());

            long before = requests(node);
            assertEquals(999 * 999, server.call(hash, List.of(area), 999, NONE).value());
            assertEquals(1, requests(node) - before);

            before = requests(node);
            assertEquals(999 * 999, direct.run(List.of(area), 999, NONE).value());
            assertEquals(elements, requests(node) - before);
        }
    }

    @Test
    void aTreeOfFourLevelsIsOneTripForARoutineAndFourByDirectAccess() {
        int fanOut = 8;
        int count = 1_000;
        assertEquals(4, SearchTree.depth(count, fanOut));
        byte[] bytes = new byte[(int) SearchTree.bytes(count, fanOut)];
        long[] keys = LongStream.range(0, count).map(key -> key * 3).toArray();
        SearchTree.layOut(new ArrayArea(bytes, true), fanOut, keys, LongStream.range(0, count).toArray());
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = write(node, server, bytes);
            long hash = server.install(SearchTree.lookupRoutine());
            RemoteRoutine direct = server.direct(SearchTree.lookupRoutine());

            long before = requests(node);
            assertEquals(777, server.call(hash, List.of(area), 777 * 3, NONE, fanOut).value());
            assertEquals(1, requests(node) - before);

            before = requests(node);
            assertEquals(777, direct.run(List.of(area), 777 * 3, NONE, fanOut).value());
            assertEquals(4, requests(node) - before);
        }
    }

    @Test
    @Tag("AR-08")
    void theHostOfTheServerHearsNothingOfCalls() {
        byte[] bytes = new byte[(int) LinkedList.bytes(10)];
        LinkedList.layOut(new ArrayArea(bytes, true), LongStream.range(0, 10).toArray(), new long[10], IntStream.range(0, 10).toArray());
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = write(node, server, bytes);
            long hash = server.install(LinkedList.lookupRoutine());
            assertNotEquals(0, requests(node));
            node.network.card(0).hostMessages();
            for (int i = 0; i < 100; i++) {
                server.call(hash, List.of(area), i % 10, NONE);
            }
            node.network.settle();
            assertEquals(List.of(), node.network.card(0).hostMessages());
        }
    }
}
