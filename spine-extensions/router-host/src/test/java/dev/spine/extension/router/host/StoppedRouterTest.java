package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.faulty.Faulty;

/** The extension of a card stops while the card lives: that is noticed, told, counted, and it is loaded again. */
class StoppedRouterTest {
    private static final int ENOUGH_PACKETS = 60;

    private static final class Heard implements RouterListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public synchronized void onStopped(String card, String why) {
            lines.add(card + ": " + why);
        }

        @Override
        public synchronized void onRunning(String card) {
            lines.add(card + " runs");
        }

        synchronized String all() {
            return String.join("\n", lines);
        }
    }

    private static RouterRig rig(RouterRig.Kind kind, Heard heard) {
        RouterRig rig = new RouterRig(kind, 1, 2, RouterSettings.STANDARD.withTableBytes(64 << 10), heard);
        rig.router.route(Prefix.parse("10.9.0.0/16"), new NextHop.Via(2, Address.parse("10.0.2.2")));
        rig.acknowledge();
        return rig;
    }

    private static void awaitForwarding(RouterRig rig) {
        rig.await("packets that are forwarded", () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.9.0.1", 1, 18));
            rig.pass(1_000_000);
            return !rig.card(2).takeReceived().isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void whatAnAdministratorUnloadsIsLoadedAgainAndKnowsEverything(RouterRig.Kind kind) {
        Heard heard = new Heard();
        try (RouterRig rig = rig(kind, heard)) {
            awaitForwarding(rig);
            rig.card(2).runtime.unload(rig.router.instance(2));
            rig.await("the word of it", () -> rig.router.stops(2) == 1);
            // Nobody waits forever for a card whose router is gone.
            rig.router.route(Prefix.parse("10.8.0.0/16"), new NextHop.Via(2, Address.parse("10.0.2.2")));
            rig.acknowledge();
            rig.await("the router's return", () -> rig.router.instance(2) != 0);
            awaitForwarding(rig);
            rig.acknowledge();
            assertEquals(0, rig.router.stops(1));
            assertTrue(heard.all().contains("card2: it was unloaded\ncard2 runs"), heard.all());
        }
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void aLateWordOfAnEarlierInstanceOfTheSameNumberIsNotTakenForItsEnd(RouterRig.Kind kind) {
        Heard heard = new Heard();
        try (RouterRig rig = rig(kind, heard)) {
            awaitForwarding(rig);
            RouterRig.Card card = rig.card(2);
            int instance = rig.router.instance(2);
            int life = card.runtime.inspect(instance, 0).life();
            for (int earlier = life - 1; earlier >= life - 2; earlier--) {
                int notified = earlier;
                rig.engine.tasks(card.agent).run(() -> {
                    card.rumour.notify(card.tid, RuntimeProtocol.EVENT_STOPPED, instance, RuntimeProtocol.STOPPED_BY_UNLOAD, notified);
                    card.rumour.notify(card.tid, RuntimeProtocol.EVENT_STOPPED, instance, RuntimeProtocol.STOPPED_BY_FAILURE, notified);
                });
            }
            // What the card says after that has come behind it.
            assertEquals(life, card.runtime.inspect(instance, 0).life());
            rig.acknowledge();
            assertEquals(0, rig.router.stops(2), heard.all());
            assertEquals(instance, rig.router.instance(2));
            awaitForwarding(rig);

            rig.engine.tasks(card.agent).run(() ->
                card.rumour.notify(card.tid, RuntimeProtocol.EVENT_STOPPED, instance, RuntimeProtocol.STOPPED_BY_UNLOAD, life));
            rig.await("what is meant for it", () -> rig.router.stops(2) == 1);
        }
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void whatFailsIsToldWithItsReasonLeavesTheCardAndIsLoadedAgain(RouterRig.Kind kind) {
        Heard heard = new Heard();
        try (RouterRig rig = rig(kind, heard)) {
            awaitForwarding(rig);
            rig.card(2).runtime.replace(rig.router.instance(2), PackagedExtension.image("faulty", Faulty.class), 0);
            for (int i = 0; i < ENOUGH_PACKETS; i++) {
                rig.card(2).inject(TestPacket.udp4(2, "10.0.1.2", i, 18));
            }
            rig.await("the failure", () -> rig.router.stops(2) == 1);
            rig.await("the router's return", () -> rig.router.instance(2) != 0);
            awaitForwarding(rig);
            rig.acknowledge();
            assertTrue(heard.all().contains("this version takes 40 packets"), heard.all());
            assertEquals(1, rig.card(2).runtime.list().size(), "what has failed is not left on the card");
        }
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void othersDropWhatIsForACardWithoutARouter(RouterRig.Kind kind) {
        Heard heard = new Heard();
        try (RouterRig rig = rig(kind, heard)) {
            awaitForwarding(rig);
            long before = rig.router.counters(1).drops().getOrDefault("no egress card", 0L);
            // A card that stops again and again comes back the later.
            for (int i = 1; i <= 4; i++) {
                rig.await("the router", () -> rig.router.instance(2) != 0);
                rig.card(2).runtime.unload(rig.router.instance(2));
                int times = i;
                rig.await("the word of it", () -> rig.router.stops(2) == times);
            }
            rig.await("drops", () -> {
                rig.card(1).inject(TestPacket.udp4(1, "10.9.0.1", 1, 18));
                rig.pass(1_000_000);
                return rig.router.counters(1).drops().getOrDefault("no egress card", 0L) > before;
            });
            assertEquals(0, rig.router.instance(2));
            assertNotEquals(0, rig.router.instance(1));
        }
    }
}
