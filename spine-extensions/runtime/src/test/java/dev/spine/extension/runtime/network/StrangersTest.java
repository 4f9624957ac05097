package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who sends from addresses that he has made up takes nothing from those who are there. */
class StrangersTest {
    private static final NetworkSettings FEW = new NetworkSettings(8, 4, 16, 16, 5_000_000L, 500_000L, 200_000_000L, 5_000_000_000L,
        1_000_000_000L, 0);
    private static final long MADE_UP = 0x02_00_00_00_10_00L;
    private static final long HONEST = 0x02_00_00_00_20_00L;

    private static void with(Consumer<Attacked> test) {
        try (ModelledEngine engine = Stations.modelled(1)) {
            test.accept(new Attacked(engine, new Stations(engine, Weather.FINE, 1, FEW)));
        }
    }

    /** The right station, and what comes to it from anybody. */
    private record Attacked(ModelledEngine engine, Stations both) {
        private void frame(long source, int type, int session, int generation, int dataBytes) {
            byte[] bytes = new byte[WireFormat.PAYLOAD + WireFormat.MESSAGE_BYTES];
            MemorySegment frame = MemorySegment.ofArray(bytes);
            MacAddress.write(frame, WireFormat.SOURCE, source);
            EtherType.write(frame, 0, WireFormat.ETHER_TYPE);
            WireFormat.put8(frame, WireFormat.VERSION_BYTE, WireFormat.VERSION);
            WireFormat.put8(frame, WireFormat.TYPE, type);
            WireFormat.put16(frame, WireFormat.PAYLOAD_BYTES, WireFormat.MESSAGE_BYTES);
            WireFormat.put32(frame, WireFormat.SESSION, session);
            WireFormat.put32(frame, WireFormat.GENERATION, generation);
            WireFormat.put32(frame, WireFormat.DATA_BYTES, dataBytes);
            WireFormat.put32(frame, WireFormat.PAYLOAD + 4L * WireFormat.CONTROL_WORD, 7 << WireFormat.INSTANCE_SHIFT | 1 << 16);
            engine.tasks(both.right).run(() -> both.right.transport.onFrame(frame, 0, bytes.length));
            engine.advanceTo(engine.nowNs() + 100_000);
        }

        /** {@return the session that the greeting was answered with} */
        int greet(long source) {
            frame(source, WireFormat.HELLO, 0, 5, 0);
            return both.right.givenSession;
        }

        void message(long source, int session, int dataBytes) {
            frame(source, WireFormat.DATA_MESSAGE, session, 1, dataBytes);
        }
    }

    @Test
    void aSessionDoesNotTellTheNextOne() {
        with(node -> {
            int mine = node.greet(MADE_UP);
            int other = node.greet(HONEST);
            assertNotEquals(mine + 1, other);
        });
    }

    @Test
    void greetingsFromEverNewAddressesDoNotKeepOutWhoGreetsAmongThem() {
        with(node -> {
            for (int i = 0; i < 20; i++) {
                node.greet(MADE_UP + i);
            }
            int session = node.greet(HONEST);
            for (int i = 20; i < 24; i++) {
                node.greet(MADE_UP + i);
            }
            node.message(HONEST, session, 0);
            assertEquals(1, node.both.right.count.get());
        });
    }

    @Test
    void whoWasTalkedToIsNotForgottenForThoseWhoOnlyGreet() {
        with(node -> {
            int session = node.greet(HONEST);
            node.message(HONEST, session, 0);
            for (int i = 0; i < 20; i++) {
                node.greet(MADE_UP + i);
            }
            node.engine.advanceTo(node.engine.nowNs() + 11_000_000_000L);
            node.greet(MADE_UP + 20);
            long stale = node.both.right.transport.counters().get(Counter.FRAMES_STALE);
            node.message(HONEST, session, 0);
            assertEquals(stale, node.both.right.transport.counters().get(Counter.FRAMES_STALE), "the session is known");
        });
    }

    @Test
    void strangersThatTalkLeaveRoomForThoseThatThisCardSendsTo() {
        with(node -> {
            for (int i = 0; i < 20; i++) {
                node.message(MADE_UP + i, node.greet(MADE_UP + i), 0);
            }
            assertTrue(node.both.right.transport.counters().get(Counter.NODES_REFUSED) > 0);
            node.engine.tasks(node.both.right).run(() -> node.both.right.orders.add(
                new Station.Order(ServiceLevel.RELIABLE, 7, 3, 0, 0)));
            assertTrue(Stations.runUntil(node.engine, 1_000_000_000L, () -> node.both.left.count.get() == 1));
        });
    }

    @Test
    void whoSendsToMadeUpAddressesLeavesPlacesForOtherOwnersAndForWhoGreets() {
        with(node -> {
            Station card = node.both.right;
            int[] words = new int[WireFormat.MESSAGE_WORDS];
            words[WireFormat.CONTROL_WORD] = 3 << WireFormat.INSTANCE_SHIFT | 1 << 16;
            int[] taken = new int[1];
            for (int i = 0; i < 20; i++) {
                long address = MADE_UP + i;
                node.engine.tasks(card).run(() ->
                    taken[0] += card.transport.send(5, address, ServiceLevel.RELIABLE, 0, words, null, 0, 0) ? 1 : 0);
            }
            assertEquals(1, taken[0], "of eight places one owner has one for nodes that have not answered");
            card.orders.add(new Station.Order(ServiceLevel.RELIABLE, 7, 3, 0, 0));
            node.engine.tasks(card).run(() -> { });
            assertTrue(Stations.runUntil(node.engine, 1_000_000_000L, () -> node.both.left.count.get() == 1));
            node.message(HONEST, node.greet(HONEST), 0);
            assertEquals(1, card.count.get());
            node.engine.advanceTo(node.engine.nowNs() + 6_000_000_000L);
            node.engine.tasks(card).run(() ->
                assertTrue(card.transport.canSend(5, MADE_UP + 30, ServiceLevel.RELIABLE, 3), "the place is free when patience is over"));
        });
    }

    @Test
    void manyOwnersWhoSendToMadeUpAddressesLeaveHalfOfThePlacesToNodesThatAnswer() {
        with(node -> {
            Station card = node.both.right;
            int[] words = new int[WireFormat.MESSAGE_WORDS];
            words[WireFormat.CONTROL_WORD] = 3 << WireFormat.INSTANCE_SHIFT | 1 << 16;
            int[] taken = new int[1];
            for (int sender = 10; sender < 30; sender++) {
                int from = sender;
                node.engine.tasks(card).run(() -> {
                    for (int i = 0; i < 3; i++) {
                        long address = MADE_UP + from * 100L + i;
                        taken[0] += card.transport.send(from, address, ServiceLevel.RELIABLE, 0, words, null, 0, 0) ? 1 : 0;
                    }
                });
            }
            assertEquals(4, taken[0], "of eight places all owners together have four for nodes that have not answered");
            node.message(HONEST, node.greet(HONEST), 0);
            assertEquals(1, card.count.get());
            node.engine.advanceTo(node.engine.nowNs() + 6_000_000_000L);
            node.engine.tasks(card).run(() ->
                assertTrue(card.transport.canSend(40, MADE_UP + 30, ServiceLevel.RELIABLE, 3), "places are free when patience is over"));
        });
    }

    @Test
    void dataThatNeverComeDoNotHoldMemory() {
        with(node -> {
            node.message(HONEST, node.greet(HONEST), 100_000);
            assertEquals(1, node.both.right.arriving);
            assertTrue(Stations.runUntil(node.engine, 30_000_000_000L, () -> node.both.right.arriving == 0));
        });
    }
}
