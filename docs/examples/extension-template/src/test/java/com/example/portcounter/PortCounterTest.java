package com.example.portcounter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.Activation;
import dev.spine.extension.harness.HostMessage;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.UdpFrame;
import dev.spine.extension.harness.testkit.ExtensionTest;
import org.junit.jupiter.api.Test;

@ExtensionTest(PortCounter.class)
class PortCounterTest {
    @Test
    void packetsOfWatchedPortsAreCounted(SimulatedCard card) {
        card.send(PortCounter.WATCH, 7000);
        card.settle();
        card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "hello"));
        card.receive(UdpFrame.of(card.hardwareAddress(), 7001, "not counted"));
        card.extension().awaitCounter("packets", 1);

        card.send(PortCounter.ASK);
        HostMessage counts = card.awaitHostMessage(PortCounter.COUNTS);
        assertEquals(1, counts.word(0));
        assertEquals(60, counts.word(1));
    }

    @Test
    void impossiblePortsAreLoggedAndChangeNothing(SimulatedCard card) {
        card.send(PortCounter.WATCH, 70_000);
        card.settle();
        assertTrue(card.extension().log().getLast().endsWith("there is no UDP port 70000"));
    }

    @Test
    void aPacketTakesFewUnitsOfFuel(SimulatedCard card) {
        card.send(PortCounter.WATCH, 7000);
        card.settle();
        card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "hello"));
        card.extension().awaitCounter("packets", 1);
        Activation packet = card.activations().getLast();
        assertEquals("packet handler", packet.what());
        assertTrue(packet.fuel() < 100, packet::toString);
    }
}
