package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import org.junit.jupiter.api.Test;
import sample.Idler;

/** What an activation costs before its first instruction: a quota of fuel bounds also how many there are. */
class ActivationFuelTest {
    private static final int OWNER = 7;
    private static final int MESSAGES = 50;
    private static final long SECOND_NS = 1_000_000_000L;

    private static void limit(Card card, long unitsPerSecond) {
        byte[] text = OwnerLimits.STANDARD.with(Quota.FUEL_PER_SECOND, unitsPerSecond).text();
        card.write(text);
        card.postPrivate(RuntimeProtocol.LIMIT, List.of(OWNER), List.of(SglElement.Simple.from((int) card.hostMemory.base(), text.length),
            SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 4096)));
        assertEquals(0, card.replies().getFirst().requestStatus());
    }

    private static ExtensionInstance instance(RuntimeModule runtime, int number) {
        ExtensionInstance instance = runtime.card().table().get(number);
        assertNotNull(instance);
        return instance;
    }

    private static void beginSecond(Card card) {
        card.engine.advanceTo((card.engine.nowNs() / SECOND_NS + 1) * SECOND_NS);
    }

    @Test
    void anEmptyHandlerUsesUpItsFuelPerSecond() {
        try (Card card = new Card()) {
            card.listen();
            limit(card, 5L * ActivationLedger.ACTIVATION_FUEL);
            ExtensionInstance idle = instance(card.runtime, card.loaded(LoadOptions.ownedBy(OWNER), Idler.class));
            // The start has used up the second in which it ran.
            beginSecond(card);
            long dropped = idle.dropped();
            for (int i = 0; i < 8; i++) {
                card.port.arrive(UdpPacket.to(7000));
            }
            card.engine.advanceTo(card.engine.nowNs() + SECOND_NS / 2);
            assertEquals(5, idle.activations());
            assertEquals(3, idle.dropped() - dropped);
            beginSecond(card);
            card.port.arrive(UdpPacket.to(7000));
            card.engine.advanceTo(card.engine.nowNs() + SECOND_NS / 2);
            assertEquals(6, idle.activations(), "the next second has its own");
        }
    }

    @Test
    void emptyActivationsCostTheSameOnBothEngines() throws ExtensionException {
        try (Card card = new Card(); LiveCard live = new LiveCard()) {
            ExtensionInstance modelled = instance(card.runtime, card.loaded(Idler.class));
            long before = modelled.ledger().fuelUsed();
            for (int i = 0; i < MESSAGES; i++) {
                card.small(modelled.number(), 1, 0);
                card.settle();
            }
            assertEquals((long) MESSAGES * ActivationLedger.ACTIVATION_FUEL, modelled.ledger().fuelUsed() - before);
            assertEquals(ActivationLedger.ACTIVATION_FUEL, modelled.ledger().lastFuel());
            ExtensionInstance onLive = live.runtime.card().loads().load(Card.image(Idler.class), LoadOptions.OF_NODE);
            before = onLive.ledger().fuelUsed();
            live.start();
            for (int i = 0; i < MESSAGES; i++) {
                live.small(onLive.number(), 1, 0);
            }
            live.awaitActivations(onLive.number(), MESSAGES);
            live.stop();
            assertEquals((long) MESSAGES * ActivationLedger.ACTIVATION_FUEL, onLive.ledger().fuelUsed() - before);
        }
    }

    @Test
    void theProcessorIsNotChargedASecondTimeForTheWayToAHandler() {
        try (Card card = new Card()) {
            ActivationLedger ledger = instance(card.runtime, card.loaded(Idler.class)).ledger();
            ledger.begin();
            ledger.end();
            assertEquals(ActivationLedger.ACTIVATION_FUEL, ledger.lastFuel());
            assertEquals(0, ledger.takeUncharged());
        }
    }
}
