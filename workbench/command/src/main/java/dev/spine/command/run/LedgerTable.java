package dev.spine.command.run;

import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.system.output.TextTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two readings of the ledger, some time apart, for people: rates are the difference of what was counted, everything else is the later
 * reading.
 */
final class LedgerTable {
    private static final int LONGEST = 1 << 20;
    private static final double NS_PER_SECOND = 1e9;
    private static final int KILO = 1_000;
    private static final int KILOBYTE = 1_024;
    private static final int MAX_DIGITS = 10_000;
    private static final String LETTERS = " KMG";
    private static final List<String> QUOTAS =
        List.of("heap", "buffers", "memory", "dmaPerSecond", "messagesPerSecond", "timers", "handlers");
    private static final Set<String> OF_BYTES = Arrays.stream(Quota.values()).filter(Quota::isBytes).map(Quota::key)
        .collect(Collectors.toUnmodifiableSet());
    private static final List<String> HEADINGS = List.of("heap", "buffers", "memory", "DMA B/s", "msgs/s", "timers", "handlers");

    private final Map<String, Long> fuelBefore = new HashMap<>();
    private final Map<String, Long> activationsBefore = new HashMap<>();
    private final Map<String, Double> fuelOfOwner = new HashMap<>();
    private final double seconds;

    private LedgerTable(double seconds) {
        this.seconds = seconds;
    }

    /**
     * {@return the tables}
     *
     * @param before a reading, or null: rates are unknown then
     * @param now a later reading
     */
    static String write(@Nullable Fields before, Fields now) throws RequestException {
        double seconds = before == null ? 0
            : (now.number("atNs", Long.MIN_VALUE, Long.MAX_VALUE) - before.number("atNs", Long.MIN_VALUE, Long.MAX_VALUE)) / NS_PER_SECOND;
        LedgerTable table = new LedgerTable(seconds);
        if (before != null) {
            for (Fields extension : before.objects("extensions")) {
                table.fuelBefore.put(key(extension), number(extension, "fuel"));
                table.activationsBefore.put(key(extension), number(extension, "activations"));
            }
        }
        return table.extensions(now) + "\n" + table.owners(now);
    }

    /** A number may be another extension's since: then the version or the name differ, or the counts begin anew. */
    private static String key(Fields extension) throws RequestException {
        return extension.text("on", LONGEST) + ' ' + number(extension, "extension") + ' ' + extension.text("name", LONGEST);
    }

    private static long number(Fields fields, String key) throws RequestException {
        return fields.number(key, Long.MIN_VALUE, Long.MAX_VALUE, 0);
    }

    private double rate(Map<String, Long> before, String key, long now) {
        Long then = before.get(key);
        return then == null || seconds <= 0 ? 0 : Math.max(0, (now - then) / seconds);
    }

    private String extensions(Fields now) throws RequestException {
        String[] header = header("on", "extension", "name", "owner", "state", "runs/s", "fuel/s", "of it");
        TextTable table = new TextTable(header);
        for (Fields extension : now.objects("extensions")) {
            Map<String, Fields> quotas = quotas(extension);
            double fuel = rate(fuelBefore, key(extension), number(extension, "fuel"));
            fuelOfOwner.merge(extension.text("on", LONGEST) + ' ' + extension.text("owner", LONGEST), fuel, Double::sum);
            String[] cells = new String[header.length];
            cells[0] = extension.text("on", LONGEST);
            cells[1] = String.valueOf(number(extension, "extension"));
            cells[2] = extension.text("name", LONGEST);
            cells[3] = extension.text("owner", LONGEST);
            cells[4] = extension.text("state", LONGEST);
            cells[5] = grouped(rate(activationsBefore, key(extension), number(extension, "activations")));
            cells[6] = grouped(fuel);
            cells[7] = share(fuel, quotas.get("fuelPerSecond"));
            fill(cells, 8, quotas);
            table.row(cells);
        }
        return table.toString();
    }

    private String owners(Fields now) throws RequestException {
        String[] header = header("on", "owner", "extensions", "failed", "throttled", "fuel/s", "of it");
        TextTable table = new TextTable(header);
        for (Fields owner : now.objects("owners")) {
            Map<String, Fields> quotas = quotas(owner);
            double fuel = fuelOfOwner.getOrDefault(owner.text("on", LONGEST) + ' ' + owner.text("owner", LONGEST), 0.0);
            String[] cells = new String[header.length];
            cells[0] = owner.text("on", LONGEST);
            cells[1] = owner.text("owner", LONGEST);
            cells[2] = use("instances", quotas.get("instances"));
            cells[3] = ExtensionTables.count(owner, "failedLoads");
            cells[4] = ExtensionTables.count(owner, "throttled");
            cells[5] = grouped(fuel);
            cells[6] = share(fuel, quotas.get("fuelPerSecond"));
            fill(cells, 7, quotas);
            table.row(cells);
        }
        return table.toString();
    }

    private static String[] header(String... first) {
        String[] header = new String[first.length + HEADINGS.size()];
        System.arraycopy(first, 0, header, 0, first.length);
        for (int i = 0; i < HEADINGS.size(); i++) {
            header[first.length + i] = HEADINGS.get(i);
        }
        return header;
    }

    private static void fill(String[] cells, int first, Map<String, Fields> quotas) throws RequestException {
        for (int i = 0; i < QUOTAS.size(); i++) {
            cells[first + i] = use(QUOTAS.get(i), quotas.get(QUOTAS.get(i)));
        }
    }

    private static Map<String, Fields> quotas(Fields of) throws RequestException {
        Map<String, Fields> quotas = new HashMap<>();
        for (Fields quota : of.objects("quotas")) {
            quotas.put(quota.text("quota", LONGEST), quota);
        }
        return quotas;
    }

    /** What is used of what may be; with a mark when something was refused for it. */
    private static String use(String name, @Nullable Fields quota) throws RequestException {
        if (quota == null) {
            return "-";
        }
        long limit = quota.number("limit", 0, Long.MAX_VALUE, Long.MAX_VALUE);
        int kilo = OF_BYTES.contains(name) ? KILOBYTE : KILO;
        return brief(number(quota, "used"), kilo) + (limit == Long.MAX_VALUE ? "" : "/" + brief(limit, kilo))
            + (number(quota, "refused") > 0 ? "!" : "");
    }

    private static String share(double fuel, @Nullable Fields quota) throws RequestException {
        long limit = quota == null ? Long.MAX_VALUE : quota.number("limit", 0, Long.MAX_VALUE, Long.MAX_VALUE);
        return limit == Long.MAX_VALUE || limit == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * fuel / limit);
    }

    private static String grouped(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** At most four digits and a letter: bytes by powers of 1,024, as system files have them, everything else by powers of 1,000. */
    private static String brief(long value, int kilo) {
        long rest = value;
        int letter = 0;
        while (rest >= MAX_DIGITS && letter < LETTERS.length() - 1) {
            rest /= kilo;
            letter++;
        }
        return letter == 0 ? String.valueOf(rest) : rest + LETTERS.substring(letter, letter + 1);
    }
}
