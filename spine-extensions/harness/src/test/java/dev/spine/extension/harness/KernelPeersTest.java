package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Tid;
import dev.spine.measure.ThreadAllocation;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.courier.Courier;
import sample.parcel.Parcel;

/** A kernel extension as the peer of a card's: what goes between two cards goes between a card and the host. */
@Tag("SN-19")
class KernelPeersTest {
    private static final int PEER = 2;
    private static final int SEND = 3;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;

    private long ends;

    private static Map<String, Long> counters(SimulatedCard card, int instance) {
        return card.kernel().inspect(instance, 0).counters();
    }

    @ParameterizedTest
    @EnumSource
    void theSameMessagesArriveBetweenCardsAndBetweenACardAndTheHost(HarnessEngine engine) {
        for (int bytes : new int[] {0, 3_000, 6_000}) {
            try (SimulatedCard card = SimulatedCard.with(Courier.class).on(engine).withoutTrace().start()) {
                int onHost = card.kernel().load(PackagedExtension.image("courier", Courier.class), LoadOptions.OF_NODE);
                card.send(1, PEER, RuntimeProtocol.HOST_IOP, Tid.HOST, onHost);
                card.send(1, SEND, 60, bytes);
                card.kernel().send(onHost, 1, PEER, card.cardIopId(), card.cardTid(), 1);
                card.kernel().send(onHost, 1, SEND, 60, bytes);
                card.extension().awaitCounter("received", 60);
                for (int i = 0; i < 1_000 && counters(card, onHost).getOrDefault("received", 0L) < 60; i++) {
                    card.settle();
                }
                assertEquals(60, counters(card, onHost).get("received"));
                assertEquals(0, counters(card, onHost).get("wrong"));
                assertEquals(0, card.extension().counter("wrong"));
                card.settle();
                assertEquals(0, card.report().inFlight());
                card.kernel().unload(onHost, 0);
            }
        }
    }

    @Test
    void dataBothWaysAllocateNothing() throws InterruptedException {
        try (SimulatedCard card = SimulatedCard.with(Parcel.class).on(HarnessEngine.LIVE).withoutTrace().start()) {
            int onHost = card.kernel().load(PackagedExtension.image("parcel", Parcel.class), LoadOptions.OF_NODE);
            card.kernel().listen(6, message -> ends++);
            card.runtime().listen(6, message -> ends++);
            card.send(1, RuntimeProtocol.HOST_IOP, Tid.HOST, onHost, 0);
            // One thread runs the host and the card.
            long thread = card.tasks().call(() -> Thread.currentThread().threadId());
            exchange(card, onHost, WARM_UP);
            long allocated = ThreadAllocation.least(thread, MEASURED / 20, () -> exchange(card, onHost, MEASURED));
            assertTrue(allocated < MEASURED / 20, allocated + " bytes for " + MEASURED + " messages with data");
            card.kernel().unload(onHost, 0);
        }
    }

    private void exchange(SimulatedCard card, int onHost, int count) {
        long before = card.tasks().call(() -> ends);
        card.kernel().send(onHost, 1, card.cardIopId(), card.cardTid(), 1, count);
        card.tasks().await("the last of them", () -> ends > before);
    }
}
