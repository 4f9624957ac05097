package dev.spine.extension.services.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.harness.UdpFrame;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.accounting.AccountingExtension;
import dev.spine.extension.services.accounting.AccountingProtocol;
import dev.spine.extension.services.host.accounting.FlowCollector;
import dev.spine.extension.services.host.accounting.FlowRecord;
import dev.spine.extension.services.host.lrp.LrpFlow;
import dev.spine.extension.services.host.lrp.LrpReceiver;
import dev.spine.extension.services.host.lrp.LrpSender;
import dev.spine.extension.services.host.lrp.LrpSocket;
import dev.spine.extension.services.host.multicast.MulticastTree;
import dev.spine.extension.services.host.multicast.TreeMember;
import dev.spine.extension.services.host.packet.TestPackets;
import dev.spine.extension.services.lrp.LrpExtension;
import dev.spine.extension.services.lrp.LrpProtocol;
import dev.spine.extension.services.multicast.MulticastExtension;
import dev.spine.extension.services.multicast.MulticastProtocol;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sample.foreignanswer.ForeignAnswer;

/** An extension beside a service tells the host what the service would: the host side takes nothing of it, and what the service says. */
class ForeignAnswersTest {
    private static final int NOTIFY = 1;

    private static LoadedExtension stranger(SimulatedCard card) {
        LoadedExtension stranger = card.load(ForeignAnswer.class);
        card.settle();
        stranger.acceptHoldings();
        return stranger;
    }

    @Test
    void recordsAndTotalsOfAnotherExtensionAreNoneOfAccounting() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = card.runtime().load(PackagedExtension.image("accounting", AccountingExtension.class), LoadOptions.OF_NODE);
            LoadedExtension stranger = stranger(card);
            List<FlowRecord> records = new ArrayList<>();
            try (FlowCollector collector = FlowCollector.listen(card.runtime(), instance, AccountingProtocol.RECORDS_HANDLER,
                records::add)) {
                int record = AccountingProtocol.RECORD_BYTES;
                int totals = AccountingProtocol.RECORDS_HANDLER + AccountingProtocol.TOTALS_OFFSET;
                // More often than there are buffers: what a stranger's message has come in is lent again.
                for (int i = 0; i < 40; i++) {
                    stranger.send(NOTIFY, AccountingProtocol.RECORDS_HANDLER, record, 1_000, 1);
                    stranger.send(NOTIFY, totals, AccountingProtocol.PREFIX_BYTES, 0, 77);
                    card.settle();
                }
                assertEquals(80, collector.foreign());
                assertEquals(List.of(), records);
                assertNull(collector.totals());

                card.receive(TestPackets.udpFrame(0x0A000001, 0x0A000002, 4_000, 53, 10));
                card.settle();
                collector.flush();
                card.tasks().await("the record of the flow", () -> !records.isEmpty());
                collector.ask();
                card.tasks().await("the totals", () -> collector.totals() != null);
                assertEquals(1, records.size());
                assertEquals(0, collector.sums().missing(), "the sequence of the service's records, and not the stranger's");
                FlowCollector.Totals notified = collector.totals();
                assertNotNull(notified);
                assertEquals(1, notified.packets());
                assertEquals(80, collector.foreign());
            }
            card.runtime().unload(instance, 0);
        }
    }

    @Test
    void socketsAreOpenedAndFedByLrpAlone() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = card.runtime().load(PackagedExtension.image("lrp", LrpExtension.class), LoadOptions.OF_NODE);
            LoadedExtension stranger = stranger(card);
            try (LrpReceiver receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(4, 2_048));
                    LrpSender sender = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), instance, 2, 100)) {
                // They come while the host waits for the card's own answer.
                for (int i = 0; i < 20; i++) {
                    stranger.send(NOTIFY, LrpProtocol.ANSWER, 0, 0, LrpProtocol.REFUSED);
                }
                LrpSocket socket = receiver.open(LrpFlow.udp(7_000), 8, 2);
                for (int i = 0; i < 10; i++) {
                    stranger.send(NOTIFY, LrpProtocol.PACKET, 60, 0);
                    card.settle();
                }
                assertEquals(0, card.tasks().call(socket::received));
                card.receive(UdpFrame.of(card.hardwareAddress(), 7_000, "packet"));
                card.settle();
                assertEquals(1, card.tasks().call(socket::received));
                assertEquals(30, card.tasks().call(receiver::foreign));

                stranger.send(NOTIFY, LrpProtocol.SENT, 0, 3, 3);
                assertTrue(card.tasks().call(() -> sender.trySend(MemorySegment.ofArray(new byte[60]), 0, 60)));
                card.settle();
                assertEquals(List.of(1L, 0L, 1L), card.tasks().call(() -> List.of(sender.sent(), sender.lost(), sender.foreign())));
            }
            card.settle();
            card.runtime().unload(instance, 0);
        }
    }

    @Test
    void noOtherExtensionOfACardSpeaksForAMemberOfATree() {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, HarnessEngine.MODELLED, 1, SimulatedCard.empty().withoutTrace())) {
            List<Integer> lost = new ArrayList<>();
            MulticastTree tree = new MulticastTree(5, 1, 1, lost::add);
            byte[] image = PackagedExtension.image("multicast", MulticastExtension.class);
            List<Integer> instances = new ArrayList<>();
            for (int node = 0; node < 2; node++) {
                SimulatedCard card = network.card(node);
                instances.add(card.runtime().load(image, LoadOptions.OF_NODE.with("groups", "239.1.2.3:5000").with("key", "5")));
                tree.add(new TreeMember(node + 1, card.runtime(), card.tasks(), instances.get(node), "node" + node, 0, 0, "switch",
                    card.hardwareAddress(), true));
            }
            LoadedExtension stranger = stranger(network.card(1));
            for (int generation = 1; generation <= 3; generation++) {
                // Refused, in the name of either member; they come while the host waits for the cards' own answers.
                stranger.send(NOTIFY, MulticastProtocol.ANSWER, 0, 2, generation, MulticastProtocol.REFUSED);
                stranger.send(NOTIFY, MulticastProtocol.ANSWER, 0, 1, generation, MulticastProtocol.REFUSED);
                stranger.send(NOTIFY, MulticastProtocol.LOST, 0, 2, generation, 1);
            }
            network.settle();
            assertEquals(Set.of(), tree.install());
            assertEquals(1, tree.generation());
            assertEquals(List.of(), lost);
            assertEquals(9, tree.foreign());
            for (int node = 0; node < 2; node++) {
                network.card(node).runtime().unload(instances.get(node), 0);
            }
        }
    }
}
