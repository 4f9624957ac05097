package dev.spine.device.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CaptureWireTest extends WireContract {
    private static final int PACKETS = 1000;

    private final HandAgent agent = HandAgent.modelled("source");
    private final HandAgent device = HandAgent.modelled("iop1");
    private final Capture capture = capture(PACKETS);
    private final CaptureWire wire = new CaptureWire(agent, "capture0", capture, Wire.IMMEDIATE, BUFFERS);
    private long asked;

    private static Capture capture(int packets) {
        CaptureBuilder builder = new CaptureBuilder("made");
        for (int i = 0; i < packets; i++) {
            builder.add(Frames.frame(1, 2, i, 60 + i % 100).toArray(ValueLayout.JAVA_BYTE), 1_000L * i);
        }
        return builder.build();
    }

    @Override
    protected WirePort port() {
        return wire.ports().getFirst();
    }

    @Override
    protected HandAgent device() {
        return device;
    }

    @Override
    protected boolean isClosedLoop() {
        return true;
    }

    @Override
    protected void offer(int count) {
        if (asked == 0) {
            order(ReplayOrder.endless(new Pace.AsBuffersReturn()));
        }
        asked += count;
        step(count);
    }

    private void order(ReplayOrder order) {
        wire.orders().offerOrThrow(order);
        assertEquals(1, wire.doWork(1));
    }

    private int step(int limit) {
        agent.takeWakeAt();
        int work = wire.doWork(limit);
        assertTrue(agent.takeCharges() > 0, "a step costs time");
        return work;
    }

    private void releaseAll() {
        for (Packet packet = port().arrivals().poll(); packet != null; packet = port().arrivals().poll()) {
            packet.release(device);
        }
    }

    @Test
    void nothingIsReplayedBeforeAnOrder() {
        assertEquals(0, step(64));
        assertNull(port().arrivals().poll());
        assertTrue(wire.isDone());
    }

    @Test
    void aStepThatHasDoneEnoughPlacesNothing() {
        order(ReplayOrder.endless(new Pace.AsAcknowledged(8)));
        while (step(1) > 0) {
            assertFalse(wire.isDone());
        }
        releaseAll();
        for (int i = 0; i < 4; i++) {
            wire.acknowledgements().offerOrThrow(2);
        }
        assertEquals(4, step(1), "four acknowledgements are more than it was asked for");
        assertNull(port().arrivals().poll());
        assertEquals(1, step(1));
    }

    @Test
    void packetsArePointedAtTheMemoryOfTheCapture() {
        offer(3);
        assertSame(capture.packets(), port().receiveMemory());
        for (int i = 0; i < 3; i++) {
            Packet packet = port().arrivals().poll();
            assertNotNull(packet);
            assertEquals(capture.packetOffset(i), packet.offset());
            assertEquals(capture.packetBytes(i), packet.length());
        }
    }

    @Test
    void aCaptureIsReplayedOnceFromItsFirstPacketToItsLast() {
        order(ReplayOrder.once(capture, new Pace.AsBuffersReturn()));
        int seen = 0;
        while (!wire.isDone()) {
            step(5);
            for (Packet packet = port().arrivals().poll(); packet != null; packet = port().arrivals().poll()) {
                assertEquals(seen++, Frames.number(packet.memory(), packet.offset()));
                packet.release(device);
            }
        }
        assertEquals(PACKETS, seen);
        assertEquals(0, step(64));
        assertEquals(PACKETS, wire.offered());
    }

    @Test
    void aLoopBeginsAgainAfterTheLastPacket() {
        order(new ReplayOrder(new Pace.AsBuffersReturn(), 2L * PACKETS + 1));
        int last = -1;
        while (!wire.isDone()) {
            step(BUFFERS);
            for (Packet packet = port().arrivals().poll(); packet != null; packet = port().arrivals().poll()) {
                int number = Frames.number(packet.memory(), packet.offset());
                assertEquals((last + 1) % PACKETS, number);
                last = number;
                packet.release(device);
            }
        }
        assertEquals(0, last);
    }

    @Test
    void inTheClosedLoopTheSourceWaitsForABuffer() {
        offer(BUFFERS + 1);
        assertEquals(0, step(1));
        assertNotNull(agent.waitsFor());
        Packet packet = port().arrivals().poll();
        assertNotNull(packet);
        packet.release(device);
        assertEquals(1, step(64));
    }

    @Test
    void atAnEvenPacePacketsAreOfferedWhenTheyAreDue() {
        order(new ReplayOrder(new Pace.Even(1_000_000), 100));
        assertEquals(1, step(64));
        assertEquals(1000, agent.takeWakeAt());
        agent.advance(999);
        assertEquals(0, step(64));
        agent.advance(1);
        assertEquals(1, step(64));
        agent.advance(5_500);
        assertEquals(5, step(64));
        assertEquals(7, wire.offered());
        assertEquals(3_000, wire.dueNs(3));
    }

    @Test
    void inBurstsPacketsAreDueTogetherAndAtTheRateOnTheAverage() {
        order(new ReplayOrder(new Pace.Bursts(1_000_000, 4), 10));
        assertEquals(4, step(64));
        assertEquals(4000, agent.takeWakeAt());
        agent.advance(3_999);
        assertEquals(0, step(64));
        agent.advance(1);
        assertEquals(4, step(64));
        assertEquals(4_000, wire.dueNs(7));
        assertEquals(8_000, wire.dueNs(8));
        releaseAll();
        agent.advance(4_000);
        assertEquals(2, step(64), "the last burst is what is left");
        assertTrue(wire.isDone());
    }

    @Test
    void atAnEvenPaceWhatFindsNoBufferIsLostAndCounted() {
        order(new ReplayOrder(new Pace.Even(1_000_000), 100));
        agent.advance(1_000_000);
        while (!wire.isDone()) {
            step(7);
        }
        assertEquals(100, wire.offered());
        assertEquals(BUFFERS, port().received().frames());
        assertEquals(100 - BUFFERS, port().received().get(WireCounters.Counter.NO_RECEIVE_BUFFER));
    }

    @Test
    void atAJitteredPaceEachPacketIsLateByLessThanAFifthOfADistanceAndTheAgentsStreamDecides() {
        order(new ReplayOrder(new Pace.Jittered(1_000_000), 1000));
        step(1);
        long[] due = LongStream.range(0, 1000).map(wire::dueNs).toArray();
        long distinct = LongStream.range(0, 1000).map(i -> due[(int) i] - i * 1000).peek(late -> assertTrue(late >= 0 && late < 200,
            () -> late + " ns late")).distinct().count();
        assertTrue(distinct > 150, distinct + " of 200 possible values in 1000 packets");

        assertArrayEquals(due, dueOfANewWire(agent.path()), "the same seed and path give the same lateness");
        assertFalse(Arrays.equals(due, dueOfANewWire("another")), "each component has a stream of its own");
    }

    private long[] dueOfANewWire(String path) {
        HandAgent own = agent.isModelled() ? HandAgent.modelled(path) : HandAgent.live(path);
        CaptureWire other = new CaptureWire(own, "other", capture, Wire.IMMEDIATE, BUFFERS);
        other.orders().offerOrThrow(new ReplayOrder(new Pace.Jittered(1_000_000), 1000));
        other.doWork(1);
        return LongStream.range(0, 1000).map(other::dueNs).toArray();
    }

    @Test
    void atAJitteredPacePacketsAreOfferedWhenTheyAreDue() {
        order(new ReplayOrder(new Pace.Jittered(1_000_000), 100));
        step(1);
        for (int i = 0; i < 100; i++) {
            long wait = wire.dueNs(i) - agent.nowNs();
            if (wait > 0) {
                assertEquals(i, wire.offered());
                agent.advance(wait);
                step(64);
            }
            assertEquals(i + 1, wire.offered());
            releaseAll();
        }
    }

    @Test
    void atTheRecordedPaceDistancesAreThoseOfTheRecording() {
        order(ReplayOrder.once(capture, new Pace.AsRecorded()));
        step(64);
        for (int i = 1; i < PACKETS; i++) {
            agent.advance(999);
            assertEquals(0, step(64));
            agent.advance(1);
            assertEquals(1, step(64));
            releaseAll();
        }
        assertTrue(wire.isDone());
    }

    @Test
    void atTheRecordedPaceWithoutLossWhatIsDueWaitsForABuffer() {
        order(ReplayOrder.once(capture, new Pace.AsRecordedWithoutLoss()));
        step(64);
        agent.advance(999);
        assertEquals(0, step(64));
        // Long after every packet was due, in a card that gives one buffer back at a time.
        agent.advance(1_000_000);
        step(64);
        while (!wire.isDone()) {
            releaseAll();
            assertTrue(step(64) > 0, "goes on as soon as buffers return");
        }
        assertEquals(PACKETS, port().received().frames());
        assertEquals(0, port().received().drops());
    }

    @Test
    void aRecordingOfImpossibleTimesIsDueNeverAndNotAtOnce() {
        Capture odd = new CaptureBuilder("odd").add(new byte[60], 0).add(new byte[60], Long.MAX_VALUE).add(new byte[60], 0)
            .add(new byte[60], Long.MAX_VALUE).build();
        CaptureWire oddWire = new CaptureWire(agent, "odd", odd, Wire.IMMEDIATE, BUFFERS);
        agent.advance(1_000);
        oddWire.orders().offerOrThrow(ReplayOrder.once(odd, new Pace.AsRecorded()));
        assertEquals(2, oddWire.doWork(64));
    }

    @Test
    void aRecordingWhoseClockWentBackIsReplayedWithoutAPause() {
        Capture odd = new CaptureBuilder("odd").add(new byte[60], 5_000_000).add(new byte[60], 1_000).add(new byte[60], 2_000).build();
        CaptureWire oddWire = new CaptureWire(agent, "odd", odd, Wire.IMMEDIATE, BUFFERS);
        oddWire.orders().offerOrThrow(ReplayOrder.once(odd, new Pace.AsRecorded()));
        assertEquals(3, oddWire.doWork(64));
        assertEquals(1_000, agent.takeWakeAt());
        agent.advance(1_000);
        assertEquals(1, oddWire.doWork(64));
        assertTrue(oddWire.isDone());
    }

    @Test
    void aNewOrderBeginsAtTheFirstPacketAndCountsFromNothing() {
        offer(5);
        releaseAll();
        agent.advance(77);
        order(new ReplayOrder(new Pace.AsBuffersReturn(), 2));
        step(64);
        Packet packet = port().arrivals().poll();
        assertNotNull(packet);
        assertEquals(0, Frames.number(packet.memory(), packet.offset()));
        assertEquals(2, wire.offered());
        assertEquals(77, wire.startNs());

        order(ReplayOrder.STOP);
        assertEquals(0, step(64));
        assertTrue(wire.isDone());
    }

    @Test
    void theRateOfTheWireBoundsTheSource() {
        CaptureWire slow = new CaptureWire(agent, "slow", capture, new WireTiming(1_000_000_000L, 0, 0), PACKETS);
        slow.orders().offerOrThrow(ReplayOrder.endless(new Pace.AsBuffersReturn()));
        int placed = slow.doWork(PACKETS) - 1;
        assertTrue(placed < PACKETS, "placed " + placed);
        assertEquals(0, slow.doWork(PACKETS));
        agent.advance(1_000);
        assertFalse(slow.ports().getFirst().arrivals().isEmpty());
        assertTrue(slow.doWork(PACKETS) > 0);
        assertEquals(0, slow.ports().getFirst().received().drops());
    }

    @Test
    void packetsThatAreNoEthernetFramesAreLeftOutOfTheCaptureAndSoOfEveryCountOfIt() {
        Capture odd = new CaptureBuilder("odd").add(new byte[13], 0).add(new byte[14], 1).add(new byte[0], 2).build();
        CaptureWire oddWire = new CaptureWire(agent, "odd", odd, Wire.IMMEDIATE, BUFFERS);
        assertEquals(1, odd.packetCount());
        assertEquals(1, oddWire.packetsPerLap());
        assertEquals(2, odd.count(CaptureOddity.RUNT));
        assertEquals("odd: 1 packets, 14 bytes, 2 packets shorter than an Ethernet header left out", odd.toString());
    }

    @Test
    void aCaptureWithoutFramesIsAnErrorThatSaysSo() {
        Capture empty = new CaptureBuilder("empty.pcap").build();
        String message = assertThrows(IllegalArgumentException.class,
            () -> new CaptureWire(agent, "w", empty, Wire.IMMEDIATE, BUFFERS)).getMessage();
        assertTrue(message != null && message.contains("empty.pcap has 0 frames"), message);
    }

    @Test
    void whatTheDeviceSendsIsCountedAndGoesNowhere() {
        assertTrue(port().trySend(device, Frames.frame(1, 2, 3, 60), 0, 60));
        assertEquals(1, port().sent().frames());
        assertEquals(List.of(port()), wire.ports());
    }

    @Test
    void ordersAndPacesOutsideTheirRangesAreErrorsOfTheCaller() {
        assertThrows(IllegalArgumentException.class, () -> new Pace.Even(0));
        assertThrows(IllegalArgumentException.class, () -> new Pace.Even(Pace.Even.MAX_RATE + 1));
        assertThrows(IllegalArgumentException.class, () -> new Pace.Jittered(0));
        assertThrows(IllegalArgumentException.class, () -> new Pace.Bursts(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Pace.Bursts(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Pace.Jittered(Pace.Even.MAX_RATE + 1));
        assertThrows(IllegalArgumentException.class, () -> new ReplayOrder(new Pace.AsBuffersReturn(), -1));
        offer(1);
        assertThrows(IllegalStateException.class, () -> wire.dueNs(0));
    }
}
