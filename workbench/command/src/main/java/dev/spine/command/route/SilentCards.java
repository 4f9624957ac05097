package dev.spine.command.route;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Cards that have not answered a question for figures: each question to such a card takes as long as the host waits for an answer, so it is
 * not asked again for a while, and what it would have said is unknown meanwhile. Any thread.
 */
final class SilentCards {
    /** For how long a silent card is left alone. */
    static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(30);

    private final LongSupplier clock;
    private final Map<String, Long> silentSince = new ConcurrentHashMap<>();

    SilentCards() {
        this(System::nanoTime);
    }

    /** With a clock of its own, for tests. */
    SilentCards(LongSupplier clock) {
        this.clock = clock;
    }

    /** {@return whether a card can be asked now} */
    boolean mayAsk(String card) {
        Long since = silentSince.get(card);
        return since == null || clock.getAsLong() - since >= PAUSE_NS;
    }

    /** A card has not answered. */
    void isSilent(String card) {
        silentSince.put(card, clock.getAsLong());
    }

    /** A card has answered, if only with a refusal. */
    void hasAnswered(String card) {
        silentSince.remove(card);
    }
}
