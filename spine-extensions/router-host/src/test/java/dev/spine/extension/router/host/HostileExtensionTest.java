package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.LoadOptions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** What extensions of users on a router's card try. */
class HostileExtensionTest {
    private static final long LONG_ENOUGH_NS = 20_000_000;

    @Test
    void nobodyElseAnswersAFenceInThePlaceOfACardsRouter() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 1)) {
            // So that nobody answers who may.
            rig.card(1).runtime.unload(rig.router.instance(1));
            rig.card(1).runtime.load(PackagedExtension.image("forger", Forger.class), LoadOptions.ownedBy(7));
            CompletableFuture<Void> acknowledged = rig.router.acknowledged().toCompletableFuture();
            rig.pass(LONG_ENOUGH_NS);
            assertFalse(acknowledged.isDone());
        }
    }
}
