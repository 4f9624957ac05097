package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.MpiExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.forger.Forger;

@Tag("SO-25")
class MpiCommunicatorTest {
    private static final long SEED = Long.getLong("spine.seed", 12);

    private static List<MpiCommunicator> open(TestNodes nodes, int count) {
        List<MpiCommunicator> ranks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranks.add(new MpiCommunicator(nodes.side(i), i, nodes.addresses.subList(0, count)));
        }
        return ranks;
    }

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void messagesOfEveryLengthArriveWhetherExpectedOrNot(HarnessEngine engine) {
        int[] lengths = {0, 1, 39, 40, 41, 4096, 4097, 20_000};
        try (TestNodes nodes = new TestNodes(2, engine, MpiExtension.class)) {
            List<MpiCommunicator> ranks = open(nodes, 2);
            nodes.onEach(rank -> {
                MpiCommunicator own = ranks.get(rank);
                for (int i = 0; i < lengths.length; i++) {
                    if (rank == i % 2) {
                        own.send(1 - rank, i, bytes(lengths[i], i));
                    } else {
                        MpiMessage message = own.receive(MpiCommunicator.ANY, MpiCommunicator.ANY, lengths[i]);
                        assertEquals(1 - rank, message.source());
                        assertEquals(i, message.tag());
                        assertArrayEquals(bytes(lengths[i], i), message.data());
                    }
                }
            });
        }
    }

    @Test
    void receivesTakeTheOldestMessageThatMatches() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, MpiExtension.class)) {
            List<MpiCommunicator> ranks = open(nodes, 2);
            MpiCommunicator sender = ranks.get(0);
            MpiCommunicator receiver = ranks.get(1);
            nodes.side(0).tasks().run(() -> {
                for (int i = 0; i < 12; i++) {
                    sender.startSend(1, i % 3, new byte[] {(byte) i});
                }
            });
            nodes.network.settle();
            assertEquals(1, receiver.receive(0, 1, 10).data()[0]);
            assertEquals(0, receiver.receive(MpiCommunicator.ANY, MpiCommunicator.ANY, 10).data()[0]);
            assertEquals(2, receiver.receive(MpiCommunicator.ANY, 2, 10).data()[0]);
            assertEquals(3, receiver.receive(0, MpiCommunicator.ANY, 10).data()[0]);
            assertEquals(4, receiver.receive(0, 1, 10).data()[0]);
            for (int i = 5; i < 12; i++) {
                assertEquals(i, receiver.receive(0, MpiCommunicator.ANY, 10).data()[0]);
            }
        }
    }

    @Test
    void messagesThatAreTooLongAndRanksThatAreNoneAreToldOf() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, MpiExtension.class)) {
            List<MpiCommunicator> ranks = open(nodes, 2);
            ranks.get(0).send(1, 1, new byte[100]);
            InterfaceException tooLong = assertThrows(InterfaceException.class, () -> ranks.get(1).receive(0, 1, 99));
            assertTrue(tooLong.getMessage().contains("more bytes"), tooLong.getMessage());
            assertThrows(IllegalArgumentException.class, () -> ranks.get(0).send(2, 1, new byte[1]));
            assertThrows(IllegalArgumentException.class, () -> ranks.get(0).send(1, -1, new byte[1]));
            ranks.get(0).send(0, 5, new byte[] {7});
            assertEquals(7, ranks.get(0).receive(0, 5, 1).data()[0], "to itself");
        }
    }

    @ParameterizedTest
    @EnumSource
    void collectivesGiveEachRankWhatItIsPromised(HarnessEngine engine) {
        int count = engine == HarnessEngine.LIVE ? 2 : 4;
        try (TestNodes nodes = new TestNodes(count, engine, MpiExtension.class)) {
            List<MpiCommunicator> ranks = open(nodes, count);
            nodes.onEach(rank -> {
                MpiCommunicator own = ranks.get(rank);
                own.barrier();
                assertArrayEquals(bytes(100, 3), own.broadcast(1, rank == 1 ? bytes(100, 3) : new byte[100]));
                long[] sum = own.allReduce(new long[] {rank, 1}, Long::sum);
                assertArrayEquals(new long[] {count * (count - 1) / 2, count}, sum);
                long[] most = own.reduce(1, new long[] {10L * rank}, Math::max);
                assertTrue(rank != 1 || most[0] == 10L * (count - 1));
                List<byte[]> all = own.gather(0, bytes(5 + rank, rank), 100);
                for (int i = 0; i < all.size(); i++) {
                    assertArrayEquals(bytes(5 + i, i), all.get(i));
                }
                assertEquals(rank == 0 ? count : 0, all.size());
                own.barrier();
            });
        }
    }

    @Test
    void forgedMessagesOfOtherNodesStopNothing() {
        try (TestNodes nodes = new TestNodes(3, HarnessEngine.MODELLED, MpiExtension.class)) {
            List<MpiCommunicator> ranks = open(nodes, 2);
            LoadedExtension forger = nodes.network.card(2).load(Forger.class);
            Random random = new Random(SEED);
            NodeAddress victim = nodes.addresses.getFirst();
            for (int i = 0; i < 300; i++) {
                int handler = random.nextInt(5) == 0 ? 1 + random.nextInt(40) : 16;
                forger.send(1, victim.highWord(), victim.lowWord(), victim.instance() << 8 | handler, random.nextInt(8), random.nextInt(),
                    random.nextInt(3), 1000 + random.nextInt(8), random.nextInt(3) * 5000);
                if (i % 16 == 0) {
                    nodes.network.settle();
                }
            }
            nodes.acceptHoldings();
            LoadedExtension card = nodes.network.card(0).extension();
            assertTrue(card.report().running(), () -> "seed " + SEED + ": " + card.report());
            assertTrue(card.counter("messages malformed") > 0);
            nodes.onEach(rank -> {
                if (rank == 1) {
                    ranks.get(1).send(0, 3, new byte[] {9});
                } else if (rank == 0) {
                    assertEquals(9, ranks.get(0).receive(1, 3, 10).data()[0]);
                }
            });
        }
    }
}
