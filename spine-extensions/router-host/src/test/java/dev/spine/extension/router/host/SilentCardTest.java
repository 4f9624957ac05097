package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A card that is there and does nothing costs the packets that are for it, and nothing else; when it goes on, all goes on. */
class SilentCardTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int PACKETS = 5;

    private static void awaitWay(RouterRig rig, int to) {
        rig.await("packets to card " + to, () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.0." + to + ".2", 0, 18));
            rig.pass(5_000_000);
            return !rig.card(to).takeReceived().isEmpty();
        });
        rig.pass(5_000_000);
        rig.card(to).takeReceived();
    }

    /** More than all batches to a card can hold. */
    private static byte[][] many() {
        byte[][] frames = new byte[700][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = TestPacket.udp4(1, "10.0.2.2", i, 18);
        }
        return frames;
    }

    @Test
    void theOthersForwardAndAnswerMeanwhileAndItGetsPacketsWhenItGoesOn() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3)) {
            awaitWay(rig, 2);
            awaitWay(rig, 3);
            rig.card(2).agent.silent(true);
            for (int second = 0; second < 30; second++) {
                if (second % 10 == 0) {
                    rig.card(1).inject(many());
                    rig.pass(SECOND);
                }
                for (int i = 0; i < PACKETS; i++) {
                    rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", i, 18), TestPacket.udp4(1, "10.0.3.2", i, 18));
                }
                rig.pass(SECOND);
                assertEquals(PACKETS, rig.card(3).takeReceived().size(), "packets to another card in second " + second);
            }
            assertTrue(rig.router.counters(1).drops().get("egress card busy") > 0);
            assertTrue(rig.router.counters(1).drops().get("batch came back") > 0);

            rig.router.route(Prefix.parse("10.9.0.0/16"), new NextHop.Via(3, Address.parse("10.0.3.2")));
            CompletableFuture<Void> acknowledged = rig.router.acknowledged().toCompletableFuture();
            rig.card(2).agent.silent(false);
            rig.card(2).inject(TestPacket.udp4(2, "10.0.1.2", 1, 18));
            rig.await("the change on all cards", acknowledged::isDone);
            awaitWay(rig, 2);
            rig.acknowledge();
            awaitWay(rig, 3);
            assertEquals(0, rig.router.stops(1) + rig.router.stops(2));
        }
    }
}
