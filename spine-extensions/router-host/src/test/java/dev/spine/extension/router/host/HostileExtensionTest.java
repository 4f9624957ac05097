package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** What extensions of users on a router's card try. */
class HostileExtensionTest {
    /** Packets from two wires that go by a third of the same speed: as many as wait there for long. */
    private static final int PACKETS = 600;
    private static final int BYTES = 1_400;
    private static final long UNTIL_THE_WIRE_IS_FULL_NS = 40_000_000;
    private static final long LONG_ENOUGH_NS = 5_000_000;

    @Test
    void nobodyElseAnswersAFenceInThePlaceOfACardsRouter() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3)) {
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(TestPacket.udp4(1, "10.0.3.2", 0, 18));
                rig.card(2).inject(TestPacket.udp4(2, "10.0.3.2", 0, 18));
                rig.pass(1_000_000);
                return rig.card(3).received() > 1;
            });
            for (RouterRig.Card card : rig.cards) {
                card.runtime.load(PackagedExtension.image("forger", Forger.class), LoadOptions.ownedBy(7));
            }
            byte[][] frames = new byte[PACKETS][];
            for (int card = 1; card <= 2; card++) {
                for (int i = 0; i < PACKETS; i++) {
                    frames[i] = TestPacket.udp4(card, "10.0.3.2", i, BYTES);
                }
                rig.card(card).inject(frames);
            }
            rig.pass(UNTIL_THE_WIRE_IS_FULL_NS);
            // Those who may answer cannot before what waits is on the wire.
            CompletableFuture<Void> acknowledged = rig.router.acknowledged().toCompletableFuture();
            rig.pass(LONG_ENOUGH_NS);
            assertFalse(acknowledged.isDone());
            rig.tasks.await("the answer of those who may", acknowledged::isDone);
        }
    }
}
