package dev.spine.command.route.service;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Cards that have not answered a question for figures: each question to such a card takes as long as the host waits for an answer, so it is
 * not asked again for a while, and what it would have said is unknown meanwhile. Any thread.
 */
public final class SilentCards {
    /** For how long a silent card is left alone. */
    static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(30);

    private final LongSupplier clock;
    private final Map<String, Long> silentSince = new ConcurrentHashMap<>();

    /** Cards that all answer, on the machine's clock. */
    public SilentCards() {
        this(System::nanoTime);
    }

    /** With a clock of its own, for tests. */
    SilentCards(LongSupplier clock) {
        this.clock = clock;
    }

    /** {@return whether a card can be asked now} */
    public boolean mayAsk(String card) {
        Long since = silentSince.get(card);
        return since == null || clock.getAsLong() - since >= PAUSE_NS;
    }

    /** A card has not answered. */
    public void isSilent(String card) {
        silentSince.put(card, clock.getAsLong());
    }

    /** A card has answered, if only with a refusal. */
    public void hasAnswered(String card) {
        silentSince.remove(card);
    }
}
