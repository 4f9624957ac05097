package dev.spine.perf.compare;

import dev.spine.perf.report.ComparisonColumn;
import dev.spine.perf.video.VideoComparison;
import dev.spine.system.output.WrappedText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a comparison's passes, headings and columns mean; docs/comparisons.md has the same words. Any thread. */
public final class Explanation {
    private Explanation() {}

    /** {@return what stands in headings and in the text, by the word for it} */
    static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("saturation run",
            "units come as fast as the path takes them: the highest rate without loss. Rates, crossings and what the host"
            + " did are of this pass. Live it is repeated, and the median by rate is shown");
        words.put("latency run", String.format(Locale.ROOT,
            "units come at an even pace, %.0f %% of the slowest path's rate, whether or not a"
            + " path keeps up. Latencies and drops are of this pass; of store-out and show, of one order at a time",
            VideoComparison.OPEN_LOOP_SHARE * 100));
        words.put("unit", "a packet; of show a chunk, one transfer from the disk to the screen");
        words.put("live engine", "the program runs on this machine's clock, as fast as it can; wires are lists in memory");
        words.put("modelled engine", "the same program runs in virtual time on the described machine of the profile: exact, and the same"
            + " everywhere");
        words.put("layout", "live, which processors have what: one-core has everything on one thread, two-core wire and card on one, host"
            + " and screen on the other");
        words.put("mode", "live, how far apart the two processors were: fast or slow, mixed when it changed during the run");
        words.put("profile", "modelled, the machine; 'spine profile show' lists its numbers with their sources");
        words.put("memory", "modelled, what the fullest card holds after the saturation run, and what a card of the machine has. What holds"
            + " more runs all the same; a limit is 'memory' of an IOP in a system file");
        return words;
    }

    /** {@return all of it, in lines of at most 100 columns} */
    public static String text() {
        StringBuilder out = new StringBuilder("Passes and headings\n");
        words().forEach((word, meaning) -> out.append(entry(word, meaning)));
        out.append("\nColumns, with packets as the unit; the default tables have some, --full all\n");
        for (ComparisonColumn column : ComparisonColumn.values()) {
            out.append(entry(column.title("packet"), column.meaning()));
        }
        return out.append("\nThe report has the same measures in words, and the processor time of each bus agent by itself.\n").toString();
    }

    private static String entry(String word, String meaning) {
        return WrappedText.of(meaning + ".", String.format(Locale.ROOT, "  %-16s", word), " ".repeat(18));
    }
}
