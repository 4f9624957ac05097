package dev.spine.device.wire.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Serialiser;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class LinkWireTest extends WireContract {
    private final LinkWire wire = new LinkWire("link0", Wire.IMMEDIATE, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
    private final HandAgent device = HandAgent.modelled("iop1");
    private final HandAgent sender = HandAgent.modelled("iop2");
    private int next;

    @Override
    protected WirePort port() {
        return wire.ports().get(1);
    }

    @Override
    protected HandAgent device() {
        return device;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(wire.ports().get(0).trySend(sender, Frames.frame(1, 2, next++, 100), 0, 100));
        }
    }

    @Test
    void framesOfTheSmallestAndTheLargestLengthPass() {
        MemorySegment frame = Frames.frame(1, 2, 7, WirePort.ETHERNET_PACKET_BYTES);
        for (int length : new int[] {WirePort.MIN_PACKET_BYTES, WirePort.ETHERNET_PACKET_BYTES}) {
            assertTrue(wire.ports().get(0).trySend(sender, frame, 0, length));
            Packet packet = port().arrivals().poll();
            assertNotNull(packet);
            assertEquals(length, packet.length());
            assertEquals(-1, frame.asSlice(0, length).mismatch(packet.memory().asSlice(packet.offset(), length)));
        }
    }

    @Test
    void bothDirectionsCarryAtTheSameTime() {
        assertTrue(wire.ports().get(1).trySend(device, Frames.frame(2, 1, 42, 60), 0, 60));
        offer(1);

        assertEquals(1, wire.ports().get(0).arrivals().size());
        assertEquals(1, wire.ports().get(1).arrivals().size());
        assertEquals(1, wire.ports().get(0).received().frames());
        assertEquals(1, wire.ports().get(1).sent().frames());
    }

    @Test
    void aFrameArrivesAfterItsBytesAndTheLatency() {
        // 100 bytes at 1 Gbit/s take 800 ns.
        LinkWire slow = new LinkWire("slow", new WireTiming(1_000_000_000L, 50, 0), BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        MemorySegment frame = Frames.frame(1, 2, 0, 100);
        assertTrue(slow.ports().get(0).trySend(sender, frame, 0, 100));
        assertTrue(slow.ports().get(0).trySend(sender, frame, 0, 100));

        sender.advance(849);
        assertNull(slow.ports().get(1).arrivals().poll());
        sender.advance(1);
        assertNotNull(slow.ports().get(1).arrivals().poll());
        sender.advance(799);
        assertNull(slow.ports().get(1).arrivals().poll());
        sender.advance(1);
        assertNotNull(slow.ports().get(1).arrivals().poll());
    }

    @Test
    void aSenderThatIsTooFastIsThrottledAndToldUntilWhen() {
        LinkWire slow = new LinkWire("slow", new WireTiming(1_000_000_000L, 0, 0), 100, WirePort.ETHERNET_PACKET_BYTES);
        WirePort end = slow.ports().get(0);
        MemorySegment frame = Frames.frame(1, 2, 0, 1000);
        int sent = 0;
        while (end.trySend(sender, frame, 0, 1000)) {
            sent++;
        }
        assertEquals(Serialiser.QUEUE_BYTES / 1000 + 1, sent);
        assertEquals(sent, end.sent().frames());

        long waitNs = end.sendableAtNs(sender) - sender.nowNs();
        assertTrue(waitNs > 0 && waitNs <= 8_000, "waits " + waitNs);
        sender.advance(waitNs - 1);
        assertFalse(end.trySend(sender, frame, 0, 1000));
        sender.advance(1);
        assertTrue(end.trySend(sender, frame, 0, 1000));
    }

    @Test
    void framesOnALinkThatIsDownAreCountedAtTheirSender() {
        wire.set(Delivery.DIRECT, LinkState.DOWN);
        offer(3);

        assertEquals(3, wire.ports().get(0).sent().get(WireCounters.Counter.LINK_DOWN));
        assertEquals(0, port().arrivals().size());
        wire.set(Delivery.DIRECT, LinkState.UP);
        offer(1);
        assertEquals(1, port().arrivals().size());
    }

    @Test
    void aLinkThatFlickersLeavesOneSignalAndTheLastState() {
        for (int i = 0; i < 1001; i++) {
            wire.set(Delivery.DIRECT, i % 2 == 0 ? LinkState.DOWN : LinkState.UP);
        }
        LinkSignal signal = port().linkSignals().poll();
        assertNotNull(signal);
        signal.received();
        assertEquals(LinkState.DOWN, port().link());
        assertNull(port().linkSignals().poll());

        wire.set(Delivery.DIRECT, LinkState.UP);
        assertNotNull(port().linkSignals().poll());
    }
}
