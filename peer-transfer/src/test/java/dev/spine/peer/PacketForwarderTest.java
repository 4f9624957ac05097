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
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.peer.forward.ForwardStart;
import dev.spine.peer.forward.ForwardStatus;
import dev.spine.peer.forward.ForwardStop;
import dev.spine.peer.forward.ForwarderSettings;
import dev.spine.peer.forward.PacketForwarder;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PacketForwarderTest {
    private static final long MS = 1_000_000L;
    private static final int PORT = 5004;
    private static final int PACKETS = 64;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine, 512, 256 * 1024);
    private final TestIop left = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
    private final TestIop right = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
    private final TestCard card = new TestCard(PACKETS);
    private final PacketForwarder forwarder = new PacketForwarder(new ForwarderSettings(2, 6, 32, 5 * MS, 20 * MS));
    private final TestDisplay display = new TestDisplay();
    private final int cardTid = left.install(card);
    private final int forwarderTid = left.install(forwarder);
    private final int displayTid = right.install(display);
    private final HostStub host = new HostStub(left);

    private void pass(long ns) {
        engine.advanceTo(engine.nowNs() + ns);
    }

    private MessageFrame ask(PrivateMessage message) {
        left.run(() -> host.post(message, forwarderTid, 7));
        pass(10 * MS);
        return left.call(host::poll);
    }

    private MessageFrame start() {
        return ask(new ForwardStart(PORT, right.iopId, displayTid, 3, PixelFormat.UYVY.code()).message());
    }

    private void offer(byte[] packet, long count, int burst) {
        left.run(() -> card.offer(packet, count, burst));
    }

    private ForwardStatus status() {
        return ForwardStatus.parse(ask(ForwardStatus.message(PORT)));
    }

    private void assertNothingIsLost() {
        assertEquals(PACKETS, card.atHome(), "every packet has come home");
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void packetsOfAStreamReachTheDisplayAndComeHome() {
        node.start();
        assertEquals(RequestStatus.SUCCESS, start().requestStatus());
        byte[] packet = VideoBytes.packet(PORT, 0, -1, 0, 640, 320);
        offer(packet, 40, 40);
        pass(50 * MS);

        assertEquals(List.of(20, 20), display.counts, "a frame of 512 bytes carries 20 packets of two lines");
        assertEquals(3, display.window);
        assertEquals(PixelFormat.UYVY.code(), display.format);
        assertEquals(List.of(Transfer.Outcome.DONE, Transfer.Outcome.DONE), display.outcomes);
        assertEquals(40 * 960, display.pulled);
        byte[] pixels = Arrays.copyOfRange(packet, packet.length - 960, packet.length);
        assertArrayEquals(pixels, display.surface().memory().asSlice(0, 960).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(new ForwardStatus(2, 40, 40, 0, 0, 0, 0), status());
        assertEquals(0, card.declined);
        assertNothingIsLost();
    }

    @Test
    void aPartialBatchLeavesAtTheEndOfTheBurst() {
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 320), 3, 3);
        pass(50 * MS);
        assertEquals(List.of(3), display.counts);
        assertNothingIsLost();
    }

    @Test
    void rtpOptionsAreSteppedOver() {
        node.start();
        start();
        byte[] packet = VideoBytes.packet(PORT, 2, 3, 5, 100);
        offer(packet, 1, 1);
        pass(50 * MS);
        assertEquals(100, display.pulled, "padding is no pixels");
        byte[] pixels = display.surface().memory().asSlice(0, 100).toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < pixels.length; i++) {
            assertEquals((byte) (i * 7), pixels[i]);
        }
        assertNothingIsLost();
    }

    @Test
    void packetsOfOthersAreDeclined() {
        node.start();
        start();
        offer(VideoBytes.packet(PORT + 1, 0, -1, 0, 320), 5, 5);
        pass(50 * MS);
        assertEquals(5, card.declined);
        assertEquals(List.of(), display.counts);
        assertNothingIsLost();
    }

    @Test
    void malformedPacketsOfTheStreamAreCountedAndDropped() {
        node.start();
        start();
        byte[] cut = Arrays.copyOf(VideoBytes.packet(PORT, 0, -1, 0, 320), 60);
        cut[38] = 0;
        cut[39] = 26;
        offer(cut, 4, 4);
        pass(50 * MS);
        assertEquals(new ForwardStatus(0, 4, 0, 0, 0, 0, 4), status());
        assertNothingIsLost();
    }

    @Test
    void packetsOfAnyContentDoNoHarm() {
        node.start();
        start();
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 1));
        for (int i = 0; i < 2_000; i++) {
            byte[] packet = VideoBytes.packet(PORT, random.nextInt(16), random.nextInt(-1, 5), random.nextInt(20),
                random.nextInt(75) * 4, 20);
            int flips = random.nextInt(6);
            for (int flip = 0; flip < flips; flip++) {
                packet[14 + random.nextInt(Math.min(60, packet.length - 14))] = (byte) random.nextInt();
            }
            offer(Arrays.copyOf(packet, 14 + random.nextInt(packet.length - 13)), 1, 1);
            pass(MS / 10);
        }
        pass(100 * MS);
        assertNothingIsLost();
    }

    @Test
    void aDisplayThatDoesNotAnswerCostsPacketsButNoFrames() {
        display.silent = true;
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640, 320), PACKETS, 8);
        pass(4 * MS);
        ForwardStatus early = ForwardStatus.parse(Objects.requireNonNull(ask(ForwardStatus.message(PORT))));
        assertEquals(4, early.messages(), "as many as the display's IOP gives frames");
        pass(200 * MS);
        ForwardStatus late = status();
        assertEquals(PACKETS, late.taken());
        assertEquals(late.taken(), late.put() + late.refused() + late.dropped() + late.unanswered() + late.malformed());
        assertTrue(late.unanswered() > 0 && late.dropped() > 0, late.toString());
        assertEquals(PACKETS, card.atHome());

        right.run(display::speak);
        pass(100 * MS);
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640, 320), 8, 8);
        pass(100 * MS);
        assertEquals(8, status().put(), "late answers are not taken for new ones, and the stream goes on");
        assertNothingIsLost();
    }

    @Test
    void anotherDisplayCannotAnswerForTheOneThatHasThePackets() {
        TestIop third = node.add(new PeerSettings(4, 4, 50 * MS, 5 * MS));
        TestDisplay other = new TestDisplay();
        int otherTid = third.install(other);
        display.silent = true;
        other.lying = true;
        node.start();
        start();
        ask(new ForwardStart(PORT + 1, third.iopId, otherTid, 4, PixelFormat.UYVY.code()).message());
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640), 8, 8);
        pass(MS);
        other.firstCookie = display.cookie();
        offer(VideoBytes.packet(PORT + 1, 0, -1, 0, 640), 8, 8);
        pass(MS);
        assertEquals(List.of(8), other.counts, "it has answered");
        assertEquals(PACKETS - 16, card.atHome(), "the first display may still read its packets");
        assertEquals(1, left.call(() -> left.kernel.counters().get(Counter.STRAY_REPLIES)));

        right.run(display::speak);
        pass(100 * MS);
        assertEquals(8, status().put());
        assertNothingIsLost();
    }

    @Test
    void aLateAnswerToAStreamThatHasEndedIsNoneToItsSuccessor() {
        display.silent = true;
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640), 4, 4);
        pass(30 * MS);
        assertEquals(RequestStatus.SUCCESS, ask(new ForwardStop(PORT).message()).requestStatus());
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640), 4, 4);
        pass(MS);
        right.run(() -> display.speakOnce());
        pass(MS);
        assertEquals(List.of(4), display.counts, "it has answered the first");
        assertEquals(PACKETS - 4, card.atHome(), "and may still read the packets of the second");
        right.run(display::speak);
        pass(100 * MS);
        assertNothingIsLost();
    }

    @Test
    void stopIsAnsweredWhenTheDisplayHasGivenEverythingBack() {
        display.silent = true;
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640), 4, 4);
        pass(MS);
        left.run(() -> host.post(new ForwardStop(PORT).message(), forwarderTid, 9));
        pass(MS);
        assertNull(engine.tasks(left.kernel).call(host::poll), "a message is at the display");
        right.run(display::speak);
        pass(10 * MS);
        assertEquals(RequestStatus.SUCCESS, left.call(host::poll).requestStatus());
        assertEquals(0, card.sinks(), "the card is left alone when nothing is forwarded");
        assertNothingIsLost();
    }

    @Test
    void impossibleStartsAreRefused() {
        node.start();
        assertRefused(DetailedStatus.INVALID_PARAMETER, new ForwardStart(PORT, right.iopId, displayTid, 3, PixelFormat.RGB565.code()));
        assertRefused(DetailedStatus.INVALID_PARAMETER, new ForwardStart(PORT, right.iopId, displayTid, 3, 99));
        assertRefused(DetailedStatus.INVALID_PARAMETER, new ForwardStart(PORT, right.iopId, 0, 3, PixelFormat.UYVY.code()));
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, new ForwardStart(PORT, 99, displayTid, 3, PixelFormat.UYVY.code()));
        assertRefused(DetailedStatus.DEVICE_NOT_AVAILABLE, new ForwardStart(PORT, right.iopId, 0x700, 3, PixelFormat.UYVY.code()));
        start();
        assertRefused(DetailedStatus.DEVICE_BUSY, new ForwardStart(PORT, right.iopId, displayTid, 4, PixelFormat.UYVY.code()));
        ask(new ForwardStart(PORT + 1, right.iopId, displayTid, 4, PixelFormat.UYVY.code()).message());
        assertRefused(DetailedStatus.INSUFFICIENT_RESOURCE_SOFT,
            new ForwardStart(PORT + 2, right.iopId, displayTid, 4, PixelFormat.UYVY.code()));
        assertEquals(1, card.sinks());
        MessageFrame unknown = ask(new PrivateMessage(OrganizationId.SPINE, 0x7777, List.of(), List.of()));
        assertEquals(RequestStatus.TRANSACTION_ERROR, unknown.requestStatus());
        assertNothingIsLost();
    }

    private void assertRefused(int detail, ForwardStart asked) {
        MessageFrame reply = ask(asked.message());
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(detail, reply.detailedStatus());
    }

    @Test
    void aResetOfTheDisplaysIopCostsPacketsAndTheStreamGoesOnAfterIt() {
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640, 320), 400, 10);
        pass(MS);
        right.run(right::reset);
        pass(20 * MS);
        right.run(() -> right.enable(node.table()));
        pass(100 * MS);
        assertEquals(0, card.left(), "the wire is never stopped");
        long before = status().put();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640, 320), 10, 10);
        pass(50 * MS);
        ForwardStatus after = status();
        assertEquals(before + 10, after.put());
        assertEquals(after.taken(), after.put() + after.refused() + after.dropped() + after.unanswered() + after.malformed());
        assertNothingIsLost();
    }

    @Test
    void aResetOfTheCardGivesEverythingBack() {
        display.silent = true;
        node.start();
        start();
        offer(VideoBytes.packet(PORT, 0, -1, 0, 640, 320), 30, 10);
        pass(MS);
        left.run(left::reset);
        right.run(display::speak);
        pass(50 * MS);
        assertEquals(0, card.sinks());
        assertNothingIsLost();
    }

    @Test
    void aHeaderLargerThanAFrameIsDropped() {
        node.start();
        start();
        int[] lines = new int[100];
        Arrays.fill(lines, 4);
        offer(VideoBytes.packet(PORT, 0, -1, 0, lines), 3, 3);
        pass(50 * MS);
        assertEquals(new ForwardStatus(0, 3, 0, 0, 3, 0, 0), status());
        assertTrue(cardTid > 0);
        assertNothingIsLost();
    }
}
