package dev.spine.command.compare;

import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.perf.ardma.ArdmaComparison;
import dev.spine.perf.ardma.ArdmaPlan;
import dev.spine.perf.ardma.FileComparison;
import dev.spine.perf.ardma.FilePath;
import dev.spine.perf.ardma.GrepComparison;
import dev.spine.perf.ardma.LookupExperiment;
import dev.spine.perf.ardma.LookupPath;
import dev.spine.perf.ardma.LookupStructure;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.whatif.SweptPath;
import dev.spine.perf.whatif.SweptWorkload;
import dev.spine.system.output.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of comparisons of the forms of remote access: lookups, files, searches. */
final class ArdmaOptions {
    /** The comparisons. */
    static final List<String> WORKLOADS = List.of("ardma", "arf", "grep");

    private static final int SWEPT_LOOKUPS = 5;
    private static final double PERMILLE_OF_PERCENT = 10;
    private static final int MAX_PERMILLE = 1_000;
    private static final int MAX_THRESHOLD = 1_000;

    @Option(names = "--structures", split = ",", paramLabel = "STRUCTURE", description = "ardma: what is looked into: list-1 to list-1000,"
        + " tree-1 to tree-5, the number being how deep. Default: list-1,list-10,list-100,list-1000 and all trees; of a sweep"
        + " list-10,tree-1,tree-4.")
    private @Nullable List<String> structures;

    @Option(names = "--thresholds", split = ",", paramLabel = "N", description = "ardma: after how many probes, 0 to 1000, path fallback"
        + " calls a procedure. Default: 0,1,2,4,8,16,32.")
    private @Nullable List<Integer> thresholds;

    @Option(names = "--selectivities", split = ",", paramLabel = "PERCENT", description = "grep: how many per cent of the lines match, 0.1"
        + " to 100 in tenths. Default: 0.1,1,10,50,100.")
    private @Nullable List<Double> selectivities;

    /** Made by picocli, which fills the fields. */
    ArdmaOptions() {}

    /** {@return the names of the paths of a workload} */
    static List<String> paths(String workload) {
        return switch (workload) {
            case "arf" -> FilePath.titles();
            case "grep" -> GrepComparison.titles();
            default -> ArdmaPlan.pathNames();
        };
    }

    /** What is of another workload; null when nothing is. */
    @Nullable String misplaced(String workload) {
        if ((structures != null || thresholds != null) && !"ardma".equals(workload)) {
            return "--structures and --thresholds are of ardma only, not of " + workload;
        }
        return selectivities != null && !"grep".equals(workload) ? "--selectivities are of grep only, not of " + workload : null;
    }

    private static boolean isTenth(double percent) {
        double permille = percent * PERMILLE_OF_PERCENT;
        return permille >= 1 && permille <= MAX_PERMILLE && Math.abs(permille - Math.rint(permille)) < 1e-6;
    }

    /** What is wrong with the options; null when nothing is. */
    @Nullable String problem(String workload, @Nullable List<String> engines, boolean isSweep, List<String> paths) {
        if (engines != null && !engines.equals(List.of("modelled"))) {
            return workload + " is of the modelled engine only: leave --engine away";
        }
        if (isSweep && !"ardma".equals(workload)) {
            return "a sweep is not of " + workload + ": leave --sweep away";
        }
        if (selectivities != null && !selectivities.stream().allMatch(ArdmaOptions::isTenth)) {
            return "--selectivities must be 0.1 to 100, in tenths of a per cent";
        }
        if (structures != null) {
            for (String name : structures) {
                if (LookupStructure.of(name) == null) {
                    return "--structures: '" + name + "' is not one of list-1 to list-" + LookupStructure.MAX_LIST + ", tree-1 to tree-"
                        + LookupStructure.MAX_TREE;
                }
            }
        }
        if (thresholds != null && thresholds.stream().anyMatch(each -> each < 0 || each > MAX_THRESHOLD)) {
            return "--thresholds must be 0 to " + MAX_THRESHOLD;
        }
        return isSweep && lookupPaths(paths).isEmpty() ? "a sweep has no path " + ArdmaPlan.FALL_BACK + ": name others by --paths" : null;
    }

    private static List<LookupPath> lookupPaths(List<String> paths) {
        return Arrays.stream(LookupPath.values()).filter(path -> paths.contains(path.title())).toList();
    }

    private List<LookupStructure> structures(List<LookupStructure> standard) {
        List<LookupStructure> chosen = new ArrayList<>();
        if (structures == null) {
            return standard;
        }
        for (String name : structures) {
            LookupStructure structure = LookupStructure.of(name);
            if (structure != null && !chosen.contains(structure)) {
                chosen.add(structure);
            }
        }
        return chosen;
    }

    private static <T extends Enum<T>> List<T> chosen(T[] all, List<String> titles, List<String> paths) {
        return Arrays.stream(all).filter(each -> paths.contains(titles.get(each.ordinal()))).toList();
    }

    /** {@return the comparison of a workload} */
    ComparisonResults comparison(String workload, List<String> paths, String profile, long seed, Progress progress) {
        List<Integer> permille = selectivities == null ? GrepComparison.STANDARD
            : selectivities.stream().map(each -> (int) Math.rint(each * PERMILLE_OF_PERCENT)).distinct().sorted().toList();
        return switch (workload) {
            case "arf" -> new FileComparison(profile, chosen(FilePath.values(), FilePath.titles(), paths), seed, progress);
            case "grep" -> new GrepComparison(profile, chosen(GrepForm.values(), GrepComparison.titles(), paths), permille, seed, progress);
            default -> new ArdmaComparison(plan(paths, profile, seed), progress);
        };
    }

    private ArdmaPlan plan(List<String> paths, String profile, long seed) {
        List<Integer> probes = thresholds == null ? ArdmaPlan.THRESHOLDS : thresholds.stream().distinct().sorted().toList();
        return new ArdmaPlan(structures(ArdmaPlan.STANDARD), lookupPaths(paths),
            paths.contains(ArdmaPlan.FALL_BACK) ? probes : List.of(), profile, seed);
    }

    /** What runs at each value of a sweep. */
    List<SweptWorkload> swept(List<String> paths, long seed) {
        return structures(ArdmaPlan.SWEPT).stream().map(structure -> new SweptWorkload("ardma " + structure.title(), "lookup",
            lookupPaths(paths).stream().map(path -> new SweptPath(path.title(),
                profile -> LookupExperiment.read(profile, path, structure, SWEPT_LOOKUPS, seed))).toList())).toList();
    }
}
