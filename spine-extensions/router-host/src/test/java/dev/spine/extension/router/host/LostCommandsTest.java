package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.packet.wire.Address;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.hoard.Hoarder;

/** Commands that a card cannot take are said again until it has carried them out, once. */
class LostCommandsTest {
    private static final long LONG_ENOUGH_NS = 30_000_000;

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void whatACardHasNoMemoryForIsSaidAgainUntilItHas(RouterRig.Kind kind) {
        try (RouterRig rig = new RouterRig(kind, 1, 2)) {
            int hoarder = rig.card(2).runtime.load(PackagedExtension.image("hoarder", Hoarder.class), LoadOptions.OF_NODE);
            for (int i = 0; i < 40; i++) {
                rig.router.route(Prefix.parse("10.9." + i + ".0/24"), new NextHop.Via(1, Address.parse("10.0.1.2")));
            }
            CompletableFuture<Void> acknowledged = rig.router.acknowledged().toCompletableFuture();
            rig.pass(LONG_ENOUGH_NS);
            assertFalse(acknowledged.isDone(), "card 2 has no memory for commands");

            rig.card(2).runtime.unload(hoarder);
            rig.tasks.await("the change in force", acknowledged::isDone);
            rig.await("packets by the new routes", () -> {
                rig.card(2).inject(TestPacket.udp4(2, "10.9.39.1", 0, 18));
                rig.pass(1_000_000);
                return !rig.card(1).takeReceived().isEmpty();
            });
        }
    }
}
