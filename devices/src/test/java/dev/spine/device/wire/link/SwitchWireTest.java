package dev.spine.device.wire.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import org.junit.jupiter.api.Test;

class SwitchWireTest extends WireContract {
    private static final long ALICE = 0x0200_0000_0001L;
    private static final long BOB = 0x0200_0000_0002L;

    private final HandAgent agent = HandAgent.modelled("switch");
    private final HandAgent device = HandAgent.modelled("iop1");
    private final SwitchWire wire = new SwitchWire(agent, "switch0", 3, Wire.IMMEDIATE, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
    private int next;

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
            send(1, ALICE, BOB, next++);
        }
    }

    private void send(int from, long destination, long source, int number) {
        assertTrue(wire.ports().get(from).trySend(device, Frames.frame(destination, source, number, 64), 0, 64));
        while (wire.doWork(1) > 0) {
            assertTrue(agent.takeCharges() > 0, "forwarding costs time");
        }
    }

    private int waiting(int port) {
        return wire.ports().get(port).arrivals().size();
    }

    private void clear(int port) {
        for (Packet packet = wire.ports().get(port).arrivals().poll(); packet != null; packet = wire.ports().get(port).arrivals().poll()) {
            packet.release(device);
        }
    }

    @Test
    void aFrameForAnUnknownAddressGoesToEveryPortButItsOwn() {
        send(0, BOB, ALICE, 1);
        assertEquals(0, waiting(0));
        assertEquals(1, waiting(1));
        assertEquals(1, waiting(2));
    }

    @Test
    void aFrameForAKnownAddressGoesToItsPortOnly() {
        send(0, BOB, ALICE, 1);
        clear(1);
        clear(2);
        send(1, ALICE, BOB, 2);
        assertEquals(1, waiting(0));
        assertEquals(0, waiting(2));

        send(2, BOB, 0x0200_0000_0003L, 3);
        assertEquals(1, waiting(0));
        assertEquals(1, waiting(1));
    }

    @Test
    void aDeviceThatMovesToAnotherPortIsFoundThere() {
        send(0, BOB, ALICE, 1);
        send(2, BOB, ALICE, 2);
        clear(0);
        clear(1);
        clear(2);
        send(1, ALICE, BOB, 3);
        assertEquals(0, waiting(0));
        assertEquals(1, waiting(2));
    }

    @Test
    void aFrameForAnAddressOnItsOwnPortGoesNowhere() {
        send(0, BOB, ALICE, 1);
        clear(1);
        clear(2);
        send(0, ALICE, BOB, 2);
        assertEquals(0, waiting(0) + waiting(1) + waiting(2));
    }

    @Test
    void groupsReachEverybodyAndAreNeverLearned() {
        send(0, MacAddress.BROADCAST, ALICE, 1);
        assertEquals(1, waiting(1));
        assertEquals(1, waiting(2));
        clear(1);
        clear(2);
        send(1, ALICE, MacAddress.BROADCAST, 2);
        send(0, MacAddress.BROADCAST, ALICE, 3);
        assertEquals(1, waiting(1));
        assertEquals(1, waiting(2));
    }

    @Test
    void aFloodOfMadeUpSourcesLeavesTheSwitchWorking() {
        for (int i = 0; i < 20_000; i++) {
            send(0, ALICE, 0x0400_0000_0000L + i, i);
            clear(1);
            clear(2);
        }
        send(2, BOB, ALICE, 1);
        clear(0);
        clear(1);
        send(1, ALICE, BOB, 2);
        assertEquals(1, waiting(2));
        assertEquals(0, waiting(0));
    }

    @Test
    void aSenderThatFindsNoBufferInTheSwitchLosesFramesAndIsToldWhy() {
        for (int i = 0; i < 3 * BUFFERS; i++) {
            assertTrue(wire.ports().get(0).trySend(device, Frames.frame(BOB, ALICE, i, 64), 0, 64));
        }
        assertEquals(BUFFERS, wire.ports().get(0).sent().frames());
        assertEquals(2L * BUFFERS, wire.ports().get(0).sent().get(WireCounters.Counter.QUEUE_FULL));
    }

    @Test
    void portsAreServedInTurn() {
        for (int i = 0; i < BUFFERS; i++) {
            wire.ports().get(0).trySend(device, Frames.frame(0x0200_0000_0009L, ALICE, i, 64), 0, 64);
            wire.ports().get(1).trySend(device, Frames.frame(0x0200_0000_0009L, BOB, 100 + i, 64), 0, 64);
        }
        assertEquals(2, wire.doWork(2));
        Packet first = wire.ports().get(2).arrivals().poll();
        Packet second = wire.ports().get(2).arrivals().poll();
        assertTrue(first != null && second != null);
        assertEquals(100, Math.abs(Frames.number(first.memory(), first.offset()) - Frames.number(second.memory(), second.offset())));
    }

    @Test
    void aSwitchOfOnePortIsAnErrorOfItsMaker() {
        assertThrows(IllegalArgumentException.class,
            () -> new SwitchWire(agent, "switch1", 1, Wire.IMMEDIATE, BUFFERS, WirePort.ETHERNET_PACKET_BYTES));
    }
}
