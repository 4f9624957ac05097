package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.UNetExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("SO-25")
@Tag("SS-09")
class UNetEndpointTest {
    private static final int MAX_PERIODS = 20_000;

    private static List<UNetNode> configure(TestNodes nodes) {
        List<UNetNode> made = new ArrayList<>();
        for (int i = 0; i < nodes.addresses.size(); i++) {
            made.add(new UNetNode(nodes.side(i), i, nodes.addresses));
        }
        nodes.acceptHoldings();
        return made;
    }

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** An application that polls: time passes until a condition on its memory holds. */
    private static void await(TestNodes nodes, String what, BooleanSupplier condition) {
        for (int i = 0; i < MAX_PERIODS; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            nodes.network.card(0).pass(Duration.ofNanos(50_000));
        }
        throw new AssertionError("waited in vain for " + what);
    }

    private static void send(UNetEndpoint from, int channel, byte[] data, int buffer) {
        if (data.length <= 40) {
            assertTrue(from.post(channel, MemorySegment.ofArray(data)));
        } else {
            MemorySegment.copy(data, 0, from.buffer(buffer), ValueLayout.JAVA_BYTE, 0, data.length);
            assertTrue(from.post(channel, buffer, data.length));
        }
    }

    private static byte[] take(TestNodes nodes, UNetEndpoint endpoint, int channel) {
        UNetMessage message = new UNetMessage();
        await(nodes, "a message", () -> endpoint.receive(message));
        assertEquals(channel, message.channel());
        byte[] data = message.data().toArray(ValueLayout.JAVA_BYTE);
        if (message.buffer() >= 0) {
            assertTrue(endpoint.give(message.buffer()));
        }
        return data;
    }

    @ParameterizedTest
    @EnumSource
    void messagesOfEveryLengthArriveOnceAndInOrder(HarnessEngine engine) {
        int[] lengths = {0, 1, 39, 40, 41, 1500, 4095, 4096};
        try (TestNodes nodes = new TestNodes(2, engine, UNetExtension.class)) {
            List<UNetNode> made = configure(nodes);
            try (UNetEndpoint one = made.get(0).open(0, 16); UNetEndpoint other = made.get(1).open(3, 16)) {
                one.bind(5, 1, 3);
                other.bind(9, 0, 0);
                for (int i = 0; i < 8; i++) {
                    assertTrue(one.give(8 + i));
                    assertTrue(other.give(8 + i));
                }
                for (int round = 0; round < 20; round++) {
                    for (int i = 0; i < lengths.length; i++) {
                        send(one, 5, bytes(lengths[i], round * 8 + i), i);
                        send(other, 9, bytes(lengths[i], round * 8 - i), i);
                    }
                    for (int i = 0; i < lengths.length; i++) {
                        assertArrayEquals(bytes(lengths[i], round * 8 + i), take(nodes, other, 9));
                        assertArrayEquals(bytes(lengths[i], round * 8 - i), take(nodes, one, 5));
                    }
                    await(nodes, "the send buffers", () -> one.sent() == one.posted() && other.sent() == other.posted());
                }
                assertEquals(0, one.dropped() + other.dropped() + one.wrong() + other.wrong());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhileSendersKeepToTheReceiversRoom(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine, UNetExtension.class)) {
            List<UNetNode> made = configure(nodes);
            try (UNetEndpoint one = made.get(0).open(0, 0); UNetEndpoint other = made.get(1).open(0, 0)) {
                one.bind(0, 1, 0);
                other.bind(0, 0, 0);
                UNetMessage message = new UNetMessage();
                int count = 2000;
                int[] posted = {0};
                int[] taken = {0};
                await(nodes, "all messages", () -> {
                    while (posted[0] < count && posted[0] - taken[0] < 64
                        && one.post(0, MemorySegment.ofArray(bytes(8, posted[0])))) {
                        posted[0]++;
                    }
                    while (other.receive(message)) {
                        assertArrayEquals(bytes(8, taken[0]++), message.data().toArray(ValueLayout.JAVA_BYTE));
                    }
                    return taken[0] == count;
                });
                assertEquals(0, other.dropped());
                assertTrue(engine == HarnessEngine.LIVE || one.doorbells() < count / 20, "doorbells: " + one.doorbells());
            }
        }
    }

    @Test
    void whatTheReceiverHasNoRoomForIsDroppedAndCountedThere() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, UNetExtension.class)) {
            List<UNetNode> made = configure(nodes);
            try (UNetEndpoint one = made.get(0).open(0, 1); UNetEndpoint other = made.get(1).open(0, 1)) {
                one.bind(0, 1, 0);
                other.bind(0, 0, 0);
                send(one, 0, bytes(100, 1), 0);
                await(nodes, "the first drop: no buffer is free", () -> other.dropped() == 1);
                int[] posted = {0};
                await(nodes, "all to be posted", () -> {
                    while (posted[0] < 70 && one.post(0, MemorySegment.ofArray(bytes(4, posted[0])))) {
                        posted[0]++;
                    }
                    return posted[0] == 70;
                });
                await(nodes, "6 more than the queue holds", () -> other.dropped() == 7);
                for (int i = 0; i < 64; i++) {
                    assertArrayEquals(bytes(4, i), take(nodes, other, 0));
                }
                assertFalse(other.receive(new UNetMessage()));
                assertEquals(7, nodes.network.card(1).extension().counter("messages dropped for want of room"));
                assertTrue(other.give(0));
                send(one, 0, bytes(4096, 2), 0);
                assertArrayEquals(bytes(4096, 2), take(nodes, other, 0));
            }
        }
    }

    @Test
    void endpointsReachOnlyWhereTheyAreBoundAndOneCardsReachEachOther() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, UNetExtension.class)) {
            List<UNetNode> made = configure(nodes);
            try (UNetEndpoint one = made.get(0).open(0, 2); UNetEndpoint stranger = made.get(0).open(1, 2);
                UNetEndpoint other = made.get(1).open(0, 2)) {
                one.bind(1, 1, 0);
                other.bind(1, 0, 0);
                stranger.bind(1, 1, 0);
                send(stranger, 1, bytes(10, 1), 0);
                send(stranger, 1, bytes(1000, 1), 0);
                await(nodes, "both to be refused", () -> nodes.network.card(1).extension().counter("messages without a channel") == 2);
                assertFalse(other.receive(new UNetMessage()));
                assertEquals(0, other.dropped());
                one.bind(2, 0, 1);
                stranger.bind(7, 0, 0);
                assertTrue(stranger.give(1));
                send(one, 2, bytes(30, 5), 0);
                send(one, 2, bytes(3000, 6), 0);
                assertArrayEquals(bytes(30, 5), take(nodes, stranger, 7));
                assertArrayEquals(bytes(3000, 6), take(nodes, stranger, 7));
                assertThrows(InterfaceException.class, () -> one.bind(2, 1, 1));
                assertThrows(InterfaceException.class, () -> one.bind(3, 1, 0));
                assertThrows(InterfaceException.class, () -> made.get(0).open(0, 1));
            }
            try (UNetEndpoint again = made.get(0).open(0, 1)) {
                assertEquals(0, again.sent());
            }
        }
    }
}
