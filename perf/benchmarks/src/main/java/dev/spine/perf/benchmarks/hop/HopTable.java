package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.calibration.HopMode;
import java.util.List;
import java.util.Locale;

/** Prints results for people. */
final class HopTable {
    private HopTable() {}

    static String of(List<HopResult> exchanges, List<RateResult> rates) {
        StringBuilder text = new StringBuilder();
        line(text, String.format(Locale.ROOT, "%-44s %-5s %6s %8s %8s %6s %7s %7s %7s %8s %6s",
                "request and reply, ns", "mode", "blocks", "one-line", "two-line", "p50", "/2-line", "p99",
                "/2-line", "2-line99", "B/op"));
        for (HopResult r : exchanges) {
            line(text, String.format(Locale.ROOT, "%-44s %-5s %6d %8.0f %8.0f %6.0f %7.2f %7.0f %7.2f %8.0f %6.2f",
                r.variant(), word(r.mode()), r.blocks(), r.oneLineP50(), r.twoLineP50(), r.p50(),
                r.ratioP50(), r.p99(), r.ratioP99(), r.twoLineP99(), r.allocated()));
        }
        if (!rates.isEmpty()) {
            line(text, String.format(Locale.ROOT, "%-44s %-5s %6s %6s %6s %6s %6s",
                "one way, million messages/s", "mode", "blocks", "one-line", "median", "best",
                "B/op"));
        }
        for (RateResult r : rates) {
            line(text, String.format(Locale.ROOT, "%-44s %-5s %6d %6.0f %6.1f %6.1f %6.2f",
                r.variant(), word(r.mode()), r.blocks(), r.oneLineP50(), r.perSecond() / 1e6,
                r.best() / 1e6, r.allocated()));
        }
        return text.toString();
    }

    private static String word(HopMode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
