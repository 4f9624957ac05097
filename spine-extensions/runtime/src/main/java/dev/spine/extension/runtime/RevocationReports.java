package dev.spine.extension.runtime;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Ends of revocations that wait to be told: they may come while a handler runs and the queue of messages has no room, and none may be lost.
 * Each instance has a bounded number of them. Belongs to the card's agent.
 */
final class RevocationReports {
    private record Report(ExtensionInstance instance, int handler, int number) {}

    private final ArrayDeque<Report> reports = new ArrayDeque<>();

    void add(ExtensionInstance instance, int handler, int number) {
        reports.add(new Report(instance, handler, number));
    }

    /** Tells what the queue of messages has room for. */
    int doWork(Dispatcher dispatcher, int limit) {
        int work = 0;
        while (work < limit && !reports.isEmpty() && dispatcher.canReport()) {
            @Nullable Report report = reports.poll();
            if (report != null) {
                report.instance.holdings().revocationEnded();
                if (report.instance.isRunning()) {
                    dispatcher.reportRevoked(report.instance, report.handler, report.number);
                }
                work++;
            }
        }
        return work;
    }

    void reset() {
        reports.clear();
    }
}
