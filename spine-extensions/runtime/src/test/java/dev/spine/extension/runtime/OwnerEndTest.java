package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.report.Drops;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.sgl.SglElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import sample.Giver;
import sample.Tally;

/** Extensions of one owner leave together, and an owner gets no fuel by loading. */
class OwnerEndTest {
    private static final int OWNER = 7;

    @Test
    void anOwnerWhoseExtensionsHoldPartsOfOneAnotherIsEndedWithOneAnswer() {
        CodeLimits code = CodeLimits.STANDARD;
        try (Card card = new Card(new InstanceLimits(512, 512, 288, 32, 64,
            new CodeLimits(code.fuel(), code.startFuel(), 6_000, code.heap(), code.heldHeap(), code.stack())))) {
            card.listen();
            LoadOptions tied = LoadOptions.ownedBy(OWNER).whileConnected();
            int a = card.loaded(tied, Giver.class);
            int b = card.loaded(tied, Giver.class);
            card.order(b, 0, b);
            card.settle();
            for (int i = 0; i < 50; i++) {
                card.small(b, 1, 3, 0, 1);
                card.engine.advanceTo(card.engine.nowNs() + 2_000_000);
            }
            card.small(a, 1, 1, b, 1);
            card.engine.advanceTo(card.engine.nowNs() + 20_000_000);
            assertTrue(card.runtime.card().dispatcher().local().queues().waiting(b) > 1,
                "what was given waits, because its receiver has no fuel");
            card.post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.END_OWNER, OWNER);
            assertEquals(1, card.replies().stream().filter(reply -> reply.function() == Function.PRIVATE).count());
            assertEquals(0, card.loadedInstances());
            assertTrue(card.allFramesAreFree());
        }
    }

    @Test
    void whoLeavesBecauseAnotherOneDoesLeavesOnce() {
        CodeLimits code = CodeLimits.STANDARD;
        try (Card card = new Card(new InstanceLimits(512, 512, 288, 32, 64,
            new CodeLimits(code.fuel(), code.startFuel(), 6_000, code.heap(), code.heldHeap(), code.stack())))) {
            card.listen();
            int receiver = card.loaded(Giver.class);
            int giver = card.loaded(Giver.class);
            card.order(receiver, 0, receiver);
            card.settle();
            for (int i = 0; i < 50; i++) {
                card.small(receiver, 1, 3, 0, 1);
                card.engine.advanceTo(card.engine.nowNs() + 2_000_000);
            }
            card.small(giver, 1, 1, receiver, 1);
            card.engine.advanceTo(card.engine.nowNs() + 20_000_000);
            assertTrue(card.runtime.card().dispatcher().local().queues().waiting(receiver) > 1);
            ExtensionInstance leaving = Objects.requireNonNull(card.runtime.card().table().get(giver));
            leaving.drops().count(Drops.Reason.NO_HANDLER);
            card.post(Function.PRIVATE, 0, OrganizationId.SPINE << 16 | RuntimeProtocol.UNLOAD, giver);
            card.engine.advanceTo(card.engine.nowNs() + 1_000_000);
            long dropped = card.runtime.dropped();
            assertFalse(leaving.isRunning() || leaving.isDrained(), "the receiver has a part of what it held");
            card.reset();
            assertEquals(dropped, card.runtime.dropped());
        }
    }

    @Test
    void aPartOfWhatIsLentForACallGoesNoFurtherThanTheCall() {
        try (Card card = new Card()) {
            int a = card.loaded(Giver.class);
            int b = card.loaded(Giver.class);
            card.engine.tasks(card.kernel).run(() -> {
                Holdings of = card.runtime.card().table().get(a).holdings();
                Buffer own = of.allocate(card.runtime.card().parts().memory(), 64);
                Lease lent = card.runtime.card().table().get(b).holdings().partOf(of.leaseOf(own), 0, 64, true, Lease.Origin.LENT);
                Lease part = card.runtime.card().table().get(b).holdings().partOf(lent, 0, 32, true, Lease.Origin.PART);
                assertEquals(32, part.buffer().length());
                assertThrows(IllegalArgumentException.class, part::beyondCall);
                lent.revoke();
                assertEquals(0, RuntimeAccess.address(part.buffer()) & part.buffer().length());
            });
        }
    }

    @Test
    void anOwnerWhoseFuelOfTheSecondIsUsedUpLoadsAndReplacesNothing() {
        try (Card card = new Card()) {
            byte[] limits = OwnerLimits.STANDARD.with(Quota.FUEL_PER_SECOND, 100).text();
            assertTrue(new String(limits, StandardCharsets.UTF_8).contains("fuelPerSecond=100"));
            card.write(limits);
            card.postPrivate(RuntimeProtocol.LIMIT, List.of(OWNER), List.of(
                SglElement.Simple.from((int) card.hostMemory.base(), limits.length)));
            assertEquals(0, card.replies().getFirst().requestStatus());
            MessageFrame first = card.load(Card.image(Tally.class), LoadOptions.ownedBy(OWNER));
            assertEquals(0, first.requestStatus(), () -> card.verdict(first));
            card.beginReplace(first.word(5), Card.image(Tally.class), LoadOptions.ownedBy(OWNER));
            card.beginReplace(first.word(5), Card.image(Tally.class), LoadOptions.ownedBy(OWNER));
            long refused = card.replies().stream().filter(reply -> reply.requestStatus() != 0).count();
            assertNotEquals(0, refused);
            assertTrue(card.runtime.card().table().get(first.word(5)).isRunning());
        }
    }
}
