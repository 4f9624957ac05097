package dev.spine.perf.ruler;

import com.google.common.base.Splitter;
import dev.spine.extension.runtime.meter.CodePrices;
import dev.spine.iop.engine.Op;
import dev.spine.system.profile.OperationUnits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What was counted: of each operation of a processor, on each workload. */
final class OperationCounts {
    /** Of an operation on a workload. */
    private record Count(String workload, long times, long units, long bookkeeping) {}

    /**
     * How near a processor's work on a workload comes to what was counted there, if each operation costs its mean.
     *
     * @param workload its name
     * @param processor {@code iop} or {@code host}
     * @param counted units
     * @param charged units by means
     */
    record Sum(String workload, String processor, long counted, double charged) {
        double error() {
            return charged / counted - 1;
        }
    }

    private static final String HEAD = """
        # Units of code that each operation runs, on a card (iop) and on a host; a unit is about one instruction of a class file. Counted by
        # OperationUnitsTest, which says how to make this file anew: it is not written by hand. Columns: processor, operation, units, and
        # units of bookkeeping, which firmware would not have (code.bookkeeping).
        """;

    private static final double ACCESS = CodePrices.CALL + CodePrices.ACCESS;
    /** What the machine's own instructions cost beside the code around them: an access to memory, and one of four for each byte copied. */
    private static final Map<String, Double> PRICES = Map.of("register-read", ACCESS, "register-write", ACCESS, "frame-word-write", ACCESS,
        "touch-byte", (double) CodePrices.COPIED_BYTE);

    private final Map<String, Map<String, Count>> counts = new TreeMap<>();

    /** Takes lines of {@link CountingRun}: of several counts of an operation on a workload the least. */
    OperationCounts(List<String> lines) {
        for (String line : lines) {
            List<String> columns = Splitter.on('\t').splitToList(line);
            if (Op.valueOf(columns.get(2)).isCounted()) {
                Count count = new Count(columns.get(0), Long.parseLong(columns.get(3)), Long.parseLong(columns.get(4)),
                    Long.parseLong(columns.get(5)));
                counts.computeIfAbsent(columns.get(1) + '\t' + columns.get(2).toLowerCase(Locale.ROOT).replace('_', '-'),
                    _ -> new TreeMap<>()).merge(count.workload, count, (one, other) -> one.units <= other.units ? one : other);
            }
        }
    }

    private static double mean(Map<String, Count> of, ToLongFunction<Count> what) {
        return of.values().stream().mapToLong(what).sum() / (double) Math.max(1, of.values().stream().mapToLong(Count::times).sum());
    }

    private static double price(String operation) {
        return PRICES.getOrDefault(operation.substring(operation.indexOf('\t') + 1), 0.0);
    }

    /** {@return the file that profiles read} */
    String file() {
        StringBuilder text = new StringBuilder(HEAD);
        counts.forEach((operation, of) -> text.append(String.format(Locale.ROOT, "%s\t%.1f\t%.1f%n", operation,
            mean(of, Count::units) + price(operation), mean(of, Count::bookkeeping))));
        return text.toString();
    }

    /** {@return the units of all operations} */
    OperationUnits units() {
        return OperationUnits.of(file());
    }

    /** {@return what means make of each workload} */
    List<Sum> sums() {
        Map<String, Sum> sums = new LinkedHashMap<>();
        counts.forEach((operation, of) -> {
            double mean = mean(of, Count::units);
            String processor = operation.substring(0, operation.indexOf('\t'));
            for (Count count : of.values()) {
                sums.merge(count.workload + '\t' + processor, new Sum(count.workload, processor, count.units, count.times * mean),
                    (one, other) -> new Sum(one.workload, processor, one.counted + other.counted, one.charged + other.charged));
            }
        });
        return List.copyOf(sums.values());
    }
}
