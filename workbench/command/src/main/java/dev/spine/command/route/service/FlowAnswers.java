package dev.spine.command.route.service;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.services.host.accounting.FlowCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The host's side of the accounting of one card: takes its records, and asks for its totals. Opened and closed by the command's thread,
 * read by any.
 */
final class FlowAnswers implements AutoCloseable {
    private static final long ASK_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LAST_RECORDS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final FlowRegistry book;
    private final List<String> prefixes;
    private final FlowCollector collector;
    private long askedAt;

    private FlowAnswers(FlowRegistry book, List<String> prefixes, FlowCollector collector) {
        this.book = book;
        this.prefixes = prefixes;
        this.collector = collector;
        this.askedAt = System.nanoTime() - ASK_NS;
    }

    /**
     * Opens one.
     *
     * @param client of the card's runtime
     * @param instance of the accounting
     * @param extension as it was loaded
     * @param book takes the records
     */
    static FlowAnswers open(RuntimeClient client, int instance, PlannedExtension extension, FlowRegistry book) {
        List<String> prefixes = new ArrayList<>();
        for (String prefix : List.of(extension.parameters().getOrDefault("prefixes", "").split(",", -1))) {
            if (!prefix.isBlank()) {
                prefixes.add(prefix.strip());
            }
        }
        int handler = Integer.parseInt(extension.parameters().getOrDefault(ServicePlan.HANDLER, "0"));
        return new FlowAnswers(book, prefixes, FlowCollector.listen(client, instance, handler, book::add));
    }

    /** {@return what has come so far; the card is asked for its totals now and then, and they come a little later} */
    AccountingReading read() {
        boolean asks;
        synchronized (this) {
            long now = System.nanoTime();
            asks = now - askedAt >= ASK_NS;
            askedAt = asks ? now : askedAt;
        }
        if (asks) {
            collector.ask();
        }
        List<AccountingReading.Prefix> each = new ArrayList<>();
        FlowCollector.@Nullable Totals totals = collector.totals();
        for (int i = 0; totals != null && i < Math.min(prefixes.size(), totals.prefixes().size()); i++) {
            each.add(new AccountingReading.Prefix(prefixes.get(i), totals.prefixes().get(i)));
        }
        return new AccountingReading(totals == null ? 0 : totals.flows(), each, collector.sums(), book);
    }

    /**
     * Has all flows end, and waits a while until their records are here.
     *
     * @param counters what the card has counted by now
     */
    void gather(Map<String, Long> counters) {
        long packets = counters.getOrDefault("packets", 0L) - counters.getOrDefault("packets without IP", 0L)
            - counters.getOrDefault("packets of lost records", 0L);
        collector.flush();
        long begin = System.nanoTime();
        while (collector.sums().packets() < packets && System.nanoTime() - begin < LAST_RECORDS_NS) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Override
    public void close() {
        collector.close();
    }
}
