package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSendReply;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever happens, a bucket that was posted comes back once, and a packet that was to be sent is named once. */
class BucketAccountTest {
    private static final int STEPS = 4_000;

    private final Set<Integer> withDevice = new HashSet<>();
    private final Set<Integer> unanswered = new HashSet<>();
    private int closesUnanswered;

    @Test
    void noBucketAndNoPacketIsEverLostOrNamedTwice() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        try {
            for (int run = 0; run < 20; run++) {
                play(new SplittableRandom(seed + run));
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("with -Dspine.seed=" + seed, e);
        }
    }

    private void play(SplittableRandom random) {
        withDevice.clear();
        unanswered.clear();
        closesUnanswered = 0;
        NicSettings settings = new NicSettings("lan0", NicRig.ADDRESS, 0, 100, 3, 5, random.nextInt(1, 50), random.nextInt(2) * 20);
        NicRig rig = new NicRig(settings, new LinkWire("link0", Wire.IMMEDIATE, 48, 1514), random.nextInt(1, 5));
        rig.agent.dma(random.nextBoolean() ? HandAgent.Dma.AT_ONCE : HandAgent.Dma.WHEN_NOTIFIED);
        for (int i = 0; i < STEPS; i++) {
            act(rig, random);
            look(rig);
        }
        // Back to order: everything that is still out must come now.
        rig.returnReplyFrames();
        settle(rig);
        rig.close(Function.LAN_RESET, LanReset.RETURN_BUCKETS);
        closesUnanswered++;
        settle(rig);
        assertEquals(Set.of(), withDevice);
        assertEquals(Set.of(), unanswered);
        assertEquals(0, closesUnanswered);
        assertEquals(0, rig.nic.heldBuckets());
        assertEquals(0, rig.nic.packetsToSend());
        int free = 0;
        while (rig.hostRequests.take() != null) {
            free++;
        }
        assertEquals(NicRig.HOST_FRAMES, free, "request frames");
    }

    private void settle(NicRig rig) {
        for (int i = 0; i < 200; i++) {
            rig.agent.runTransfers();
            rig.agent.advance(100_000);
            rig.step();
            look(rig);
        }
    }

    private void act(NicRig rig, SplittableRandom random) {
        switch (random.nextInt(9)) {
            case 0 -> post(rig, random);
            case 1 -> send(rig, random);
            case 2, 3 -> {
                for (int i = random.nextInt(20); i > 0; i--) {
                    rig.arrive(random.nextInt(1000), 60 + random.nextInt(1000));
                }
            }
            case 4 -> rig.agent.runTransfers();
            case 5 -> rig.keepReplyFrames();
            case 6 -> rig.returnReplyFrames();
            case 7 -> close(rig, random);
            default -> {
                rig.agent.advance(random.nextInt(30_000));
                for (int i = random.nextInt(30); i > 0; i--) {
                    rig.kernel.doWork(random.nextInt(1, 65));
                }
                rig.collect();
            }
        }
    }

    private void post(NicRig rig, SplittableRandom random) {
        int first = random.nextInt(NicRig.BUCKETS - 20);
        int count = random.nextInt(1, 20);
        for (int i = first; i < first + count; i++) {
            if (withDevice.contains(i)) {
                return;
            }
        }
        if (rig.hasRequestFrame()) {
            rig.postBuckets(first, count);
            for (int i = first; i < first + count; i++) {
                withDevice.add(i);
            }
        }
    }

    private void send(NicRig rig, SplittableRandom random) {
        int first = random.nextInt(NicRig.BUCKETS - 8);
        int count = random.nextInt(1, 8);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = first + i;
            if (unanswered.contains(first + i) || withDevice.contains(first + i)) {
                return;
            }
        }
        if (rig.hasRequestFrame()) {
            // A length of 13 is refused, the others leave.
            rig.send(0, random.nextInt(8) == 0 ? 13 : 60, numbers);
            for (int number : numbers) {
                unanswered.add(number);
            }
        }
    }

    private void close(NicRig rig, SplittableRandom random) {
        if (rig.hasRequestFrame() && random.nextInt(4) == 0) {
            rig.close(random.nextBoolean() ? Function.LAN_RESET : Function.LAN_SUSPEND, random.nextInt(4));
            closesUnanswered++;
        }
    }

    private void look(NicRig rig) {
        rig.stationReceived();
        for (MessageFrame reply = rig.replies.poll(); reply != null; reply = rig.replies.poll()) {
            if (reply.function() == Function.LAN_RECEIVE_POST) {
                for (LanReceiveReply.Packet packet : LanReceiveReply.KIND.parse(reply).packets()) {
                    assertTrue(withDevice.remove(packet.bucketContext()), "bucket " + packet.bucketContext() + " came back twice");
                }
            } else if (reply.function() == Function.LAN_PACKET_SEND) {
                for (int context : LanSendReply.KIND.parse(reply).transactionContexts()) {
                    assertTrue(unanswered.remove(context), "packet " + context + " was named twice");
                }
            } else {
                closesUnanswered--;
            }
        }
    }
}
