package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RelaySystem;
import dev.spine.iop.engine.TestProfile;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An observer hears of everything once and changes nothing. */
class EngineObserverTest {
    private static final int MESSAGES = 300;
    private static final int[] ORDER = {0, 1, 2, 3, 4, 5};

    /** An interval in which somebody had something. */
    private record Span(long fromPs, long toPs) {}

    private static final class Notes implements EngineObserver {
        private final Map<String, Long> busyPs = new TreeMap<>();
        private final Map<String, Long> chargedPs = new TreeMap<>();
        private final Map<String, Long> idlePs = new TreeMap<>();
        private final Map<String, List<Span>> processors = new TreeMap<>();
        private final Map<String, List<Span>> buses = new TreeMap<>();
        private final IdentityHashMap<Transfer, String> transfers = new IdentityHashMap<>();
        private int requested;
        private int ended;
        private int deliveries;
        private long chunkBytes;
        private int programmed;
        private int timers;

        @Override
        public void onBegin(String agent, long timePs) {
            chargedPs.putIfAbsent(agent, 0L);
        }

        @Override
        public void onCharge(String agent, Op op, long times, long charged) {
            chargedPs.merge(agent, charged, Long::sum);
        }

        @Override
        public void onEnd(String agent, Work work, long fromPs, long toPs) {
            (work == Work.IDLE_STEP ? idlePs : busyPs).merge(agent, toPs - fromPs, Long::sum);
            processors.computeIfAbsent(agent, _ -> new ArrayList<>()).add(new Span(fromPs, toPs));
        }

        @Override
        public void onDelivery(String from, @Nullable String to, long sentPs, long arrivalPs, DeliveryList<?> list, Object item) {
            assertTrue(arrivalPs >= sentPs);
            assertEquals(list.consumer() < 0, to == null);
            deliveries++;
        }

        @Override
        public void onTransferRequested(String agent, Transfer transfer, long timePs) {
            assertNull(transfers.put(transfer, agent));
            requested++;
        }

        @Override
        public void onTransferBegun(String dma, Transfer transfer, long timePs) {
            assertEquals(dma, transfers.get(transfer) + " dma");
        }

        @Override
        public void onChunk(String dma, Transfer transfer, int bytes, long fromPs, long toPs) {
            chunkBytes += bytes;
        }

        @Override
        public void onTransferEnded(String dma, Transfer transfer, long timePs) {
            assertEquals(dma, transfers.remove(transfer) + " dma");
            assertEquals(Transfer.Outcome.DONE, transfer.outcome());
            ended++;
        }

        @Override
        public void onProgrammedIo(String agent, int bytes, long timePs) {
            programmed++;
        }

        @Override
        public void onBusHeld(String bus, String by, long requestedPs, long fromPs, long toPs) {
            assertTrue(requestedPs <= fromPs && by.startsWith("node0/relay"), by);
            buses.computeIfAbsent(bus, _ -> new ArrayList<>()).add(new Span(fromPs, toPs));
        }

        @Override
        public void onTimer(String agent, long timePs) {
            timers++;
        }
    }

    private static void assertApart(List<Span> spans) {
        long end = 0;
        for (Span span : spans) {
            assertTrue(span.fromPs >= end && span.toPs >= span.fromPs, () -> span + " overlaps the one before");
            end = span.toPs;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 42})
    void everythingIsHeardOnceAndTheRunIsTheSame(long seed) {
        ModelledEngine alone = new ModelledEngine(TestProfile.machine(), seed);
        Map<String, List<Integer>> expected = new RelaySystem(alone, MESSAGES, ORDER).run();
        ModelledEngine watched = new ModelledEngine(TestProfile.machine(), seed);
        Notes notes = new Notes();
        watched.observe(notes);
        RelaySystem relays = new RelaySystem(watched, MESSAGES, ORDER);

        assertEquals(expected, relays.run());
        assertEquals(alone.digest(), watched.digest());
        EngineState state = watched.state();
        assertEquals(alone.state(), state);
        for (EngineState.AgentState agent : state.agents()) {
            assertEquals(agent.busyPs(), notes.busyPs.getOrDefault(agent.path(), 0L), agent.path());
            assertEquals(notes.chargedPs.get(agent.path()),
                notes.busyPs.getOrDefault(agent.path(), 0L) + notes.idlePs.getOrDefault(agent.path(), 0L), agent.path());
            assertApart(notes.processors.get(agent.path()));
        }
        assertEquals(List.of("node0/bus"), List.copyOf(notes.buses.keySet()));
        List<Span> bus = notes.buses.get("node0/bus");
        assertApart(bus);
        assertEquals(state.buses().getFirst().heldPs(), bus.stream().mapToLong(span -> span.toPs - span.fromPs).sum());
        assertEquals(3 * MESSAGES, notes.requested);
        assertEquals(3 * MESSAGES, notes.ended);
        assertEquals(3 * MESSAGES, notes.programmed);
        assertEquals(3 * MESSAGES * 256L, notes.chunkBytes);
        assertEquals(3 * 3 * MESSAGES, notes.deliveries);
        assertEquals(0, notes.timers);
    }

    @Test
    void aTimerThatRunsOutIsHeard() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        Notes notes = new Notes();
        engine.observe(notes);
        engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            if (context.nowNs() < 1_000) {
                context.wakeAt(1_000);
            }
            return 0;
        }));
        engine.start();
        engine.advanceTo(2_000);
        assertEquals(1, notes.timers);
        engine.close();
    }

    @Test
    void withoutAnObserverTheContextIsThatOfTheEngine() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        FunctionAgent agent = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
        assertSame(ModelledContext.class, agent.context().getClass());
        assertThrows(IllegalStateException.class, () -> engine.observe(new EngineObserver() { }));
        engine.close();
        ModelledEngine other = new ModelledEngine(TestProfile.machine(), 1);
        other.observe(new EngineObserver() { });
        assertThrows(IllegalStateException.class, () -> other.observe(new EngineObserver() { }));
        other.close();
    }

    @Test
    void aTapHearsBesideAnObserver() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        int[] tapped = new int[1];
        Notes notes = new Notes();
        engine.tap((from, timeNs, list, item) -> tapped[0]++);
        engine.observe(notes);
        new RelaySystem(engine, MESSAGES, ORDER).run();
        assertEquals(notes.deliveries, tapped[0]);
    }

    @Test
    void thePendingEventsAreThoseThatAreExecuted() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 5);
        RelaySystem relays = new RelaySystem(engine, MESSAGES, ORDER);
        engine.start();
        for (int i = 0; i < 2_000; i++) {
            List<EngineEvent> pending = engine.pending(3);
            EngineEvent next = pending.getFirst();
            assertEquals(i, next.number());
            assertEquals(Math.min(3, engine.state().pendingCount()), pending.size());
            assertTrue(pending.stream().allMatch(event -> event.timePs() >= next.timePs()));
            assertTrue(next.source().startsWith("node0/") || next.source().equals("bus"), next::toString);
            long inList = next.list() == null ? 0 : next.list().size();
            assertTrue(engine.runTo(i + 1));
            assertEquals(next.timePs(), engine.state().timePs());
            if (next.kind() == EngineEvent.Kind.DELIVERY && next.list() != null) {
                assertEquals(inList + 1, next.list().size(), next::toString);
            }
        }
        assertFalse(relays.hasEnded());
        engine.close();
    }
}
