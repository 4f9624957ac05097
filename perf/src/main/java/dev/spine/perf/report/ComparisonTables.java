package dev.spine.perf.report;

import static dev.spine.perf.report.ComparisonColumn.count;
import static dev.spine.perf.report.ComparisonColumn.decimal;
import static dev.spine.perf.report.ComparisonColumn.latency;

import com.google.common.collect.Multimaps;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a comparison: one per engine and layout, a row per path. Any thread. */
public final class ComparisonTables {
    /** All that there is. */
    public static final List<ComparisonColumn> ALL = List.of(ComparisonColumn.values());
    /** What tells the story, in 100 columns of text. */
    public static final List<ComparisonColumn> STORY = List.of(ComparisonColumn.PATH, ComparisonColumn.RATE, ComparisonColumn.BITS,
        ComparisonColumn.P50, ComparisonColumn.P99, ComparisonColumn.DROPS, ComparisonColumn.HOST_MESSAGES,
        ComparisonColumn.HOST_PROCESSOR, ComparisonColumn.CROSSINGS, ComparisonColumn.VERIFIED);

    private static final double GIGA = 1e9;
    private static final double PERCENT = 100;

    private ComparisonTables() {}

    /**
     * {@return the table of some records, which share workload, engine and layout}
     *
     * @param records a row each
     * @param columns which, in order
     */
    public static TextTable table(List<ComparisonRecord> records, List<ComparisonColumn> columns) {
        String unit = unit(records.getFirst());
        TextTable table = new TextTable(columns.stream().map(column -> column.title(unit)).toArray(String[]::new));
        records.forEach(record -> table.row(columns.stream().map(column -> column.cell(record)).toArray(String[]::new)));
        return table;
    }

    /**
     * {@return the same with the paths side by side: a column each, and a row for each measure with its unit}
     *
     * @param records a column each; they share workload, engine and layout
     */
    public static TextTable sideBySide(List<ComparisonRecord> records) {
        String unit = unit(records.getFirst());
        List<String> header = new ArrayList<>(List.of("measure"));
        records.forEach(record -> header.add(record.path()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        measure(table, "highest rate, " + unit + "s/s", records, r -> count(r.rate().unitsPerSecond()));
        measure(table, "the same of payload, Gbit/s", records, r -> decimal(r.rate().bitsPerSecond() / GIGA, 3));
        measure(table, "lost at that rate, " + unit + "s", records, r -> count(r.lost()));
        measure(table, "latency, median, us", records, r -> latency(r, r.latencyNs().p50()));
        measure(table, "99th-percentile latency, us", records, r -> latency(r, r.latencyNs().p99()));
        measure(table, "latency, longest, us", records, r -> latency(r, r.latencyNs().max()));
        measure(table, "lost while latency was measured, " + unit + "s", records, r -> count(r.latencyNs().lost()));
        measure(table, "bus crossings of each data byte", records, r -> decimal(r.bus().crossingsPerDataByte(), 2));
        measure(table, "bus: data, bytes", records, r -> count(r.bus().dataBytes()));
        measure(table, "bus: headers carried with the data, bytes", records, r -> count(r.bus().carriedHeaderBytes()));
        measure(table, "bus: programmed I/O, bytes", records, r -> count(r.bus().controlBytes()));
        measure(table, "host: I2O messages", records, r -> count(r.host().messages()));
        measure(table, "host: interrupts", records, r -> count(r.host().interrupts()));
        measure(table, "host: processor busy", records, r -> decimal(r.host().cpuShare() * PERCENT, 1) + " %");
        measure(table, "host: bytes through its memory", records, r -> count(r.host().memoryBytes()));
        for (String busAgent : records.stream().flatMap(r -> r.processorSeconds().keySet().stream()).distinct().toList()) {
            measure(table, "processor of " + busAgent + ", ns for each " + unit, records,
                r -> decimal(r.units() == 0 ? 0 : r.processorSeconds().getOrDefault(busAgent, 0.0) * GIGA / r.units(), 0));
        }
        measure(table, "heap allocated for each " + unit + ", bytes", records, r -> decimal(r.allocatedBytesPerUnit(), 2));
        measure(table, "verified against the reference", records, r -> r.verified() ? "yes" : "NO");
        return table;
    }

    private static void measure(TextTable table, String name, List<ComparisonRecord> records, Function<ComparisonRecord, String> of) {
        table.row(Stream.concat(Stream.of(name), records.stream().map(of)).toArray(String[]::new));
    }

    /**
     * {@return the rows of each table by its heading, in order}
     *
     * @param records of all tables
     */
    public static Map<String, List<ComparisonRecord>> grouped(List<ComparisonRecord> records) {
        return Multimaps.asMap(Multimaps.index(records, ComparisonTables::heading));
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
}
