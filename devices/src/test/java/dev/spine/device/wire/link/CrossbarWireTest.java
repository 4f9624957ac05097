package dev.spine.device.wire.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossbarWireTest extends WireContract {
    private static final long ALICE = 0x0200_0000_0001L;
    private static final long BOB = 0x0200_0000_0002L;
    private static final long CAROL = 0x0200_0000_0003L;

    private final HandAgent device = HandAgent.modelled("iop1");
    private final CrossbarWire wire = new CrossbarWire("crossbar0", List.of(ALICE, BOB, CAROL), Wire.IMMEDIATE, BUFFERS,
        WirePort.ETHERNET_PACKET_BYTES);
    private final List<Agent> outputs = new ArrayList<>();
    private int next;

    CrossbarWireTest() {
        for (int port = 0; port < 3; port++) {
            outputs.add(wire.output(port, HandAgent.modelled("output" + port)));
        }
    }

    @Override
    protected WirePort port() {
        return wire.ports().get(0);
    }

    @Override
    protected HandAgent device() {
        return device;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(send(1, ALICE, BOB, next++));
            letOut();
        }
    }

    private boolean send(int from, long destination, long source, int number) {
        return wire.ports().get(from).trySend(device, Frames.frame(destination, source, number, 64), 0, 64);
    }

    private void letOut() {
        for (Agent output : outputs) {
            while (output.doWork(1) > 0) {
                assertTrue(true);
            }
        }
    }

    private int waiting(int port) {
        return wire.ports().get(port).arrivals().size();
    }

    @Test
    void aFrameGoesToThePortOfItsAddressOnly() {
        assertTrue(send(0, CAROL, ALICE, 1));
        letOut();
        assertEquals(List.of(0, 0, 1), List.of(waiting(0), waiting(1), waiting(2)));
    }

    @Test
    void aFrameForAGroupGoesToAllOthers() {
        assertTrue(send(1, MacAddress.BROADCAST, BOB, 1));
        letOut();
        assertEquals(List.of(1, 0, 1), List.of(waiting(0), waiting(1), waiting(2)));
    }

    @Test
    void aFrameForNobodyIsCountedAndLost() {
        assertTrue(send(0, 0x0200_0000_0009L, ALICE, 1));
        assertTrue(send(0, ALICE, ALICE, 2));
        letOut();
        assertEquals(2, wire.ports().get(0).sent().get(WireCounters.Counter.UNSUPPORTED));
    }

    @Test
    void aSenderWaitsUntilItsFramesToAPortHaveLeft() {
        for (int i = 0; i < CrossbarWire.MAX_IN_FLIGHT; i++) {
            assertTrue(send(0, BOB, ALICE, i));
        }
        assertFalse(send(0, BOB, ALICE, 100));
        assertTrue(wire.ports().get(0).sendableAtNs(device) > device.nowNs());
        letOut();
        assertTrue(send(0, BOB, ALICE, 100));
        assertEquals(CrossbarWire.MAX_IN_FLIGHT + 1, wire.ports().get(0).sent().frames());
        assertEquals(0, wire.ports().get(0).sent().drops());
    }

    @Test
    void aPortThatIsFloodedTakesNothingFromOthers() {
        for (int i = 0; i < 3 * CrossbarWire.MAX_IN_FLIGHT; i++) {
            send(0, BOB, ALICE, i);
            letOut();
        }
        assertTrue(wire.ports().get(1).received().get(WireCounters.Counter.NO_RECEIVE_BUFFER) > 0);
        assertTrue(send(0, CAROL, ALICE, 1));
        letOut();
        assertEquals(1, waiting(2));
    }

    @Test
    void impossibleCrossbarsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new CrossbarWire("x", List.of(ALICE), Wire.IMMEDIATE, 1, 1514));
        assertThrows(IllegalArgumentException.class, () -> new CrossbarWire("x", List.of(ALICE, ALICE), Wire.IMMEDIATE, 1, 1514));
    }

    @Test
    void framesComeBackToThePoolOfTheirSender() {
        for (int i = 0; i < 10 * BUFFERS; i++) {
            assertTrue(send(2, ALICE, CAROL, i));
            letOut();
            Packet packet = wire.ports().get(0).arrivals().poll();
            if (packet == null) {
                throw new AssertionError("frame " + i + " has not arrived");
            }
            packet.release(device);
        }
        assertEquals(0, wire.ports().get(0).received().drops());
    }
}
