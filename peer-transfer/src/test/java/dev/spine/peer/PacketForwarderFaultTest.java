package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.peer.forward.ForwardStart;
import dev.spine.peer.forward.ForwardStatus;
import dev.spine.peer.forward.ForwarderSettings;
import dev.spine.peer.forward.PacketForwarder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A video stream between IOPs under loss, repetition and corruption of messages, a slow display and resets: every packet comes home, no
 * frame is lost, every packet is counted once. Run one seed again with {@code -Dspine.seed=N}.
 */
class PacketForwarderFaultTest {
    private static final long MS = 1_000_000L;
    private static final int PORT = 5004;
    private static final int PACKETS = 64;

    @Test
    void everyPacketComesHome() {
        Tally tally = new Tally();
        int seeds = Seeds.run(40, seed -> stream(seed, tally));
        tally.report("PacketForwarderFaultTest", seeds);
    }

    @Test
    @Tag("full")
    void everyPacketComesHomeWithTwoThousandSeeds() {
        Tally tally = new Tally();
        int seeds = Seeds.run(2_000, seed -> stream(seed, tally));
        tally.report("PacketForwarderFaultTest", seeds);
    }

    private static void stream(long seed, Tally tally) {
        SplittableRandom random = new SplittableRandom(seed);
        try (ModelledEngine engine = TestNode.modelled(seed)) {
            TestNode node = new TestNode(engine, 256, 128 * 1024);
            FaultyContext.Rates rates = new FaultyContext.Rates(random.nextInt(60), random.nextInt(60), random.nextInt(60));
            PeerSettings settings = new PeerSettings(1 + random.nextInt(4), 1 + random.nextInt(2), 2 * MS, MS);
            List<FaultyContext> contexts = new ArrayList<>();
            TestIop left = node.add(settings, TestNode.processor(20_000_000), real -> faulty(contexts, real, seed, rates));
            TestIop right = node.add(settings, TestNode.processor(50_000_000), real -> faulty(contexts, real, ~seed, rates));
            TestCard card = new TestCard(PACKETS);
            PacketForwarder forwarder = new PacketForwarder(new ForwarderSettings(1, 1 + random.nextInt(6), 32, MS, 3 * MS));
            TestDisplay display = new TestDisplay();
            left.install(card);
            int forwarderTid = left.install(forwarder);
            int displayTid = right.install(display);
            HostStub host = new HostStub(left.unit.hostLink(), Delivery.DIRECT);
            host.giveFrames();
            node.start();

            byte[] packet = VideoBytes.packet(PORT, 0, -1, 0, 200 + random.nextInt(100) * 4, random.nextInt(75) * 4);
            ForwardStart start = new ForwardStart(PORT, right.iopId, displayTid, 1, PixelFormat.UYVY.code());
            int rounds = 2 + random.nextInt(4);
            for (int round = 0; round < rounds; round++) {
                restart(engine, left, forwarder, host, start, forwarderTid);
                int burst = 1 + random.nextInt(40);
                left.run(() -> card.offer(packet, 50 + random.nextInt(200), burst));
                engine.advanceTo(engine.nowNs() + random.nextLong(3 * MS));
                if (random.nextInt(3) == 0) {
                    tally.add("silences of the display", 1);
                    right.run(() -> display.silent = true);
                    engine.advanceTo(engine.nowNs() + random.nextLong(8 * MS));
                    right.run(display::speak);
                }
                if (random.nextInt(3) == 0) {
                    TestIop victim = random.nextBoolean() ? left : right;
                    tally.add("resets in mid-stream", card.left() > 0 || card.atHome() < PACKETS ? 1 : 0);
                    victim.run(victim::reset);
                    engine.advanceTo(engine.nowNs() + random.nextLong(3 * MS));
                    victim.run(() -> victim.enable(node.table()));
                }
            }
            boolean done = TestNode.runUntil(engine, 2_000 * MS, () -> card.left() == 0 && card.atHome() == PACKETS);
            assertTrue(done, card.left() + " left, " + card.atHome() + " at home at " + engine.nowNs());
            engine.advanceTo(engine.nowNs() + 20 * MS);
            assertEquals(List.of(), node.frameLosses());
            contexts.forEach(context -> context.count(tally));
            ForwardStatus status = forwarder.statusOf(PORT);
            if (status != null) {
                tally.add("packets taken", status.taken());
                tally.add("packets put", status.put());
                assertEquals(status.taken(),
                    status.put() + status.refused() + status.dropped() + status.unanswered() + status.malformed(), status.toString());
            }
            assertReceiveMemoryIsUntouched(card, packet);
        }
    }

    private static FaultyContext faulty(List<FaultyContext> contexts, AgentContext real, long seed, FaultyContext.Rates rates) {
        FaultyContext context = new FaultyContext(real, seed, rates);
        contexts.add(context);
        return context;
    }

    /** Asks for the stream until the forwarder has it: START and its answer are lost like everything else. */
    private static void restart(ModelledEngine engine, TestIop left, PacketForwarder forwarder, HostStub host, ForwardStart start,
        int forwarderTid) {
        for (int i = 0; i < 100 && forwarder.statusOf(PORT) == null; i++) {
            left.run(() -> {
                host.drain();
                host.post(start.message(), forwarderTid, 1);
            });
            engine.advanceTo(engine.nowNs() + 4 * MS);
        }
    }

    /** Each place of the receive memory holds what the wire put there, or nothing: nobody has written into it. */
    private static void assertReceiveMemoryIsUntouched(TestCard card, byte[] packet) {
        MemorySegment memory = card.memory().memory();
        for (long base = 0; base < memory.byteSize(); base += TestCard.PACKET_BYTES) {
            boolean used = memory.get(ValueLayout.JAVA_BYTE, base) != 0;
            for (int i = 0; i < TestCard.PACKET_BYTES; i++) {
                byte expected = used && i < packet.length ? packet[i] : 0;
                assertEquals(expected, memory.get(ValueLayout.JAVA_BYTE, base + i));
            }
        }
    }
}
