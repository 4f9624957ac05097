package dev.spine.perf.ardma;

import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same operations on files by ARF in its three forms and by clients that work as those of NFS and AFS do. One thread at a time. */
public final class FileComparison implements ComparisonResults {
    private final String profile;
    private final List<FilePath> paths;
    private final long seed;
    private final Progress progress;
    private final List<Found> found = new ArrayList<>();

    /** What a path did. */
    record Found(FileOperation operation, FilePath path, LookupReading reading) {}

    /**
     * A comparison.
     *
     * @param profile reference of the machines' profile
     * @param paths in the order of the tables, each once
     * @param seed of all randomness
     * @param progress says how far it is
     */
    public FileComparison(String profile, List<FilePath> paths, long seed, Progress progress) {
        this.profile = profile;
        this.paths = List.copyOf(paths);
        this.seed = seed;
        this.progress = progress;
    }

    @Override
    public void run(FoundTables tables) {
        BudgetExceededException.during(profile, this::runAll);
        sections().forEach(tables::onSection);
    }

    private void runAll() {
        try {
            for (FilePath path : paths) {
                try (FileExperiment experiment = new FileExperiment(profile, path, seed)) {
                    for (FileOperation operation : FileOperation.values()) {
                        if (operation.isRepeated() && !path.isCaching()) {
                            continue;
                        }
                        progress.show(operation.title() + " by " + path.title());
                        found.add(new Found(operation, path, experiment.run(operation)));
                    }
                    experiment.verify();
                }
            }
        } finally {
            progress.clear();
        }
    }

    @Override
    public boolean isSound() {
        return found.stream().allMatch(each -> each.reading.isRight() && each.reading.isServerHostLeftAlone());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) || value >= 1_000 ? "%,.0f" : "%,.1f", value);
    }

    @Override
    public List<ResultSection> sections() {
        TextTable table = new TextTable("operation", "path", "us", "trips", "frames", "wire bytes", "host msgs", "host irqs", "right");
        for (FileOperation operation : FileOperation.values()) {
            for (Found each : found) {
                LookupReading reading = each.reading;
                if (each.operation == operation) {
                    table.row(operation.title(), each.path.title(), number(reading.latencyUs()), number(reading.each(reading.trips())),
                        number(reading.each(reading.frames())), number(reading.each(reading.wireBytes())),
                        Long.toString(reading.serverMessages()), Long.toString(reading.serverInterrupts()),
                        reading.isRight() ? "yes" : "NO");
                }
            }
        }
        String text = "Microseconds, round trips, frames and bytes on the wire of one operation, the mean of those that were done;"
            + " messages and interrupts of the server's host in all of them. ARF's client keeps nothing: the same once more is done by the"
            + " others alone.";
        return List.of(new ResultSection("arf, modelled engine, profile " + profile, text, table, List.of()));
    }

    @Override
    public List<Map<String, Object>> furtherRecords() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (Found each : found) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("workload", "arf");
            fields.put("path", each.path.title());
            fields.put("engine", "modelled");
            fields.put("profile", profile);
            fields.put("seed", seed);
            fields.put("operation", each.operation.title());
            fields.putAll(each.reading.record("operations"));
            records.add(fields);
        }
        return records;
    }
}
