package dev.spine.device.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.iop.packet.Packet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every wire promises to the device at one of its ports. A subclass brings a wire and a way to offer it frames. */
public abstract class WireContract {
    /** Receive buffers that the wire under test is made with. */
    protected static final int BUFFERS = 8;

    /** {@return the port of the device under test} */
    protected abstract WirePort port();

    /** {@return the agent of that device} */
    protected abstract HandAgent device();

    /**
     * Makes the far side offer frames whose numbers go on from call to call, beginning at 0, and waits until all were placed or
     * dropped. A source that loses nothing offers no more than there are free buffers.
     *
     * @param count how many
     */
    protected abstract void offer(int count);

    /** {@return whether the source holds back what finds no buffer, instead of dropping it} */
    protected boolean isClosedLoop() {
        return false;
    }

    private @Nullable Packet arrival() {
        return port().receive(device());
    }

    private List<Packet> arrivals() {
        List<Packet> packets = new ArrayList<>();
        for (Packet packet = arrival(); packet != null; packet = arrival()) {
            packets.add(packet);
        }
        return packets;
    }

    @Test
    void aFrameArrivesWholeInTheReceiveMemory() {
        offer(1);

        Packet packet = arrival();
        assertNotNull(packet);
        assertSame(port().receiveMemory(), packet.memory());
        assertTrue(packet.offset() >= 0 && packet.offset() + packet.length() <= port().receiveMemory().byteSize());
        assertEquals(0, Frames.number(packet.memory(), packet.offset()));
        assertTrue(Frames.isIntact(packet.memory(), packet.offset(), packet.length()));
        assertNull(arrival());
    }

    @Test
    void framesArriveInOrder() {
        offer(BUFFERS);

        List<Packet> packets = arrivals();
        assertEquals(BUFFERS, packets.size());
        for (int i = 0; i < BUFFERS; i++) {
            assertEquals(i, Frames.number(packets.get(i).memory(), packets.get(i).offset()));
        }
    }

    @Test
    void aFloodNeverTakesMorePacketsThanThereAreReceiveBuffers() {
        offer(5 * BUFFERS);

        List<Packet> packets = arrivals();
        assertEquals(BUFFERS, packets.size());
        Set<Packet> distinct = new HashSet<>(packets);
        assertEquals(BUFFERS, distinct.size(), "a packet was outstanding twice");
        assertEquals(BUFFERS, port().receiveBuffers());
    }

    @Test
    void whatIsDroppedInAFloodIsCountedWithItsReason() {
        offer(5 * BUFFERS);

        WireCounters counters = port().received();
        assertEquals(BUFFERS, counters.frames());
        assertEquals(isClosedLoop() ? 0 : 4L * BUFFERS, counters.get(WireCounters.Counter.NO_RECEIVE_BUFFER));
        assertEquals(counters.get(WireCounters.Counter.NO_RECEIVE_BUFFER), counters.drops());
    }

    @Test
    void releasedBuffersAreFilledAgain() {
        for (int round = 0; round < 100; round++) {
            offer(BUFFERS);
            List<Packet> packets = arrivals();
            assertEquals(BUFFERS, packets.size(), "in round " + round);
            packets.forEach(packet -> packet.release(device()));
        }
        assertEquals(0, port().received().drops());
        assertEquals(100L * BUFFERS, port().received().frames());
    }

    @Test
    void framesOfImpossibleLengthAreCountedAndNeverThrow() {
        int limit = port().maxPacketBytes();
        var memory = Frames.frame(1, 2, 0, limit + 64);
        for (int length : new int[] {0, WirePort.MIN_PACKET_BYTES - 1, limit + 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertTrue(port().trySend(device(), memory, 0, length));
        }
        assertEquals(5, port().sent().get(WireCounters.Counter.BAD_LENGTH));
        assertEquals(0, port().sent().frames());
    }

    @Test
    void theCountersSayWhatTheyCount() {
        offer(1);
        assertTrue(port().received().toString().startsWith("frames 1, bytes "));
        assertEquals("nothing", new WireCounters().toString());
    }
}
