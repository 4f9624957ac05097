package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A packet that becomes very many takes its card's other work no longer than one that becomes a few. */
class NicCutTest {
    private static final int SEGMENT_BYTES = 32;
    private static final int PARTS = 2_000;
    private static final int HEADERS = UdpHeaders.BYTES;
    private static final int LATER_FRAME = 77;

    private final NicRig rig = new NicRig(NicSettings.of("lan0", NicRig.ADDRESS),
        new LinkWire("link0", Wire.IMMEDIATE, 2 * PARTS, WirePort.ETHERNET_PACKET_BYTES), 64);

    /** A datagram that is to be cut into {@link #PARTS}, each of which begins with its number. */
    private static MemorySegment whole() {
        ByteBuffer packet = ByteBuffer.allocate(HEADERS + PARTS * SEGMENT_BYTES);
        UdpHeaders.write(MemorySegment.ofBuffer(packet), 0, 0, 0, 0, 0, 0, 0, 0, PARTS * SEGMENT_BYTES);
        for (int i = 0; i < PARTS; i++) {
            packet.putInt(HEADERS + i * SEGMENT_BYTES, i);
        }
        return MemorySegment.ofArray(packet.array());
    }

    private boolean sendWhole() {
        MemorySegment packet = whole();
        return rig.nic.transmit(packet, 0, (int) packet.byteSize(), Offload.of(Offload.UDP, SEGMENT_BYTES, 34, 6));
    }

    private long sent() {
        return rig.nic.statistics().packetsTransmitted;
    }

    @Test
    void itsPartsLeaveInSeveralStepsAndInOrderBeforeWhatFollows() {
        assertTrue(sendWhole());
        assertTrue(sent() <= CutSender.PARTS_AT_ONCE, "all in one call: " + sent());
        MemorySegment later = Frames.frame(NicRig.STATION, NicRig.ADDRESS, LATER_FRAME, 60);
        assertFalse(rig.nic.transmit(later, 0, 60), "what follows waits: parts are left, and this step has sent enough of them");
        assertFalse(sendWhole(), "one packet at a time is kept");

        int steps = 0;
        while (sent() < PARTS) {
            long before = sent();
            rig.step(PARTS);
            assertTrue(sent() > before, "each step goes on");
            assertTrue(sent() - before <= CutSender.PARTS_AT_ONCE, "one step has sent " + (sent() - before));
            steps++;
        }
        assertTrue(steps >= PARTS / CutSender.PARTS_AT_ONCE - 1, steps + " steps");
        assertTrue(rig.nic.transmit(later, 0, 60));

        for (int i = 0; i < PARTS; i++) {
            Packet part = rig.far().arrivals().poll();
            assertEquals(i, Integer.reverseBytes(Frames.number(part.memory(), part.offset())), "the number at the head of a part");
            part.release(rig.station);
        }
        Packet last = rig.far().arrivals().poll();
        assertEquals(LATER_FRAME, Frames.number(last.memory(), last.offset()));
        last.release(rig.station);
        assertEquals(0, rig.nic.statistics().transmitErrors());
    }

    @Test
    void aCardThatDoesOnePieceOfWorkAtATimeSendsOnePartAtATime() {
        assertTrue(sendWhole());
        while (sent() < PARTS) {
            long before = sent();
            rig.step(1);
            assertTrue(sent() - before <= 1, "one piece of work has sent " + (sent() - before));
        }
    }

    @Test
    void aRequestOfTheHostWaitsBehindTheParts() {
        assertTrue(sendWhole());
        rig.send(0, 60, 5);
        rig.step();
        for (int i = 0; i < PARTS; i++) {
            rig.far().arrivals().poll().release(rig.station);
        }
        assertEquals(5, rig.stationReceived().getFirst());
    }

    @Test
    void aResetForgetsTheRestOfThem() {
        assertTrue(sendWhole());
        long before = sent();
        rig.nic.reset();
        rig.nic.enable();
        rig.step(PARTS);
        assertEquals(before, sent());
    }
}
