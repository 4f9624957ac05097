package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.peer.bridge.BridgeSettings;
import dev.spine.peer.bridge.BridgeStart;
import dev.spine.peer.bridge.BridgeStatus;
import dev.spine.peer.bridge.BridgeStop;
import dev.spine.peer.bridge.PacketBridge;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketBridgeTest {
    private static final long MS = 1_000_000L;
    private static final int PACKETS = 64;
    private static final int PER_MESSAGE = 16;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine, 512, 256 * 1024);
    private final TestIop left = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
    private final TestIop right = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
    private final TestCard card = new TestCard(PACKETS);
    private final PacketBridge bridge = new PacketBridge(new BridgeSettings(6, 32, 5 * MS, 20 * MS));
    private final TestLan lan = new TestLan();
    private final int lanTid = right.install(lan);
    private final HostStub host = new HostStub(left);
    private final int bridgeTid;

    PacketBridgeTest() {
        left.install(card);
        bridgeTid = left.install(bridge);
    }

    private void pass(long ns) {
        engine.advanceTo(engine.nowNs() + ns);
    }

    private MessageFrame ask(PrivateMessage message) {
        left.run(() -> host.post(message, bridgeTid, 7));
        pass(10 * MS);
        return left.call(host::poll);
    }

    private MessageFrame start() {
        return ask(new BridgeStart(right.iopId, lanTid, PER_MESSAGE).message());
    }

    private static byte[] packet(int bytes) {
        byte[] packet = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            packet[i] = (byte) (i * 5 + 1);
        }
        return packet;
    }

    private void offer(byte[] packet, long count, int burst) {
        left.run(() -> card.offer(packet, count, burst));
    }

    private BridgeStatus status() {
        return BridgeStatus.parse(ask(BridgeStatus.message()));
    }

    private void assertNothingIsLost() {
        assertEquals(PACKETS, card.atHome(), "every packet has come home");
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void everyPacketLeavesByTheOtherPortUntouchedAndInOrder() {
        node.start();
        assertEquals(RequestStatus.SUCCESS, start().requestStatus());
        byte[] packet = packet(300);
        offer(packet, 40, 40);
        pass(50 * MS);

        assertEquals(List.of(16, 16, 8), lan.counts, "as many as the port takes in one message, and the rest when the burst ends");
        lan.packets.forEach(sent -> assertArrayEquals(packet, sent));
        assertEquals(new BridgeStatus(3, 40, 40, 0, 0, 0), status());
        assertEquals(0, card.declined);
        assertNothingIsLost();
    }

    @Test
    void packetsThatThePortRefusesOrForgetsAreCountedAndComeHome() {
        lan.picky = true;
        lan.forgetful = true;
        node.start();
        start();
        offer(packet(60), 16, 16);
        pass(50 * MS);
        assertEquals(new BridgeStatus(1, 16, 7, 9, 0, 0), status(), "8 are refused, one of 8 is not named");
        assertNothingIsLost();
    }

    @Test
    void aPortThatDoesNotAnswerCostsPacketsButNoFrames() {
        lan.silent = true;
        node.start();
        start();
        offer(packet(100), PACKETS, 4);
        pass(200 * MS);
        BridgeStatus late = status();
        assertEquals(PACKETS, late.taken());
        assertEquals(late.taken(), late.sent() + late.refused() + late.dropped() + late.unanswered(), late.toString());
        assertTrue(late.unanswered() > 0 && late.dropped() > 0, late.toString());
        assertEquals(PACKETS, card.atHome());

        right.run(lan::speak);
        pass(100 * MS);
        assertEquals(0, status().sent(), "late answers are not taken for new ones");
        offer(packet(100), 8, 8);
        pass(100 * MS);
        assertEquals(8, status().sent(), "and the bridge goes on");
        assertNothingIsLost();
    }

    @Test
    void stopIsAnsweredWhenThePortHasGivenEverythingBack() {
        lan.silent = true;
        node.start();
        start();
        offer(packet(60), 4, 4);
        pass(MS);
        left.run(() -> host.post(BridgeStop.message(), bridgeTid, 9));
        pass(MS);
        assertNull(engine.tasks(left.kernel).call(host::poll), "a message is at the port");
        right.run(lan::speak);
        pass(10 * MS);
        assertEquals(RequestStatus.SUCCESS, left.call(host::poll).requestStatus());
        assertEquals(0, card.sinks(), "the card is left alone");
        assertEquals(DetailedStatus.INVALID_PARAMETER, ask(BridgeStatus.message()).detailedStatus());
        assertEquals(RequestStatus.SUCCESS, start().requestStatus(), "and can be bridged again");
        assertNothingIsLost();
    }

    @Test
    void aLateAnswerOfThePortBeforeIsNoneOfThePortThatFollows() {
        TestIop third = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
        TestLan following = new TestLan();
        int followingTid = third.install(following);
        lan.silent = true;
        following.silent = true;
        node.start();
        start();
        offer(packet(60), 4, 4);
        pass(30 * MS);
        assertEquals(RequestStatus.SUCCESS, ask(BridgeStop.message()).requestStatus(), "it was given up");
        ask(new BridgeStart(third.iopId, followingTid, PER_MESSAGE).message());
        offer(packet(60), 4, 4);
        pass(MS);
        lan.cookie = following.firstCookie();
        right.run(lan::speak);
        pass(MS);
        assertEquals(PACKETS - 4, card.atHome(), "the port that has them may still read the packets");
        third.run(following::speak);
        pass(20 * MS);
        assertEquals(4, status().sent());
        assertNothingIsLost();
    }

    @Test
    void impossibleStartsAreRefused() {
        node.start();
        assertRefused(DetailedStatus.INVALID_PARAMETER, new BridgeStart(right.iopId, 0, PER_MESSAGE));
        assertRefused(DetailedStatus.INVALID_PARAMETER, new BridgeStart(right.iopId, lanTid, 0));
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, new BridgeStart(99, lanTid, PER_MESSAGE));
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, new BridgeStart(right.iopId, 0x700, PER_MESSAGE));
        assertEquals(0, card.sinks());
        start();
        assertRefused(DetailedStatus.DEVICE_BUSY, new BridgeStart(right.iopId, lanTid, PER_MESSAGE));
        assertEquals(1, card.sinks());
        assertEquals(RequestStatus.TRANSACTION_ERROR,
            ask(new PrivateMessage(OrganizationId.SPINE, 0x7777, List.of(), List.of())).requestStatus());
        assertNothingIsLost();
    }

    private void assertRefused(int detail, BridgeStart asked) {
        MessageFrame reply = ask(asked.message());
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(detail, reply.detailedStatus());
    }

    @Test
    void aResetOfThePortsIopCostsPacketsAndTheBridgeGoesOnAfterIt() {
        node.start();
        start();
        offer(packet(200), 400, 10);
        pass(MS);
        right.run(right::reset);
        pass(20 * MS);
        right.run(() -> right.enable(node.table()));
        pass(100 * MS);
        assertEquals(0, card.left(), "the wire is never stopped");
        long before = status().sent();
        offer(packet(200), 10, 10);
        pass(50 * MS);
        BridgeStatus after = status();
        assertEquals(before + 10, after.sent());
        assertEquals(after.taken(), after.sent() + after.refused() + after.dropped() + after.unanswered(), after.toString());
        assertNothingIsLost();
    }

    @Test
    void aResetOfTheCardGivesEverythingBack() {
        lan.silent = true;
        node.start();
        start();
        offer(packet(200), 30, 10);
        pass(MS);
        left.run(left::reset);
        right.run(lan::speak);
        pass(50 * MS);
        assertEquals(0, card.sinks());
        assertNothingIsLost();
    }
}
