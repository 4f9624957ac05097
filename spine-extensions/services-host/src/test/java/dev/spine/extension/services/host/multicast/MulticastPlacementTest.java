package dev.spine.extension.services.host.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.harness.UdpFrame;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.multicast.MulticastExtension;
import dev.spine.extension.services.multicast.MulticastProtocol;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tree over the wire between the cards of nodes; and of one member, on the card or on the host: applications get the same. */
@Tag("SS-53")
class MulticastPlacementTest {
    private static final int NODES = 4;
    private static final int PACKETS = 20;
    private static final int FIRST_USER_WORD = 4;
    private static final byte[] IMAGE = PackagedExtension.image("multicast", MulticastExtension.class);

    private enum Place { CARD, HOST }

    /** A packet of the group, to the hardware address of a card, whose port takes it then. */
    private static byte[] packet(long to, int number) {
        byte[] frame = UdpFrame.of(to, 5_000, "packet " + number);
        ByteBuffer.wrap(frame).put(22, (byte) 9).putInt(30, 0xEF01_0203);
        Ipv4Header.writeChecksum(MemorySegment.ofArray(frame), UdpHeaders.IP);
        return frame;
    }

    /** By node: what its application got, as text; and what the extensions have counted. */
    private static List<Object> results(Place place, int members) {
        List<Object> results = new ArrayList<>();
        try (SimulatedNetwork network = SimulatedNetwork.of(NODES, HarnessEngine.MODELLED, 1, SimulatedCard.empty().withoutTrace())) {
            MulticastTree tree = new MulticastTree(5, 1, 1, lost -> { });
            List<ExtensionClient> clients = new ArrayList<>();
            List<Listening> listening = new ArrayList<>();
            List<Integer> instances = new ArrayList<>();
            for (int node = 0; node < members; node++) {
                SimulatedCard card = network.card(node);
                ExtensionClient client = place == Place.HOST ? card.kernel() : card.runtime();
                int instance = client.load(IMAGE, LoadOptions.OF_NODE.with("groups", "239.1.2.3:5000").with("key", "5"));
                List<String> got = new ArrayList<>();
                results.add(got);
                listening.add(client.listen(MulticastProtocol.DELIVER, new LentBuffers(32, 2_048), (message, data) -> {
                    byte[] bytes = data.memory().asSlice(0, data.length()).toArray(ValueLayout.JAVA_BYTE);
                    got.add(message.wordOrZero(FIRST_USER_WORD) + "/" + message.wordOrZero(FIRST_USER_WORD + 1) + " "
                        + new String(bytes, 42, 8, StandardCharsets.US_ASCII));
                }));
                clients.add(client);
                instances.add(instance);
                tree.add(new TreeMember(node + 1, client, card.tasks(), instance, "node" + node, 0, 0, "switch", card.hardwareAddress(),
                    true));
            }
            assertTrue(tree.install().isEmpty());
            for (int i = 0; i < PACKETS; i++) {
                network.card(0).receive(packet(network.card(0).hardwareAddress(), i));
                network.settle();
                if (i == PACKETS / 2) {
                    assertTrue(tree.install().isEmpty());
                }
            }
            network.settle();
            for (int node = 0; node < members; node++) {
                var status = clients.get(node).inspect(instances.get(node), 0);
                assertEquals("", status.failure());
                results.add(new TreeMap<>(status.counters()));
                listening.get(node).close();
                clients.get(node).unload(instances.get(node), 0);
            }
        }
        return results;
    }

    @Test
    void applicationsOfAllNodesGetEachPacketOnceAndInOrder() {
        List<Object> onCards = results(Place.CARD, NODES);
        for (int node = 0; node < NODES; node++) {
            List<?> got = (List<?>) onCards.get(node);
            assertEquals(PACKETS, got.size(), () -> onCards.toString());
            assertEquals("1/1 packet 0", got.getFirst());
        }
    }

    @Test
    void aMemberTakesAndDeliversTheSameOnTheCardAndOnTheHost() {
        List<Object> onCard = results(Place.CARD, 1);
        assertEquals(PACKETS, ((List<?>) onCard.getFirst()).size());
        assertEquals(onCard, results(Place.HOST, 1));
    }
}
