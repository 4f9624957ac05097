package dev.spine.extension.services.host.lrp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.UdpFrame;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.accounting.AccountingExtension;
import dev.spine.extension.services.lrp.LrpExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sockets with queues on the card: order, bounds, turns, and that one of them harms no other. */
@Tag("SO-08")
@Tag("SS-08")
@Tag("SS-54")
class LrpTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int SEEDS = Boolean.getBoolean("spine.full") ? 60 : 6;
    private static final byte[] IMAGE = PackagedExtension.image("lrp", LrpExtension.class);

    /** A card with the extension, and the application. */
    private static final class Bed implements AutoCloseable {
        final SimulatedCard card;
        final int instance;
        final LrpReceiver receiver;

        Bed(HarnessEngine engine, long seed, int buffers, LoadOptions options) {
            card = SimulatedCard.empty().on(engine).seed(seed).withoutTrace().start();
            instance = card.runtime().load(IMAGE, options);
            receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(buffers, 2_048));
        }

        void arrive(int port, int number) {
            card.receive(UdpFrame.of(card.hardwareAddress(), port, "n" + number + "."));
        }

        /** What a socket has, taken and given back. */
        List<Integer> takeAll(LrpSocket socket) {
            return card.tasks().call(() -> {
                List<Integer> taken = new ArrayList<>();
                for (ReceivedData data = socket.poll(); data != null; data = socket.poll()) {
                    taken.add(number(data));
                    socket.done(data);
                }
                return taken;
            });
        }

        private static int number(ReceivedData data) {
            int value = 0;
            for (int at = UdpFrame.HEADER_BYTES + 1; data.memory().get(ValueLayout.JAVA_BYTE, at) != '.'; at++) {
                value = value * 10 + data.memory().get(ValueLayout.JAVA_BYTE, at) - '0';
            }
            return value;
        }

        long counter(String name) {
            return card.runtime().inspect(instance, 0).counters().get(name);
        }

        @Override
        public void close() {
            receiver.close();
            card.settle();
            assertEquals("", card.runtime().inspect(instance, 0).failure());
            card.runtime().unload(instance, 0);
            card.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void packetsComeInTheirOrderAsTheReceiverTakesThem(HarnessEngine engine) {
        try (Bed bed = new Bed(engine, SEED, 8, LoadOptions.OF_NODE)) {
            LrpSocket socket = bed.receiver.open(LrpFlow.udp(7000), 64, 4);
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                bed.arrive(7000, i);
                expected.add(i);
                bed.card.settle();
            }
            assertEquals(4, bed.card.tasks().call(socket::waiting), "no more than the window");
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < 200 && taken.size() < 20; i++) {
                taken.addAll(bed.takeAll(socket));
                bed.card.settle();
            }
            assertEquals(expected, taken);
        }
    }

    @Test
    void aFloodOfOneSocketIsDroppedOnTheCardAndTheOtherIsServed() {
        try (Bed bed = new Bed(HarnessEngine.MODELLED, SEED, 8, LoadOptions.OF_NODE)) {
            LrpSocket flooded = bed.receiver.open(LrpFlow.udp(7000), 16, 4);
            LrpSocket quiet = bed.receiver.open(LrpFlow.udp(7001), 16, 4);
            List<Integer> got = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                for (int k = 0; k < 20; k++) {
                    bed.arrive(7000, k);
                }
                bed.arrive(7001, i);
                bed.card.settle();
                got.addAll(bed.takeAll(quiet));
            }
            assertEquals(100, got.size(), "every packet of the quiet one");
            assertEquals(4, bed.card.tasks().call(flooded::received), "its receiver took none, so the host has the window and no more");
            assertEquals(2_000 - 4 - 16, bed.counter("packets dropped: queue full"));
        }
    }

    @Test
    void placesAndBuffersAreSharedOutWhenSocketsAreOpened() {
        try (Bed bed = new Bed(HarnessEngine.MODELLED, SEED, 8, LoadOptions.OF_NODE.with("places", "32"))) {
            LrpSocket first = bed.receiver.open(LrpFlow.udp(7000), 20, 4);
            assertThrows(IllegalStateException.class, () -> bed.receiver.open(LrpFlow.udp(7001), 20, 4), "places");
            assertThrows(IllegalStateException.class, () -> bed.receiver.open(LrpFlow.udp(7001), 4, 5), "buffers");
            bed.receiver.open(LrpFlow.udp(7001), 12, 4);
            first.close();
            assertThrows(IllegalStateException.class, first::close);
            bed.receiver.open(LrpFlow.udp(7002), 20, 4);
            assertThrows(IllegalStateException.class, () -> bed.receiver.open(new LrpFlow(1, 7, 0, 0, 0), 1, 1));
        }
    }

    @Test
    void aFlowHasOnlyItsOwnPackets() {
        try (Bed bed = new Bed(HarnessEngine.MODELLED, SEED, 8, LoadOptions.OF_NODE)) {
            LrpSocket ours = bed.receiver.open(new LrpFlow(17, 7000, 0x0A00_0001, 0x0A00_0002, 4000), 8, 2);
            LrpSocket others = bed.receiver.open(new LrpFlow(17, 7000, 0, 0x0A00_0003, 0), 8, 2);
            bed.arrive(7000, 1);
            bed.card.settle();
            assertEquals(List.of(1), bed.takeAll(ours));
            assertEquals(List.of(), bed.takeAll(others));
        }
    }

    @Test
    void whatIsDeliveredIsWhatAModelOfQueuesAndCreditsSays() {
        for (long seed = SEED; seed < SEED + SEEDS; seed++) {
            Random random = new Random(seed);
            try (Bed bed = new Bed(HarnessEngine.MODELLED, seed, 12, LoadOptions.OF_NODE)) {
                Map<Integer, LrpSocket> sockets = new HashMap<>();
                Map<Integer, ArrayDeque<Integer>> model = new HashMap<>();
                int[] queues = {1 + random.nextInt(8), 1 + random.nextInt(8), 1 + random.nextInt(8)};
                for (int i = 0; i < 3; i++) {
                    sockets.put(i, bed.receiver.open(LrpFlow.udp(7000 + i), queues[i], 4));
                    model.put(i, new ArrayDeque<>());
                }
                for (int step = 0; step < 150; step++) {
                    int which = random.nextInt(3);
                    if (random.nextInt(3) > 0) {
                        bed.arrive(7000 + which, step);
                        bed.card.settle();
                        // On the host are 4 at most, on the card as many as its queue has.
                        if (model.get(which).size() < 4 + queues[which]) {
                            model.get(which).add(step);
                        }
                    } else {
                        List<Integer> taken = new ArrayList<>();
                        int size = -1;
                        while (taken.size() > size) {
                            size = taken.size();
                            taken.addAll(bed.takeAll(sockets.get(which)));
                            bed.card.settle();
                        }
                        List<Integer> expected = List.copyOf(model.get(which));
                        assertEquals(expected, taken, "seed " + seed + ", step " + step);
                        model.get(which).clear();
                        // One credit may wait for a second one.
                        int missing = bed.card.tasks().call(sockets.get(which)::credits);
                        assertTrue(missing < 2);
                        if (missing > 0) {
                            bed.card.runtime().send(bed.instance, 3, which, 1);
                            bed.card.tasks().run(sockets.get(which)::creditsSent);
                            bed.card.settle();
                        }
                    }
                }
            }
        }
    }

    @Test
    void ordersThatMakeNoSenseAreCountedAndHarmNothing() {
        try (Bed bed = new Bed(HarnessEngine.MODELLED, SEED, 8, LoadOptions.OF_NODE)) {
            LrpSocket socket = bed.receiver.open(LrpFlow.udp(7000), 8, 2);
            Random random = new Random(SEED);
            for (int i = 0; i < 300; i++) {
                int handler = 1 + random.nextInt(4);
                int first = random.nextBoolean() ? random.nextInt() : 32 + random.nextInt(100);
                bed.card.runtime().send(bed.instance, handler, first, random.nextInt(), random.nextInt(), random.nextInt());
                bed.card.runtime().send(bed.instance, 3, 0, -random.nextInt(1_000) - 1);
            }
            bed.arrive(7000, 5);
            bed.card.settle();
            assertEquals(List.of(5), bed.takeAll(socket));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationsFramesLeaveByTheCardAndTheirMemoryIsFreeAgain(HarnessEngine engine) {
        try (Bed bed = new Bed(engine, SEED, 8, LoadOptions.OF_NODE);
                LrpSender sender = new LrpSender(bed.card.runtime(), bed.card.hostMemory(), bed.card.tasks(), bed.instance, 3, 100)) {
            assertThrows(IllegalArgumentException.class, () -> bed.card.tasks().call(() -> send(sender, new byte[101])));
            List<byte[]> frames = new ArrayList<>();
            while (frames.size() < 20) {
                byte[] frame = new byte[60 + frames.size()];
                frame[13] = (byte) frames.size();
                bed.card.tasks().await("room for a frame", () -> sender.room() > 0);
                assertTrue(bed.card.tasks().call(() -> send(sender, frame)));
                frames.add(frame);
            }
            bed.card.awaitSentFrames(20);
            List<byte[]> sent = bed.card.sentFrames();
            assertEquals(20, sent.size());
            for (int i = 0; i < 20; i++) {
                assertArrayEquals(frames.get(i), sent.get(i));
            }
            bed.card.tasks().await("all to be done with", () -> sender.room() == 3);
            assertEquals(20, bed.card.tasks().call(sender::sent));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTwoInstancesOfACardSayUnderOneNumberComesToTheirOwnHostSides(HarnessEngine engine) {
        SimulatedCard card = SimulatedCard.empty().on(engine).seed(SEED).withoutTrace().start();
        int first = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        int second = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        LrpSender one = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), first, 3, 100);
        LrpSender two = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), second, 3, 100);
        card.tasks().run(() -> {
            assertTrue(send(one, new byte[60]));
            assertTrue(send(two, new byte[60]));
        });
        card.awaitSentFrames(2);
        card.settle();
        assertEquals(List.of(1L, 1L), card.tasks().call(() -> List.of(one.sent(), two.sent())));
        assertEquals(List.of(0L, 0L), card.tasks().call(() -> List.of(one.foreign(), two.foreign())));
        one.close();
        two.close();
        card.runtime().unload(first);
        card.runtime().unload(second);
        card.close();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyWaitsForACardThatWasReset(HarnessEngine engine) {
        SimulatedCard card = SimulatedCard.empty().on(engine).seed(SEED).withoutTrace().start();
        int instance = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        LrpReceiver receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(8, 2_048));
        LrpSender sender = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), instance, 3, 100);
        LrpSocket socket = receiver.open(LrpFlow.udp(7000), 8, 2);
        card.tasks().run(() -> {
            assertTrue(send(sender, new byte[60]));
            assertTrue(send(sender, new byte[60]));
        });
        card.restart();
        int another = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        assertEquals(instance, another, "the number is another's now");

        assertFalse(card.tasks().call(() -> send(sender, new byte[60])), "it is not for the one that has the number now");
        sender.close();
        assertEquals(2, card.tasks().call(() -> sender.sent() + sender.lost()));
        assertThrows(IllegalStateException.class, () -> receiver.open(LrpFlow.udp(7001), 8, 2));
        socket.close();
        receiver.close();
        card.runtime().unload(another);
        card.close();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyWaitsForAnExtensionThatWasUnloaded(HarnessEngine engine) {
        SimulatedCard card = SimulatedCard.empty().on(engine).seed(SEED).withoutTrace().start();
        int instance = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        LrpReceiver receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(8, 2_048));
        LrpSender sender = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), instance, 3, 100);
        receiver.open(LrpFlow.udp(7000), 8, 2);
        card.runtime().unload(instance);
        card.tasks().run(() -> assertTrue(send(sender, new byte[60])));
        sender.close();
        assertEquals(1, card.tasks().call(sender::lost));
        assertThrows(IllegalStateException.class, () -> receiver.open(LrpFlow.udp(7001), 8, 2));
        receiver.close();
        card.close();
    }

    @ParameterizedTest
    @EnumSource
    void nobodyWaitsForTheExtensionThatHasTheNumberNow(HarnessEngine engine) {
        SimulatedCard card = SimulatedCard.empty().on(engine).seed(SEED).withoutTrace().start();
        int instance = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        LrpReceiver receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(8, 2_048));
        LrpSender sender = new LrpSender(card.runtime(), card.hostMemory(), card.tasks(), instance, 3, 100);
        receiver.open(LrpFlow.udp(7000), 8, 2);
        card.runtime().unload(instance);
        card.tasks().run(() -> assertTrue(send(sender, new byte[60])));
        card.settle();
        int another = card.runtime().load(PackagedExtension.image("accounting", AccountingExtension.class), LoadOptions.OF_NODE);
        assertEquals(instance, another, "the number is another's now");
        sender.close();
        assertEquals(1, card.tasks().call(sender::lost));
        assertThrows(IllegalStateException.class, () -> receiver.open(LrpFlow.udp(7001), 8, 2));
        receiver.close();
        card.runtime().unload(another);
        card.close();
    }

    private static boolean send(LrpSender sender, byte[] frame) {
        return sender.trySend(MemorySegment.ofArray(frame), 0, frame.length);
    }

    @Test
    void framesThatAreNoneAndMoreThanTheWireTakesAreCountedAndTold() {
        try (Bed bed = new Bed(HarnessEngine.MODELLED, SEED, 8, LoadOptions.OF_NODE);
                LrpSender sender = new LrpSender(bed.card.runtime(), bed.card.hostMemory(), bed.card.tasks(), bed.instance, 32, 1_514)) {
            assertTrue(bed.card.tasks().call(() -> send(sender, new byte[13])));
            bed.card.tasks().await("what became of it", () -> sender.room() == 32);
            assertEquals(1, bed.card.tasks().call(sender::lost));
            for (int i = 0; i < 500; i++) {
                bed.card.tasks().call(() -> send(sender, new byte[1_514]));
            }
            bed.card.tasks().await("all to be done with", () -> sender.room() == 32);
            long sent = bed.card.tasks().call(sender::sent);
            long lost = bed.card.tasks().call(sender::lost);
            assertTrue(sent > 0);
            assertEquals(sent, bed.counter("frames sent"));
            assertEquals(lost, bed.counter("frames that the wire did not take"));
            bed.card.runtime().send(bed.instance, 5, 0);
            bed.card.settle();
            assertEquals(1, bed.counter("messages malformed"), "a frame is a message with data");
        }
    }
}
