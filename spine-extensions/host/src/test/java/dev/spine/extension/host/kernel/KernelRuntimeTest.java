package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.HostedRuntime.Admission;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import outlaws.Reflector;
import programs.Copier;
import programs.Half;
import programs.Offender;
import programs.PacketEcho;
import programs.PingPong;
import programs.Seeker;
import programs.Summer;
import programs.Ticker;

@Tag("SO-20")
@Tag("SO-21")
@Tag("SS-19")
@Tag("SN-07")
class KernelRuntimeTest {
    private static PlacedNode node(EngineKind kind) {
        return new PlacedNode(Where.HOST, kind, HostModel.MIXED, InstanceLimits.STANDARD);
    }

    private static PlacedNode node() {
        return node(EngineKind.MODELLED);
    }

    // --- the same trust

    @Test
    void whatTheVerifierRejectsDoesNotGetOntoTheHost() {
        try (PlacedNode node = node()) {
            ExtensionRefusedException refused = assertThrows(ExtensionRefusedException.class, () -> node.load(Reflector.class));
            assertTrue(String.valueOf(refused.getMessage()).contains("java.lang.Class"), refused.getMessage());
            assertThrows(ExtensionRefusedException.class, () -> node.client().load(new byte[100]));
            assertTrue(node.client().list(0).isEmpty());
        }
    }

    @Test
    void anOwnerIsHeldToItsQuotaOnTheHost() {
        try (PlacedNode node = node()) {
            node.client().limit(7, new OwnerLimits(Map.of(Quota.INSTANCES, 1L)));
            byte[] image = PlacedNode.image(PingPong.class);
            int first = node.client().load(image, LoadOptions.ownedBy(7));
            assertThrows(ExtensionRefusedException.class, () -> node.client().load(image, LoadOptions.ownedBy(7)));
            int other = node.client().load(image, LoadOptions.ownedBy(8));
            assertThrows(ExtensionRefusedException.class, () -> node.client().unload(other, 7));
            assertThrows(ExtensionRefusedException.class, () -> node.client().inspect(other, 7));
            assertEquals(List.of(first), node.client().list(7).stream().map(InstanceStatus::instance).toList());
        }
    }

    @Test
    void extensionsLoadedForAConnectionEndWithIt() {
        try (PlacedNode node = node()) {
            byte[] image = PlacedNode.image(PingPong.class);
            node.client().load(image, LoadOptions.ownedBy(7).whileConnected());
            int stays = node.client().load(image, LoadOptions.ownedBy(7));
            node.client().load(image, LoadOptions.ownedBy(7).whileConnected());
            assertEquals(2, node.client().endOwner(7));
            assertEquals(List.of(stays), node.client().list(0).stream().map(InstanceStatus::instance).toList());
        }
    }

    // --- failure

    @ParameterizedTest
    @EnumSource
    void aFailingKernelExtensionIsStoppedAndTheHostGoesOn(EngineKind kind) {
        try (PlacedNode node = node(kind)) {
            for (int harm = 1; harm <= 5; harm++) {
                int offender = node.load(Offender.class);
                int neighbour = node.load(PingPong.class);
                node.client().send(offender, 1, harm);
                assertEquals("1234 -1 0 user 7", node.order(neighbour, 0, 1_234));
                InstanceStatus status = node.client().inspect(offender, 0);
                assertFalse(status.failure().isEmpty());
                assertFalse(node.onHost(() -> node.kernel.isRunning(offender)));
                // What is sent to it now is dropped and counted, and disturbs nobody.
                node.client().send(offender, 1, 9);
                assertEquals("8 -1 0 user 7", node.order(neighbour, 0, 8));
                assertEquals(status.number("dropped") + 1, node.client().inspect(offender, 0).number("dropped"));
                node.client().unload(offender, 0);
                node.client().unload(neighbour, 0);
            }
            // The drivers beside it work as before.
            int onCard = node.cardClient.load(PlacedNode.image(PingPong.class));
            node.cardClient.unload(onCard, 0);
        }
    }

    // --- what is not there

