package dev.spine.perf.whatif;

import com.google.common.collect.ImmutableMap;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.PathReading;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.perf.whatif.Crossings.Crossing;
import dev.spine.perf.whatif.Sweep.PathPair;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The paths of some workloads over the values of a range: tables, plots and the values at which offload begins to pay, all in virtual time.
 * One thread at a time.
 */
public final class SweepComparison implements ComparisonResults {
    private static final double PERCENT = 100;

    private final String profile;
    private final long seed;
    private final ProfileRange range;
    private final List<Double> hostShares;
    private final List<Sweep> sweeps;

    /**
     * A sweep that has not run. Every machine of it has been found to be possible.
     *
     * @param workloads what runs at each value
     * @param profile reference of the profile that is varied
     * @param seed of all randomness, for records
     * @param range which number, and between which values
     * @param hostShare how much of its processor the host gives to paths through it at most, above 0 to 1
     * @param progress says how far it is
     * @throws dev.spine.system.file.SystemFileException when the machine cannot have one of the values
     */
    public SweepComparison(List<SweptWorkload> workloads, String profile, long seed, ProfileRange range, double hostShare,
        Progress progress) {
        this.profile = profile;
        this.seed = seed;
        this.range = range;
        this.hostShares = hostShare < Sweep.WHOLE_HOST ? List.of(Sweep.WHOLE_HOST, hostShare) : List.of(Sweep.WHOLE_HOST);
        // A machine that cannot be is found before hours of others.
        range.values().forEach(value -> ProfileFile.reference(profile, List.of(range.change(value))));
        this.sweeps = workloads.stream().map(workload -> new Sweep(workload, profile, range, progress)).toList();
    }

    @Override
    public void run(FoundTables found) {
        for (Sweep sweep : sweeps) {
            sweep.run(hostShares);
            sections(sweep).forEach(found::onSection);
        }
    }

    @Override
    public boolean isSound() {
        return sweeps.stream().allMatch(Sweep::isSound);
    }

    // --- for people

    @Override
    public List<ResultSection> sections() {
        return sweeps.stream().flatMap(sweep -> sections(sweep).stream()).toList();
    }

    private List<ResultSection> sections(Sweep sweep) {
        return List.of(rates(sweep), limits(sweep));
    }

    private ResultSection rates(Sweep sweep) {
        SweptWorkload workload = sweep.workload();
        List<String> header = new ArrayList<>(List.of(range.key().path()));
        for (SweptPath path : workload.paths()) {
            header.add(path.name() + " " + workload.unit() + "s/s");
            header.add("host");
        }
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (double value : range.values()) {
            List<String> row = new ArrayList<>(List.of(range.show(value)));
            for (SweptPath path : workload.paths()) {
                PathReading reading = sweep.readings(path).getOrDefault(value, NOTHING);
                row.add(String.format(Locale.ROOT, "%,.0f", reading.rate()));
                row.add(percent(reading.hostShare()));
            }
            table.row(row.toArray(String[]::new));
        }
        String found = sweep.pairs().isEmpty() ? "No path through the host and none by the cards alone: nothing can overtake."
            : sweep.pairs().stream().map(pair -> pair.text(range)).collect(Collectors.joining(".\n", "", "."));
        return new ResultSection(workload.name() + ", sweep of " + range + ", modelled engine, profile " + profile,
            "Highest rates of each path, and the share of the host's processor that goes into them.\n" + found + losses(sweep), table,
            List.of(ratePlot(sweep), hostPlot(sweep)));
    }

    /** A rate with losses is no rate to rely on: each is named. */
    private String losses(Sweep sweep) {
        StringBuilder text = new StringBuilder();
        for (SweptPath path : sweep.workload().paths()) {
            sweep.readings(path).forEach((value, reading) -> {
                if (reading.lost() > 0) {
                    text.append(String.format(Locale.ROOT, "%nLOST: %s loses %,d of %,d %ss at %s.", path.name(), reading.lost(),
                        reading.lost() + reading.units(), sweep.workload().unit(), range.show(value)));
                }
            });
        }
        return text.toString();
    }

    private static final PathReading NOTHING = new PathReading(0, 1, 0, 0, 0, 0, ImmutableMap.of(), null);

