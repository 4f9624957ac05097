package dev.spine.perf.report;

import java.util.List;
import java.util.Locale;

/** The tables of a comparison: one per engine and layout, a row per path. */
public final class ComparisonTables {
    private static final double GIGA = 1e9;
    private static final double MICRO = 1e3;

    private ComparisonTables() {}

    /**
     * {@return the table of some records, which share workload, engine and layout}
     *
     * @param records a row each
     */
    public static TextTable table(List<ComparisonRecord> records) {
        String unit = unit(records.getFirst());
        TextTable table = new TextTable("path", unit + "s/s", "Gbit/s", "p50 us", "p99 us", "max us", "lost 2", "host msgs",
            "host irqs", "host cpu", "host mem bytes", "crossings", "carried hdr B", "proc ns/" + unit, "alloc B/" + unit, "lost",
            "verified");
        for (ComparisonRecord r : records) {
            double busy = r.processorSeconds().values().stream().mapToDouble(Double::doubleValue).sum();
            table.row(r.path(), count(r.rate().unitsPerSecond()), decimal(r.rate().bitsPerSecond() / GIGA, 3),
                latency(r, r.latencyNs().p50()), latency(r, r.latencyNs().p99()), latency(r, r.latencyNs().max()),
                count(r.latencyNs().lost()),
                count(r.host().messages()), count(r.host().interrupts()), decimal(r.host().cpuShare() * 100, 1) + " %",
                count(r.host().memoryBytes()), decimal(r.bus().crossingsPerDataByte(), 2), count(r.bus().carriedHeaderBytes()),
                decimal(r.units() == 0 ? 0 : busy * GIGA / r.units(), 0), decimal(r.allocatedBytesPerUnit(), 2), count(r.lost()),
                r.verified() ? "yes" : "NO");
        }
        return table;
    }

    /**
     * {@return the heading of a table}
     *
     * @param record one of its records
     */
    public static String heading(ComparisonRecord record) {
        return record.workload() + ", " + record.engine() + " engine, "
            + ("modelled".equals(record.engine()) ? "profile " + record.profile() : "layout " + record.layout())
            + ("-".equals(record.mode()) ? "" : ", mode " + record.mode());
    }

    /**
     * {@return what is counted: packets, or the chunks of pictures}
     *
     * @param record of the workload
     */
    public static String unit(ComparisonRecord record) {
        return "show".equals(record.workload()) ? "chunk" : "packet";
    }

    private static String latency(ComparisonRecord record, long ns) {
        return record.latencyNs().isKnown() ? decimal(ns / MICRO, 1) : "-";
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