    @Test
    void whatIsAskedForAndIsNotThereIsAnsweredAndNoFailure() {
        try (PlacedNode node = node()) {
            int seeker = node.load(Seeker.class);
            assertEquals("1 0 0 user 7", node.order(seeker, 1));
            node.settle();
            node.order(seeker, 2);
            assertEquals("", node.client().inspect(seeker, 0).failure());
        }
    }

    @Test
    void aHostWithoutALanPortHasNoPackets() {
        try (PlacedNode node = node()) {
            KernelRuntime bare = node.onHost(() -> new KernelRuntime(node.node.host(), node.node.driver(), node.node.memory(),
                PlacedNode.MEMORY_BYTES, InstanceLimits.STANDARD));
            KernelClient client = new KernelClient(bare, node.node.tasks());
            int instance = client.load(PlacedNode.image(PacketEcho.class));
            assertEquals("", client.inspect(instance, 0).failure());
            node.onHost(() -> {
                bare.close();
                return Boolean.TRUE;
            });
        }
    }

    // --- two halves

    @ParameterizedTest
    @EnumSource
    @Tag("SN-19")
    void twoHalvesOfAnApplicationPlayBallBetweenCardAndHost(EngineKind kind) {
        try (PlacedNode node = node(kind)) {
            byte[] image = PlacedNode.image(Half.class);
            int onCard = node.cardClient.load(image);
            int onHost = node.kernelClient.load(image);
            int iopId = node.node.driver().iopId(node.iop);
            // The card's half sends to the host's handler 9, which is the kernel extension's handler 2.
            node.kernelClient.join(node.iop, node.cardTid, 9, onHost, 2);
            node.cardClient.send(onCard, 1, 0, 0, 9, 0);
            assertEquals("200 100 0 user 7",
                node.order(onHost, iopId, node.cardTid, RuntimeProtocol.handlerNumber(onCard, 2), 100));
            assertEquals(100, node.cardClient.inspect(onCard, 0).counters().get("balls"));
            assertEquals(0, node.onHost(node.kernel::undeliverable));
            node.kernelClient.unload(onHost, 0);
            node.cardClient.unload(onCard, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void dataGoFromTheHalfOnTheHostToTheHalfOnTheCard(EngineKind kind) {
        try (PlacedNode node = node(kind)) {
            byte[] image = PlacedNode.image(Half.class);
            int onCard = node.cardClient.load(image);
            int onHost = node.kernelClient.load(image);
            int iopId = node.node.driver().iopId(node.iop);
            List<String> answers = new ArrayList<>();
            node.cardClient.listen(5, reply -> answers.add(reply.word(4) + " " + reply.word(5) + " " + reply.word(15)));
            int before = node.onHost(node.kernel::memoryInUse);
            node.client().send(onHost, 1, iopId, node.cardTid, RuntimeProtocol.handlerNumber(onCard, 5), 0);
            int[] sizes = {1, 64, 4_096, 10_001};
            for (int i = 0; i < sizes.length; i++) {
                int count = i + 1;
                node.client().send(onHost, 4, sizes[i]);
                node.node.tasks().await("the sum", () -> answers.size() == count);
                int sum = 0;
                for (int at = 0; at < sizes[i]; at++) {
                    sum = sum * 7 + (at * 3 + 1 & 0xFF);
                }
                assertEquals(sum + " " + sizes[i] + " 1", node.onHost(answers::getLast));
            }
            // The data was lent until the card had it, and no longer.
            node.node.tasks().await("the data to come back", () -> node.kernel.memoryInUse() == before);
            assertEquals(0, node.onHost(node.kernel::undeliverable));
            node.kernelClient.unload(onHost, 0);
            node.cardClient.unload(onCard, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyMessagesAtOnceArriveInOrderInBothDirections(EngineKind kind) {
        try (PlacedNode node = node(kind)) {
            byte[] image = PlacedNode.image(Half.class);
            int onCard = node.cardClient.load(image);
            int onHost = node.kernelClient.load(image);
            int iopId = node.node.driver().iopId(node.iop);
            node.kernelClient.join(node.iop, node.cardTid, 9, onHost, 6);
            List<Integer> sent = new ArrayList<>();
            node.cardClient.listen(5, reply -> sent.add(reply.word(4)));
            node.client().listen(5, reply -> sent.add(reply.word(4)));
            // More than an instance's queue holds.
            node.cardClient.send(onCard, 1, 0, 0, 9, 0);
            node.cardClient.send(onCard, 3, 200);
            node.node.tasks().await("the flood from the card", () -> !sent.isEmpty());
            node.client().send(onHost, 1, iopId, node.cardTid, RuntimeProtocol.handlerNumber(onCard, 6), 0);
            node.client().send(onHost, 3, 200);
            node.node.tasks().await("the flood from the host", () -> sent.size() == 2);
            int fromCard = node.onHost(() -> sent.getFirst());
            int fromHost = node.onHost(() -> sent.getLast());
            assertTrue(fromCard > 0 && fromHost > 0, fromCard + " and " + fromHost);
            awaitCount(node, node.client(), onHost, fromCard);
            awaitCount(node, node.cardClient, onCard, fromHost);
            assertEquals(0, node.onHost(node.kernel::undeliverable));
        }
    }

    private static void awaitCount(PlacedNode node, ExtensionClient client, int instance, int expected) {
        long seen = 0;
        for (int i = 0; i < 1_000 && seen < expected; i++) {
            seen = client.inspect(instance, 0).counters().get("in order");
            node.node.advance(100_000);
        }
        assertEquals(expected, seen);
    }

    @Test
    void aResetOfTheCardEndsWhatWaitsForItAndTheHostsHalfStays() {
        try (PlacedNode node = node()) {
            byte[] image = PlacedNode.image(Half.class);
            int onCard = node.cardClient.load(image);
            int onHost = node.kernelClient.load(image);
            int iopId = node.node.driver().iopId(node.iop);
            node.kernelClient.join(node.iop, node.cardTid, 9, onHost, 2);
            node.cardClient.send(onCard, 1, 0, 0, 9, 0);
            node.order(onHost, iopId, node.cardTid, RuntimeProtocol.handlerNumber(onCard, 2), 3);
            node.node.await("the restart", () -> node.node.driver().restart(node.iop));
            assertTrue(node.onHost(() -> node.kernel.isRunning(onHost)));
            // Both halves again: the card has forgotten its own.
            int again = node.cardClient.load(image);
            node.kernelClient.join(node.iop, node.cardTid, 9, onHost, 2);
            node.cardClient.send(again, 1, 0, 0, 9, 0);
            assertEquals("6 6 0 user 7", node.order(onHost, iopId, node.cardTid, RuntimeProtocol.handlerNumber(again, 2), 3));
        }
    }

    // --- replacing

    @Test
    void aKernelExtensionIsReplacedUnderItsNumber() {
        try (PlacedNode node = node()) {
            int instance = node.load(PingPong.class);
            assertEquals("3 -1 0 user 7", node.order(instance, 0, 3));
            assertThrows(ExtensionRefusedException.class, () -> node.client().replace(instance, PlacedNode.image(Reflector.class), 0));
            assertEquals("4 -1 0 user 7", node.order(instance, 0, 4));
            node.client().replace(instance, PlacedNode.image(Summer.class), 0);
            assertEquals("-1 5 0 user 7", node.order(instance, 5));
            assertThrows(ExtensionRefusedException.class, () -> node.client().replace(99, PlacedNode.image(Summer.class), 0));
        }
    }

    @Test
    void aHalfThatIsGoneGetsNothingMore() {
        try (PlacedNode node = node()) {
            byte[] image = PlacedNode.image(Half.class);
            int contexts = node.onHost(node.iop::contextsInUse);
            int onCard = node.cardClient.load(image);
            int onHost = node.kernelClient.load(image);
            node.kernelClient.join(node.iop, node.cardTid, 9, onHost, 2);
            node.kernelClient.unload(onHost, 0);
            // Another takes its number; what the card sends is not for it.
            int next = node.load(PingPong.class);
            assertEquals(onHost, next);
            node.cardClient.send(onCard, 1, 0, 0, 9, 1);
            node.order(next, 0, 1);
            assertEquals(1, node.client().inspect(next, 0).number("activations"));
            assertEquals(contexts, node.onHost(node.iop::contextsInUse));
            assertThrows(IllegalArgumentException.class, () -> node.kernelClient.join(node.iop, node.cardTid, 9, 200, 2));
        }
    }

    // --- exhaustion

    @Test
    void whatIsSentFasterThanItIsHandledWaitsAndIsNotLost() {
        try (PlacedNode node = node()) {
            int instance = node.load(Ticker.class);
            int sent = node.onHost(() -> {
                int count = 0;
                MessageFrame frame = node.kernel.open(instance, 3, 0);
                while (frame != null) {
                    node.kernel.post();
                    count++;
                    frame = node.kernel.open(instance, 3, 0);
                }
                return count;
            });
            assertEquals(256, sent);
            node.node.tasks().await("room", node.kernel::hasFrame);
            // No such handler: each of them was dropped there, none before.
            assertEquals("0 1 0 user 7", node.order(instance, 1));
            assertEquals(sent, node.client().inspect(instance, 0).number("dropped"));
            assertEquals(0, node.onHost(node.kernel::undeliverable));
        }
    }

    @Test
    void dataThatNobodyCanHoldIsRefused() {
        try (PlacedNode node = node()) {
            int instance = node.load(Summer.class);
            int before = node.onHost(node.kernel::memoryInUse);
            byte[] much = new byte[PlacedNode.MEMORY_BYTES + 1];
            assertThrows(ExtensionRefusedException.class, () -> node.kernelClient.sendBulk(instance, 1, much));
            assertThrows(ExtensionRefusedException.class, () -> node.kernelClient.sendBulk(99, 1, new byte[1]));
            assertEquals(Admission.REFUSED,
                node.onHost(() -> node.kernel.send(instance, 1, new int[0], MemorySegment.ofArray(new byte[1]), 0, 0)));
            assertEquals(before, node.onHost(node.kernel::memoryInUse));
            assertEquals("5 0 1 user 7", node.orderBulk(instance, new byte[] {5}));
        }
    }

    // --- unload

    @ParameterizedTest
    @EnumSource
    void unloadLeavesNothing(EngineKind kind) {
        try (PlacedNode node = node(kind)) {
            int contexts = node.onHost(node.iop::contextsInUse);
            for (int round = 0; round < 3; round++) {
                int copier = node.load(Copier.class);
                int summer = node.load(Summer.class);
                int ticker = node.load(Ticker.class);
                int echo = node.load(PacketEcho.class);
                node.order(copier, 4_096, 32);
                node.orderBulk(summer, new byte[100]);
                node.order(ticker, 3);
                node.arrive(Packets.udp(7000, new byte[100]));
                node.awaitSent(round + 1);
                // Timers that are still set, a transfer on its way, data that is kept: all of it goes.
                node.client().send(ticker, 1, 9);
                node.client().send(copier, 1, 8_192, 2);
                for (int instance : new int[] {copier, summer, ticker, echo}) {
                    node.client().unload(instance, 0);
                }
                assertTrue(node.client().list(0).isEmpty());
                assertEquals(0, node.onHost(node.kernel::memoryInUse));
                node.node.tasks().await("packets to come home", () -> node.port.held() == 0);
                // What was sent last may still be on its way out.
                node.node.tasks().await("contexts to come back", () -> node.iop.contextsInUse() == contexts);
                assertTrue(node.client().owners(0).isEmpty(), () -> node.client().owners(0).toString());
            }
            assertEquals(0, node.takeAnswers().stream().filter(answer -> answer.startsWith("refused")).count());
        }
    }

    @Test
    void theImageIsTheOneThatACardTakes() {
        byte[] image = PackagedExtension.image("PingPong", PingPong.class);
        try (PlacedNode node = node()) {
            assertEquals(1, node.cardClient.load(image));
            assertEquals(1, node.kernelClient.load(image));
        }
    }
}