    private ResultSection limits(Sweep sweep) {
        SweptWorkload workload = sweep.workload();
        List<String> header = new ArrayList<>(List.of(range.key().path()));
        workload.paths().forEach(path -> header.add(path.name()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        for (double value : range.values()) {
            List<String> row = new ArrayList<>(List.of(range.show(value)));
            for (SweptPath path : workload.paths()) {
                PathReading reading = sweep.readings(path).getOrDefault(value, NOTHING);
                row.add(reading.busiest() + " " + percent(reading.busiestShare()));
            }
            table.row(row.toArray(String[]::new));
        }
        return new ResultSection(workload.name() + ", what limits the rates", "The busiest of processors, bus and wire, and how much of the"
            + " time it was busy. Where none is near 100 % the path waits: for answers, or for a DMA engine.", table, List.of());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * PERCENT);
    }

    private LinePlot.Axis valueAxis() {
        return new LinePlot.Axis(range.key().path(), range.scale() == ProfileRange.Scale.GEOMETRIC, range::show);
    }

    private ResultSection.Drawing ratePlot(Sweep sweep) {
        List<Plots.Line> lines = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (SweptPath path : sweep.workload().paths()) {
            List<Double> rates = sweep.readings(path).values().stream().map(PathReading::rate).toList();
            for (double rate : rates) {
                least = Math.min(least, rate);
                most = Math.max(most, rate);
            }
            lines.add(new Plots.Line(path.name(), range.values(), rates));
        }
        List<LinePlot.Mark> marks = new ArrayList<>();
        for (PathPair pair : sweep.pairs()) {
            for (Crossing crossing : pair.crossings().found()) {
                marks.add(new LinePlot.Mark(crossing.above(), pair.offload() + (crossing.rises() ? " passes " : " falls behind ")
                    + pair.through() + (pair.hostShare() < Sweep.WHOLE_HOST ? " (" + percent(pair.hostShare()) + " of host)" : "") + " at "
                    + range.showBriefly(crossing.above())));
            }
        }
        marks.sort(Comparator.comparingDouble(LinePlot.Mark::x));
        // Rates that differ twentyfold cannot be read on one axis that begins at 0.
        boolean logarithmic = least > 0 && most / least > 20;
        String unit = sweep.workload().unit();
        return new ResultSection.Drawing(new LinePlot(sweep.workload().name() + ": where offload begins to pay", valueAxis(),
            LinePlot.Axis.plain(unit + "s/s", logarithmic), lines, marks).svg(),
            "Highest rate of each path, modelled; broken vertical lines show where offload begins to pay");
    }

    private ResultSection.Drawing hostPlot(Sweep sweep) {
        List<Plots.Line> lines = sweep.workload().paths().stream().map(path -> new Plots.Line(path.name(), range.values(),
            sweep.readings(path).values().stream().map(reading -> reading.hostShare() * PERCENT).toList())).toList();
        return new ResultSection.Drawing(new LinePlot(sweep.workload().name() + ": the host's processor", valueAxis(),
            LinePlot.Axis.plain("% of the host's processor", false), lines, List.of()).svg(),
            "Share of the host's processor at each path's highest rate, modelled");
    }

    // --- for programs

    @Override
    public List<Map<String, Object>> furtherRecords() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (Sweep sweep : sweeps) {
            for (SweptPath path : sweep.workload().paths()) {
                sweep.readings(path).forEach((value, reading) -> records.add(point(sweep, path, value, reading)));
            }
            for (PathPair pair : sweep.pairs()) {
                records.add(crossover(sweep, pair));
            }
        }
        return records;
    }

    private Map<String, Object> head(Sweep sweep) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", sweep.workload().name());
        fields.put("engine", "modelled");
        fields.put("profile", profile);
        fields.put("seed", seed);
        fields.put("key", range.key().path());
        return fields;
    }

    private Map<String, Object> point(Sweep sweep, SweptPath path, double value, PathReading reading) {
        Map<String, Object> fields = head(sweep);
        fields.put("value", value);
        fields.put("path", path.name());
        fields.put("units", reading.units());
        fields.put("seconds", reading.seconds());
        fields.put("rate", ImmutableMap.of("unitsPerSecond", reading.rate(), "bitsPerSecond", reading.bitsPerSecond()));
        fields.put("hostCpuShare", reading.hostShare());
        fields.put("hostMessages", reading.hostMessages());
        fields.put("crossingsPerDataByte", reading.crossings());
        fields.put("busyShares", reading.busyShares());
        fields.put("limitedBy", reading.busiest());
        fields.put("lost", reading.lost());
        return fields;
    }

    private Map<String, Object> crossover(Sweep sweep, PathPair pair) {
        Map<String, Object> fields = head(sweep);
        fields.put("offload", pair.offload());
        fields.put("against", pair.through());
        fields.put("hostShareAllowed", pair.hostShare());
        fields.put("leastRatio", pair.crossings().least());
        fields.put("mostRatio", pair.crossings().most());
        fields.put("crossings", pair.crossings().found().size());
        for (int i = 0; i < pair.crossings().found().size(); i++) {
            Crossing crossing = pair.crossings().found().get(i);
            Map<String, Object> place = new LinkedHashMap<>();
            place.put("below", crossing.below());
            place.put("above", crossing.above());
            place.put("pays", crossing.rises() ? "above" : "below");
            fields.put("crossing" + (i + 1), place);
        }
        return fields;
    }

    /** {@return the points as comma-separated values, one line each under a header} */
    public String csv() {
        StringBuilder out = new StringBuilder("workload,path,profile,seed,key,value,units,seconds,unitsPerSecond,bitsPerSecond,"
            + "hostCpuShare,hostMessages,crossingsPerDataByte,limitedBy,busiestShare,lost\n");
        for (Sweep sweep : sweeps) {
            for (SweptPath path : sweep.workload().paths()) {
                sweep.readings(path).forEach((value, r) -> out.append(String.format(Locale.ROOT,
                    "%s,%s,%s,%d,%s,%s,%d,%.9f,%.1f,%.1f,%.6f,%d,%.6f,%s,%.6f,%d%n", sweep.workload().name(), path.name(), profile, seed,
                    range.key().path(), range.key().isWhole() ? Long.toString(value.longValue()) : value.toString(), r.units(), r.seconds(),
                    r.rate(), r.bitsPerSecond(), r.hostShare(), r.hostMessages(), r.crossings(), r.busiest(), r.busiestShare(), r.lost())));
            }
        }
        return out.toString();
    }
}
