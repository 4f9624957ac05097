package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.LoadOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import sample.stage.MarkingStage;

/** Stages see each frame before the wire, and other extensions have the router forward frames of theirs. */
class EgressStageTest {
    private static final byte[] IMAGE = PackagedExtension.image("marking", MarkingStage.class);
    private static final int PORT_AT = 36;

    private static byte[] udp(int port) {
        byte[] frame = TestPacket.udp4(1, "10.0.2.2", 1, 18);
        frame[PORT_AT] = (byte) (port >> 8);
        frame[PORT_AT + 1] = (byte) port;
        return frame;
    }

    @Test
    void aStageThatIsNotThereLetsNothingPassAndOneThatIsChangesAndDrops() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("16"))) {
            rig.await("drops", () -> {
                rig.card(1).inject(udp(4_000));
                rig.pass(1_000_000);
                return rig.router.counters(2).drops().getOrDefault("egress stage missing", 0L) > 0;
            });
            assertEquals(0, rig.card(2).received());

            rig.card(2).runtime.load(IMAGE);
            rig.card(1).inject(udp(4_000), udp(13), udp(4_001));
            rig.await("what the stage lets pass", () -> rig.card(2).received() == 2);
            List<byte[]> received = rig.card(2).takeReceived();
            assertEquals(1, received.getFirst()[15]);
            assertEquals(1, rig.router.counters(2).drops().get("by egress stage"));
        }
    }

    @Test
    void aUserWhoOffersAStageIsNotShownTheFramesOfTheNode() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("16"))) {
            rig.card(2).runtime.load(IMAGE, LoadOptions.ownedBy(7).with("everybody", "yes"));
            rig.await("drops", () -> {
                rig.card(1).inject(udp(4_000));
                rig.pass(1_000_000);
                return rig.router.counters(2).drops().getOrDefault("egress stage missing", 0L) > 0;
            });
            assertEquals(0, rig.card(2).received());
        }
    }

    @Test
    void aFrameOfAnotherExtensionIsForwardedAsIfItHadJustArrived() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            rig.card(1).runtime.load(IMAGE);
            rig.await("frames", () -> {
                rig.card(1).inject(udp(9));
                rig.pass(1_000_000);
                return rig.card(2).received() > 0;
            });
            byte[] received = rig.card(2).takeReceived().getFirst();
            assertEquals(10, received[PORT_AT + 1]);
            assertEquals(63, received[22]);
        }
    }
}
