package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.wire.Address;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sample.dear.DearStage;
import sample.large.LargePackets;
import sample.stage.MarkingStage;

/** Stages see each frame before the wire, and other extensions have the router forward frames of theirs. */
@Tag("SO-15")
@Tag("SS-06")
class EgressStageTest {
    private static final byte[] IMAGE = PackagedExtension.image("marking", MarkingStage.class);
    private static final int PORT_AT = 36;
    private static final int MANY = 1_500;
    private static final int PACKETS_IN_FRAGMENTS = 300;
    private static final int FRAGMENTS = 30;
    private static final int FRAGMENT_BYTES = 48;

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

    /** A stage would change what the checksum covers, and nobody would complete it rightly afterwards. */
    @Test
    void aPacketThatIsNotCompleteComesToNoStageAndOnNoWire() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("16"), SegmentsLink::new)) {
            rig.card(2).runtime.load(IMAGE);
            byte[] complete = SegmentsLink.with(udp(4_000), Offload.NONE);
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(complete);
                rig.pass(1_000_000);
                return rig.card(2).received() > 0;
            });
            rig.pass(5_000_000);
            rig.card(2).takeReceived();
            byte[] large = TestPacket.udp4(1, "10.0.2.2", 1, 40_000);
            rig.card(1).inject(SegmentsLink.with(udp(4_000), Offload.of(0, 0, 34, 6)),
                SegmentsLink.with(large, Offload.of(Offload.UDP, 1_400, 34, 6)), complete);
            rig.await("what is complete", () -> rig.card(2).received() > 0);
            assertEquals(2, rig.router.counters(2).drops().get("work left to be done before a stage"));
            List<byte[]> received = rig.card(2).takeReceived();
            assertEquals(1, received.size());
            assertEquals(complete.length, received.getFirst().length);
        }
    }

    @Test
    void stagesAreNamedReplacedAndForgottenWhileFramesGoOn() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(udp(4_000));
                rig.pass(1_000_000);
                return rig.card(2).received() > 0;
            });
            assertEquals(0, marks(rig));

            int stage = rig.card(2).runtime.load(IMAGE);
            rig.router.stages(2, List.of(16));
            rig.acknowledge();
            rig.card(1).inject(udp(4_000));
            rig.await("a frame that the stage has seen", () -> rig.card(2).received() == 1);
            assertEquals(1, marks(rig));

            rig.card(2).runtime.replace(stage, IMAGE, 0);
            rig.card(1).inject(udp(4_000), udp(4_001));
            rig.await("frames that its successor has seen", () -> rig.card(2).received() == 2);
            assertEquals(2, marks(rig));
            assertEquals(0, rig.router.counters(2).dropped());

            rig.router.stages(2, List.of());
            rig.acknowledge();
            rig.card(2).runtime.unload(stage);
            rig.card(1).inject(udp(4_000));
            rig.await("a frame that no stage has seen", () -> rig.card(2).received() == 1);
            assertEquals(0, marks(rig));
            assertEquals(0, rig.router.counters(2).dropped());

            assertThrows(IllegalArgumentException.class, () -> rig.router.stages(2, List.of(0)));
            assertThrows(IllegalArgumentException.class, () -> rig.router.stages(2, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)));
        }
    }

    /** {@return how many of the frames that came the stage has marked} */
    private static long marks(RouterRig rig) {
        return rig.card(2).takeReceived().stream().filter(frame -> frame[15] == 1).count();
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

    /** {@code rounds}, {@code fuel of a call}: a batch of 64 frames takes more than an activation has. */
    @ParameterizedTest
    @CsvSource({"500, 20000", "4000, 120000", "15000, 480000", "15, 1000"})
    void stagesHoweverDearNeverEndTheRouterAndEveryFrameIsSentOrCounted(int rounds, int fuel) {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("17"))) {
            RouterRig.Card out = rig.card(3);
            out.runtime.load(PackagedExtension.image("dear", DearStage.class),
                LoadOptions.OF_NODE.with("rounds", Integer.toString(rounds)).with("fuel", Integer.toString(fuel)));
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(TestPacket.udp4(1, "10.0.3.2", 0, 18));
                rig.card(2).inject(TestPacket.udp4(2, "10.0.3.2", 0, 18));
                rig.pass(5_000_000);
                return out.received() > 1;
            });
            byte[][] frames = new byte[MANY][];
            for (int card = 1; card <= 2; card++) {
                for (int i = 0; i < MANY; i++) {
                    frames[i] = TestPacket.udp4(card, "10.0.3.2", i, 18);
                }
                rig.card(card).inject(frames);
            }
            rig.acknowledge();
            rig.await("the end of it", () -> {
                rig.pass(5_000_000);
                var counters = rig.router.counters(3);
                long came = rig.router.counters(1).forwarded() + rig.router.counters(2).forwarded();
                return counters.sent() + counters.dropped() == came;
            });
            assertEquals(0, rig.router.stops(3));
            assertTrue(rig.router.counters(3).sent() > 2 * RouterProtocol.MAX_FRAMES, rig::describe);
            assertEquals(0, rig.router.counters(3).drops().getOrDefault("by egress stage", 0L));
        }
    }

    /** A packet in many fragments that leaves by the card that it came in by, through a stage that uses now more, now less. */
    @Test
    void aStageHoweverDearDoesNotEndTheRouterOfAPacketThatLeavesByItsOwnCard() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 1,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("17"))) {
            RouterRig.Card card = rig.card(1);
            card.runtime.load(PackagedExtension.image("dear", DearStage.class),
                LoadOptions.OF_NODE.with("rounds", "4200").with("fuel", "80000").with("varies", "yes"));
            rig.router.route(Prefix.parse("10.7.0.0/16"), new NextHop.Via(1, Address.parse("10.0.1.2")));
            rig.router.mtu(1, 68);
            rig.acknowledge();
            rig.await("the stage", () -> {
                card.inject(TestPacket.udp4(1, "10.7.0.1", 0, 18));
                rig.pass(5_000_000);
                return card.received() > 0;
            });
            long before = rig.router.counters(1).sent();
            card.takeReceived();
            int fragments = 0;
            for (int i = 0; i < PACKETS_IN_FRAGMENTS; i++) {
                byte[] payload = new byte[FRAGMENT_BYTES * FRAGMENTS];
                card.inject(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
                    TestPacket.ip4(0x0A000102, 0x0A070001, 64, 17, 0, payload)));
                fragments += FRAGMENTS;
                int sent = fragments;
                rig.await("all fragments of packet " + i, () -> {
                    rig.pass(1_000_000);
                    return rig.router.stops(1) > 0 || rig.router.counters(1).sent() + rig.router.counters(1).dropped() >= before + sent;
                });
                assertEquals(0, rig.router.stops(1), "packet " + i);
            }
            assertEquals(before + fragments, rig.router.counters(1).sent(), rig::describe);
            int number = 0;
            for (byte[] frame : card.takeReceived()) {
                int at = ((frame[20] & 0x1F) << 8 | frame[21] & 0xFF) * 8;
                assertEquals(number++ % FRAGMENTS * FRAGMENT_BYTES, at, "fragments leave in their order");
            }
        }
    }

    @Test
    void aStageThatIsNotThereIsNotLookedForWithEachFrame() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2,
            RouterSettings.STANDARD.withTableBytes(64 << 10).withEgress("16"))) {
            rig.await("drops", () -> {
                rig.card(1).inject(udp(4_000));
                rig.pass(1_000_000);
                return rig.router.counters(2).drops().getOrDefault("egress stage missing", 0L) > 0;
            });
            long bytes = allocated(rig);
            byte[][] frames = new byte[200][];
            Arrays.fill(frames, udp(4_000));
            rig.card(1).inject(frames);
            rig.await("all drops", () -> rig.router.counters(2).drops().get("egress stage missing") > frames.length);
            // A search counts 16 KiB.
            assertTrue(allocated(rig) - bytes < frames.length * 1_000L, () -> allocated(rig) - bytes + " bytes");
        }
    }

    private static long allocated(RouterRig rig) {
        return rig.card(2).runtime.inspect(rig.router.instance(2), 0).lines().stream()
            .filter(line -> line.getKey().equals("allocatedBytes")).mapToLong(line -> Long.parseLong(line.getValue())).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {9_000, 30_000})
    void aLargePacketForASmallWireThatAnotherExtensionForwardsDoesNotEndTheRouter(int bytes) {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            rig.router.mtu(2, 68);
            rig.acknowledge();
            rig.card(1).runtime.load(PackagedExtension.image("large", LargePackets.class),
                LoadOptions.OF_NODE.with("bytes", Integer.toString(bytes)));
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(udp(10));
                rig.pass(1_000_000);
                return rig.card(2).received() > 0;
            });
            rig.card(2).takeReceived();
            long before = rig.router.counters(1).forwarded();
            rig.card(1).inject(udp(9));
            if (bytes == 9_000) {
                int parts = (bytes - 20 + 47) / 48;
                rig.await("all parts", () -> rig.card(2).received() == parts);
                assertEquals(before + 1, rig.router.counters(1).forwarded());
            } else {
                rig.await("the drop", () -> rig.router.counters(1).drops().getOrDefault("no fuel left", 0L) == 1);
                assertEquals(before, rig.router.counters(1).forwarded());
            }
            assertEquals(0, rig.router.stops(1));
        }
    }
}
