package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.EarlyReleaser;

/** Memory that an extension has given up is not sent, whoever has it by then. */
class ReleasedDataTest {
    private static final int LISTENER = 7;
    private static final int BYTES = 4_096;

    private final Card card = new Card();

    @AfterEach
    void close() {
        card.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64})
    void dataOfABufferThatWasGivenUpBeforeTheMessageWentAreNotSent(int allocatedInstead) {
        int releaser = card.loaded(LoadOptions.ownedBy(7), EarlyReleaser.class);
        long grant = card.bus.grants().grant(card.hostMemory, 0, BYTES, BYTES, 1, card.cardBusAgent, true);
        assertTrue(card.engine.tasks(card.kernel).call(() -> card.runtime.card().dispatcher().host().listen(LISTENER, 1, BYTES)
            && card.runtime.card().dispatcher().host().lend(LISTENER, 1, 0, card.hostMemory.base(), BYTES, grant)));
        card.hostMemory.memory().asSlice(0, BYTES).fill((byte) 0x77);
        card.small(releaser, 1, allocatedInstead);
        card.settle();
        assertFalse(card.runtime.card().table().get(releaser).isRunning(), "it is told of its mistake");
        assertTrue(card.inspect(releaser).failure().contains("source buffer"), card.inspect(releaser).failure());
        assertEquals(0x77, card.hostMemory.memory().get(ValueLayout.JAVA_BYTE, BYTES - 1), "nothing was moved");
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertEquals(0, card.engine.tasks(card.kernel).call(() -> card.runtime.card().dispatcher().host().waiting()));
    }
}
