package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.fault.WireFaults;
import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.courier.Courier;

/** Messages and shared memory between the cards of a node, between nodes, and with slow receivers. */
@Tag("SS-01")
@Tag("SS-17")
@Tag("SS-20")
@Tag("SN-11")
class CardMessagesTest {
    private static final int NETWORK = 1;
    private static final int PEER = 2;
    private static final int SEND = 3;
    private static final int EXPORT = 4;
    private static final int BE_SLOW = 5;
    private static final int OPERATE = 6;
    private static final int HERE = 7;
    private static final int END_EXPORT = 8;
    private static final int FAIL = 99;
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int SWAP = 3;
    private static final int ADD = 4;

    private static void toNode(LoadedExtension from, SimulatedCard to, int instance) {
        from.send(1, NETWORK, (int) (to.hardwareAddress() >>> 32), (int) to.hardwareAddress(), instance);
    }

    @ParameterizedTest
    @EnumSource
    void reliableMessagesOfTwoNodesArriveInOrderBothWays(HarnessEngine engine) {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, engine, 1, SimulatedCard.with(Courier.class).withoutTrace())) {
            for (int i = 0; i < 2; i++) {
                toNode(network.card(i).extension(), network.card(1 - i), 1);
                network.card(i).send(1, SEND, 2_000, 0);
            }
            for (int i = 0; i < 2; i++) {
                network.card(i).extension().awaitCounter("received", 2_000);
                assertEquals(0, network.card(i).extension().counter("wrong"));
                assertEquals(0, network.card(i).extension().counter("returned"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void reliableMessagesArriveOnceAndInOrderOverAWireWithFaults(HarnessEngine engine) {
        WireFaults faults = WireFaults.builder().lost(0.01).repeated(0.01).delayed(0.02, 3).damaged(0.01).build();
        for (int data : new int[] {0, 5_000}) {
            int messages = data == 0 ? 2_000 : 200;
            try (SimulatedNetwork network = SimulatedNetwork.of(2, engine, Long.getLong("spine.seed", 1),
                SimulatedCard.with(Courier.class).faults(faults).withoutTrace())) {
                for (int i = 0; i < 2; i++) {
                    toNode(network.card(i).extension(), network.card(1 - i), 1);
                    network.card(i).send(1, SEND, messages, data);
                }
                for (int i = 0; i < 2; i++) {
                    network.card(i).extension().awaitCounter("received", messages);
                    network.card(i).settle();
                    assertEquals(messages, network.card(i).extension().counter("received"));
                    assertEquals(0, network.card(i).extension().counter("wrong"));
                    assertEquals(0, network.card(i).extension().counter("returned"));
                    String met = String.valueOf(network.card(i).node().card().counters().get("wire port " + i + " faults sent"));
                    for (String fault : data == 0 ? List.of("lost", "damaged and dropped", "repeated", "delayed") : List.<String>of()) {
                        // Of 2,500 frames none meets one in a hundred by a chance of 1e-11.
                        assertTrue(met.contains(fault + " "), met);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-32")
    void dataOfAMessageToAnotherNodeAreThereWhenItsHandlerRuns(HarnessEngine engine) {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, engine, 1, SimulatedCard.with(Courier.class).withoutTrace())) {
            toNode(network.card(0).extension(), network.card(1), 1);
            network.card(0).send(1, SEND, 20, 20_000);
            network.card(1).extension().awaitCounter("received", 20);
            assertEquals(0, network.card(1).extension().counter("wrong"));
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-27")
    void messagesToAPeerArriveInOrder(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).on(engine).withoutTrace().start()) {
            card.send(1, PEER, card.peerIopId(), card.peerTid(), 1);
            card.send(1, SEND, 2_000, 0);
            card.peerExtension(0).awaitCounter("received", 2_000);
            assertEquals(0, card.peerExtension(0).counter("wrong"));
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SN-04")
    void dataOfAMessageToAPeerAreThereWhenItsHandlerRunsAndNothingStaysLent(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).on(engine).withoutTrace().start()) {
            card.send(1, PEER, card.peerIopId(), card.peerTid(), 1);
            card.send(1, SEND, 60, 3_000);
            card.peerExtension(0).awaitCounter("received", 60);
            assertEquals(0, card.peerExtension(0).counter("wrong"));
            card.settle();
            assertEquals(0, card.report().inFlight());
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesToAPeerThatHasNoSuchExtensionComeBackWithTheReason(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).on(engine).withoutTrace().start()) {
            card.send(1, PEER, card.peerIopId(), card.peerTid(), 9);
            card.send(1, SEND, 300, 0);
            card.extension().awaitCounter("returned", 300);
            assertEquals(300, card.extension().counter("noReceiver"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAReceiverHasNotHandledWhenItFailsComesBackAndNothingStaysLent(HarnessEngine engine) {
        for (int data : new int[] {0, 2_000}) {
            try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).on(engine).withoutTrace().start()) {
                LoadedExtension receiver = card.peerExtension(0);
                card.send(1, PEER, card.peerIopId(), card.peerTid(), 1);
                card.send(1, SEND, 200, data);
                receiver.awaitCounter("received", 20);
                receiver.send(1, FAIL);
                receiver.await("its end", report -> !report.failure().isEmpty());
                card.extension().awaitCounter("returned", 200 - receiver.counter("received"));
                card.settle();
                assertEquals(200, receiver.counter("received") + card.extension().counter("returned"));
                assertEquals(card.extension().counter("returned"), card.extension().counter("noReceiver"));
                assertEquals(0, card.report().inFlight());
                assertTrue(receiver.failure().contains("no such order"));
            }
        }
    }

    @Test
    void whenEverAReceiverFailsEachMessageIsHandledOrComesBack() {
        long first = Long.getLong("spine.seed", 1);
        for (long seed = first; seed < first + (Long.getLong("spine.seed") == null ? 30 : 1); seed++) {
            Random random = new Random(seed);
            try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).withoutTrace().start()) {
                LoadedExtension receiver = card.peerExtension(0);
                card.send(1, PEER, card.peerIopId(), card.peerTid(), 1);
                card.send(1, SEND, 100, random.nextBoolean() ? 0 : 1 + random.nextInt(3_000));
                card.pass(Duration.ofNanos(random.nextInt(3_000_000)));
                receiver.send(1, FAIL);
                card.settle();
                long handled = receiver.counter("received");
                card.extension().awaitCounter("returned", 100 - handled);
                card.settle();
                assertEquals(100, handled + card.extension().counter("returned"), "-Dspine.seed=" + seed);
                assertTrue(receiver.failure().contains("no such order"), "-Dspine.seed=" + seed);
            }
        }
    }

    private static final InstanceLimits LITTLE_FUEL = new InstanceLimits(512, 512, 288, 32, 64, littleFuel());

    private static CodeLimits littleFuel() {
        CodeLimits all = CodeLimits.STANDARD;
        return new CodeLimits(all.fuel(), all.startFuel(), 500_000, all.heap(), all.heldHeap(), all.stack());
    }

    @Test
    void aSlowReceiverHoldsItsSenderLosesNothingAndLeavesTheOthersAlone() {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).with(Courier.class).peer(Courier.class).peer(Courier.class)
            .limits(LITTLE_FUEL).withoutTrace().start()) {
            card.peerExtension(0).send(1, BE_SLOW);
            for (int i = 0; i < 2; i++) {
                LoadedExtension sender = card.extension(i);
                sender.send(1, PEER, card.peerIopId(), card.peerTid(), i + 1);
                sender.send(1, SEND, 400, 0);
            }
            card.peerExtension(1).awaitCounter("received", 400);
            long slow = card.peerExtension(0).counter("received");
            assertTrue(slow < 200, "the slow one has had " + slow);
            for (int seconds = 0; seconds < 60 && card.peerExtension(0).counter("received") < 400; seconds++) {
                card.pass(Duration.ofSeconds(1));
            }
            assertEquals(400, card.peerExtension(0).counter("received"));
            assertEquals(0, card.peerExtension(0).counter("wrong"));
            assertEquals(0, card.peerExtension(0).report().dropped(), "what waits is not dropped");
        }
    }

    @Test
    void aSlowReceiverOfAnotherNodeHoldsItsSenderAndLosesNothing() {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, HarnessEngine.MODELLED, 1,
            SimulatedCard.with(Courier.class).with(Courier.class).limits(LITTLE_FUEL).withoutTrace())) {
            LoadedExtension slow = network.card(1).extension(0);
            LoadedExtension fast = network.card(1).extension(1);
            slow.send(1, BE_SLOW);
            for (int i = 0; i < 2; i++) {
                LoadedExtension sender = network.card(0).extension(i);
                toNode(sender, network.card(1), i + 1);
                sender.send(1, SEND, 400, 0);
            }
            fast.awaitCounter("received", 400);
            assertTrue(slow.counter("received") < 200);
            for (int seconds = 0; seconds < 60 && slow.counter("received") < 400; seconds++) {
                network.card(0).pass(Duration.ofSeconds(1));
            }
            assertEquals(400, slow.counter("received"));
            assertEquals(0, slow.counter("wrong") + slow.report().dropped());
            assertEquals(0, network.card(0).extension(0).counter("returned"));
        }
    }

    // --- shared memory

    private static int[] exported(SimulatedCard card, LoadedExtension owner, boolean ofPeer) {
        owner.send(1, EXPORT);
        HostMessage message = ofPeer ? card.awaitHostMessageOfPeer(6) : card.awaitHostMessage(6);
        return new int[] {message.word(0), message.word(1)};
    }

    private static HostMessage operate(SimulatedCard card, int what, int[] export, int... operands) {
        while (true) {
            int[] words = {OPERATE, what, export[0], export[1], operands[0], operands[1], operands.length > 2 ? operands[2] : 0};
            card.send(1, words);
            card.settle();
            for (HostMessage message : card.hostMessages()) {
                if (message.handler() == 6) {
                    return message;
                }
            }
        }
    }

    private static void useMemory(SimulatedCard requester, int[] export) {
        HostMessage added = operate(requester, ADD, export, 0, 5);
        assertEquals(73, added.word(0));
        assertEquals(MemoryStatus.DONE.ordinal(), added.word(1));
        assertEquals(1000, added.word(3), "the value before");
        HostMessage swapped = operate(requester, SWAP, export, 0, 1005, 77);
        assertEquals(1005, swapped.word(3));
        HostMessage kept = operate(requester, SWAP, export, 0, 1005, 78);
        assertEquals(77, kept.word(3), "not swapped: another value was there");
        assertEquals(MemoryStatus.OUT_OF_BOUNDS.ordinal(), operate(requester, WRITE, export, 61, 1).word(1));
        assertEquals(MemoryStatus.DONE.ordinal(), operate(requester, WRITE, export, 60, 0x01020304).word(1));
        HostMessage read = operate(requester, READ, export, 32, 32);
        assertEquals(0x01020304, read.word(11));
        assertEquals(77, operate(requester, READ, export, 4, 4).word(4));
        assertEquals(MemoryStatus.OUT_OF_BOUNDS.ordinal(), operate(requester, ADD, export, 4, 1).word(1),
            "64 bits begin at multiples of 8");
        assertEquals(MemoryStatus.NO_EXPORT.ordinal(), operate(requester, READ, new int[] {export[0] ^ 1, export[1]}, 0, 4).word(1));
    }

    @Test
    void exportedMemoryIsUsedByTheSameCard() {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).start()) {
            card.send(1, HERE);
            int[] export = exported(card, card.extension(), false);
            useMemory(card, export);
            card.send(1, END_EXPORT, 0, export[0], export[1]);
            assertEquals(MemoryStatus.NO_EXPORT.ordinal(), operate(card, READ, export, 0, 4).word(1));
            card.extension().acceptHoldings();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SN-04")
    void exportedMemoryIsUsedByPeers(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(Courier.class).peer(Courier.class).on(engine).start()) {
            card.send(1, PEER, card.peerIopId(), card.peerTid(), 1);
            int[] export = exported(card, card.peerExtension(0), true);
            useMemory(card, export);
            card.peerExtension(0).unload();
            assertEquals(MemoryStatus.NO_EXPORT.ordinal(), operate(card, READ, export, 0, 4).word(1), "unload ends exports");
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SN-09")
    void exportedMemoryIsUsedByOtherNodes(HarnessEngine engine) {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, engine, 1, SimulatedCard.with(Courier.class))) {
            toNode(network.card(0).extension(), network.card(1), 1);
            int[] export = exported(network.card(1), network.card(1).extension(), false);
            useMemory(network.card(0), export);
            network.card(1).extension().unload();
            assertEquals(MemoryStatus.NO_EXPORT.ordinal(), operate(network.card(0), READ, export, 0, 4).word(1));
        }
    }
}
