package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.host.driver.IopReport;
import dev.spine.host.driver.Pending;
import dev.spine.iop.packet.wire.Address;
import org.junit.jupiter.api.Test;

/** A card that was reset comes back while changes are made: each change is acknowledged, however the words of it cross. */
class ReturningCardTest {
    private static final int RESETS = 24;
    private static final int STEP_NS = 20_000;

    @Test
    void changesAreAcknowledgedWhileACardComesBackWhomTheOthersDoNotKnowYet() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 3)) {
            for (int i = 0; i < RESETS; i++) {
                Pending<IopReport> back = rig.tasks.call(() -> rig.driver.restart(rig.card(1).driver));
                rig.tasks.await("the card's return", back::isDone);
                assertNull(back.failure());
                rig.pass((long) i * STEP_NS);
                // As many commands as keep the others busy while the card that has come back is asked already.
                for (int route = 0; route < 100; route++) {
                    NextHop hop = new NextHop.Via(1 + (i + route) % 3, Address.parse("10.0.1.2"));
                    rig.router.route(Prefix.parse("10.100." + route + ".0/24"), hop);
                }
                rig.acknowledge();
            }
        }
    }
}
