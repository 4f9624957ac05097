package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.MemoryStore;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.harness.HarnessEngine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client asks which areas are open. */
@Tag("AR-11")
class AreaListTest {
    private static List<ListedArea> sorted(RemoteServer server) {
        return server.areas().stream().sorted(Comparator.comparing(each -> each.area().name())).toList();
    }

    @Test
    void areasOfAllKindsAreTold() {
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> MemoryStore.ofBytes(1 << 20))) {
            RemoteServer server = node.connect(0);
            assertEquals(List.of(), server.areas());
            node.server.open("card", 100, true);
            node.server.share("host", node.side(0).tasks().call(() -> node.side(0).memory().allocate("host", 5_000)), false);
            node.server.open("its-name-has-24-letters.", 4, false);
            node.server.open("disk", node.blocks(0, 1 << 16), true);
            List<ListedArea> listed = sorted(server);
            assertEquals(List.of(ListedArea.Kind.CARD, ListedArea.Kind.DISK, ListedArea.Kind.HOST, ListedArea.Kind.CARD),
                listed.stream().map(ListedArea::kind).toList());
            for (ListedArea each : listed) {
                assertEquals(server.lookup(each.area().name()), each.area());
            }
        }
    }

    @Test
    void manyAreasComeInPages() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            List<String> names = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            for (int count = 1; count <= 20; count++) {
                names.add("area" + (char) ('a' + count));
                numbers.add(node.server.open(names.getLast(), count, false));
                assertEquals(names, sorted(server).stream().map(each -> each.area().name()).toList());
            }
            for (int i = 19; i >= 0; i -= 2) {
                node.server.close(numbers.get(i));
                names.remove(i);
            }
            assertEquals(names, sorted(server).stream().map(each -> each.area().name()).toList());
        }
    }

    @Test
    void aRequestWithoutSenseIsRefusedAndNothingIsKept() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("kept", 4, true);
            RemoteServer server = node.connect(0);
            for (int place : new int[] {-1, Integer.MIN_VALUE, 32, Integer.MAX_VALUE}) {
                int[] words = new int[12];
                words[2] = place;
                assertEquals(ArdmaProtocol.MALFORMED, ask(node, words, new byte[0]).status());
            }
            assertEquals(ArdmaProtocol.MALFORMED, ask(node, new int[12], new byte[100]).status());
            for (int i = 0; i < 2_000; i++) {
                int[] words = new int[12];
                words[2] = i % 32;
                Answer answer = ask(node, words, new byte[0]);
                assertEquals(ArdmaProtocol.DONE, answer.status());
                assertEquals(i % 32 == 0 ? 1 : 0, answer.word(2));
            }
            assertEquals(1, server.areas().size());
            assertTrue(node.card().report().running());
        }
    }

    @Test
    void aListWithoutSenseIsNone() {
        byte[] kind = new byte[ArdmaProtocol.LISTED_BYTES];
        kind[6] = 3;
        for (byte[] data : new byte[][] {{}, new byte[ArdmaProtocol.LISTED_BYTES + 1], kind}) {
            assertEquals(ArdmaProtocol.MALFORMED, assertThrows(ArdmaException.class, () -> ListedArea.read(data, 1)).status());
        }
        assertThrows(ArdmaException.class, () -> ListedArea.read(new byte[0], -1));
    }

    private static Answer ask(TestServer node, int[] words, byte[] data) {
        return node.clients.getFirst().ask(new Connection(0, 1, 0), ArdmaProtocol.LIST, words, data, StreamReader.NOTHING);
    }

    @Test
    void anAreaThatOneActivationCannotZeroIsRefusedAndTheServerStays() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            ArdmaException refused = assertThrows(ArdmaException.class, () -> node.server.open("large", 16 << 20, true));
            assertTrue(refused.getMessage().startsWith("area large of 16777216 bytes cannot be opened in card memory, where one has some"),
                refused::getMessage);
            node.server.open("small", 100, true);
            assertEquals(100, node.connect(0).lookup("small").length());
        }
    }
}
