package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.interfaces.UNetExtension;
import dev.spine.extension.interfaces.UNetProtocol;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.forger.Forger;

/** What applications write into segments, and other nodes send, that nobody should. */
class HostileUNetTest {
    private static final long SEED = Long.getLong("spine.seed", 13);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

    private static void pass(TestNodes nodes) {
        nodes.network.card(0).pass(Duration.ofMillis(1));
    }

    /** Sends between two endpoints that nobody disturbs. */
    private static void assertWorks(TestNodes nodes, UNetEndpoint from, UNetEndpoint to) {
        byte[] data = new byte[2000];
        new Random(SEED).nextBytes(data);
        MemorySegment.copy(data, 0, from.buffer(0), ValueLayout.JAVA_BYTE, 0, data.length);
        to.give(1);
        assertTrue(from.post(0, 0, data.length));
        UNetMessage message = new UNetMessage();
        for (int i = 0; !message(to, message); i++) {
            assertTrue(i < 10_000, "the neighbour's message does not come");
            pass(nodes);
        }
        assertArrayEquals(data, message.data().toArray(ValueLayout.JAVA_BYTE));
    }

    private static boolean message(UNetEndpoint endpoint, UNetMessage into) {
        return endpoint.receive(into);
    }

    @Test
    void wrongDescriptorsAreCountedAndNeitherLeaveNorHarmNeighbours() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, UNetExtension.class)) {
            UNetNode first = new UNetNode(nodes.side(0), 0, nodes.addresses);
            UNetNode second = new UNetNode(nodes.side(1), 1, nodes.addresses);
            nodes.acceptHoldings();
            try (UNetEndpoint hostile = first.open(0, 2); UNetEndpoint neighbour = first.open(1, 2);
                UNetEndpoint target = second.open(0, 2); UNetEndpoint other = second.open(1, 2)) {
                hostile.bind(0, 1, 0);
                target.bind(0, 0, 0);
                neighbour.bind(0, 1, 1);
                other.bind(0, 0, 1);
                int end = (int) hostile.segment().byteSize();
                int[][] wrong = {{64, 4, 0}, {-1, 4, 0}, {1, 4, 0}, {0, -1, 0}, {0, 4097, UNetProtocol.BUFFERS}, {0, 100, 0}, {0, 100, -1},
                    {0, 100, UNetProtocol.BUFFERS - 1}, {0, 100, end - 99}, {0, 100, Integer.MAX_VALUE}, {0, 100, Integer.MIN_VALUE},
                    {0, Integer.MAX_VALUE, UNetProtocol.BUFFERS}};
                for (int[] descriptor : wrong) {
                    int place = UNetProtocol.SEND_RING + hostile.posted() % UNetProtocol.RING * UNetProtocol.DESCRIPTOR_BYTES;
                    int before = hostile.posted();
                    // What post() writes is overwritten before the card, which runs only while time passes, can see it.
                    hostile.segment().set(WORD, UNetProtocol.SEND_TAIL, before);
                    assertTrue(hostile.post(0, MemorySegment.ofArray(new byte[4])));
                    IntStream.range(0, 3).forEach(i -> hostile.segment().set(WORD, place + i * 4L, descriptor[i]));
                    pass(nodes);
                }
                nodes.network.settle();
                assertTrue(hostile.wrong() >= wrong.length - 1, () -> "counted: " + hostile.wrong());
                assertWorks(nodes, neighbour, other);
                Random random = new Random(SEED);
                for (int i = 0; i < 400; i++) {
                    long at = random.nextInt(3) == 0 ? 4L * random.nextInt(3) : 4L * random.nextInt(UNetProtocol.BUFFERS / 4);
                    int value = random.nextBoolean() ? random.nextInt() : hostile.sent() + random.nextInt(20);
                    hostile.segment().set(WORD, at, value);
                    target.segment().set(WORD, 4L * random.nextInt(3), random.nextInt(100));
                    nodes.network.card(0).extension().send(UNetProtocol.DOORBELL, random.nextInt(4) == 0 ? random.nextInt() : 0);
                    nodes.network.card(0).pass(Duration.ofNanos(100_000));
                }
                assertWorks(nodes, neighbour, other);
                assertTrue(nodes.network.card(0).report().running(), () -> "seed " + SEED);
                assertTrue(nodes.network.card(1).report().running(), () -> "seed " + SEED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-09")
    void aSegmentThatIsTakenBackWhileMessagesFlowIsNotTouchedAnyMore(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine, UNetExtension.class)) {
            UNetNode first = new UNetNode(nodes.side(0), 0, nodes.addresses);
            UNetNode second = new UNetNode(nodes.side(1), 1, nodes.addresses);
            nodes.acceptHoldings();
            try (UNetEndpoint from = first.open(0, 8); UNetEndpoint neighbour = first.open(1, 2); UNetEndpoint other = second.open(1, 2)) {
                neighbour.bind(0, 1, 1);
                other.bind(0, 0, 1);
                from.bind(0, 1, 0);
                for (int round = 0; round < 20; round++) {
                    UNetEndpoint to = second.open(0, 8);
                    to.bind(0, 0, 0);
                    for (int i = 0; i < 8; i++) {
                        to.give(i);
                        from.post(0, i, 4096);
                        from.post(0, MemorySegment.ofArray(new byte[20]));
                    }
                    nodes.network.card(0).pass(Duration.ofNanos(20_000L * round));
                    to.revoke();
                    to.segment().fill((byte) 0x5A);
                    nodes.network.card(0).pass(Duration.ofMillis(2));
                    assertEquals(-1, to.segment().mismatch(MemorySegment.ofArray(filled((int) to.segment().byteSize()))));
                    to.close();
                }
                assertWorks(nodes, neighbour, other);
            }
        }
    }

    private static byte[] filled(int bytes) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, (byte) 0x5A);
        return all;
    }

    @Test
    void forgedMessagesOfOtherNodesAreCountedAndEndpointsGoOn() {
        try (TestNodes nodes = new TestNodes(3, HarnessEngine.MODELLED, UNetExtension.class)) {
            UNetNode first = new UNetNode(nodes.side(0), 0, nodes.addresses.subList(0, 2));
            UNetNode second = new UNetNode(nodes.side(1), 1, nodes.addresses.subList(0, 2));
            nodes.acceptHoldings();
            try (UNetEndpoint from = first.open(0, 2); UNetEndpoint to = second.open(0, 2)) {
                from.bind(0, 1, 0);
                to.bind(0, 0, 0);
                LoadedExtension forger = nodes.network.card(2).load(Forger.class);
                Random random = new Random(SEED);
                NodeAddress victim = nodes.addresses.get(1);
                for (int i = 0; i < 400; i++) {
                    int handler = random.nextInt(5) == 0 ? 1 + random.nextInt(40) : 16;
                    // Messages that claim to come from endpoint 0 of node 0 are believed as far as the wire is; the others are not.
                    forger.send(1, victim.highWord(), victim.lowWord(), victim.instance() << 8 | handler, random.nextInt(4),
                        random.nextInt() | 1 << 16, random.nextInt(3) * random.nextInt());
                    if (i % 16 == 0) {
                        nodes.network.settle();
                    }
                }
                nodes.network.settle();
                LoadedExtension card = nodes.network.card(1).extension();
                assertTrue(card.report().running(), () -> "seed " + SEED + ": " + card.report());
                assertTrue(card.counter("messages malformed") > 0);
                assertWorks(nodes, from, to);
            }
        }
    }
}
