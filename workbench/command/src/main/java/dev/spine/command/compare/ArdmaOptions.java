package dev.spine.command.compare;

import dev.spine.perf.ardma.ArdmaPlan;
import dev.spine.perf.ardma.LookupExperiment;
import dev.spine.perf.ardma.LookupPath;
import dev.spine.perf.ardma.LookupStructure;
import dev.spine.perf.whatif.SweptPath;
import dev.spine.perf.whatif.SweptWorkload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of a comparison of the forms of remote access. */
final class ArdmaOptions {
    private static final int SWEPT_LOOKUPS = 5;
    private static final int MAX_THRESHOLD = 1_000;

    @Option(names = "--structures", split = ",", paramLabel = "STRUCTURE", description = "ardma: what is looked into: list-1 to list-1000,"
        + " tree-1 to tree-5, the number being how deep. Default: list-1,list-10,list-100,list-1000 and all trees; of a sweep"
        + " list-10,tree-1,tree-4.")
    private @Nullable List<String> structures;

    @Option(names = "--thresholds", split = ",", paramLabel = "N", description = "ardma: after how many probes, 0 to 1000, path fallback"
        + " calls a procedure. Default: 0,1,2,4,8,16,32.")
    private @Nullable List<Integer> thresholds;

    /** Made by picocli, which fills the fields. */
    ArdmaOptions() {}

    boolean isGiven() {
        return structures != null || thresholds != null;
    }

    /** What is wrong with the options; null when nothing is. */
    @Nullable String problem(@Nullable List<String> engines, boolean isSweep, List<String> paths) {
        if (engines != null && !engines.equals(List.of("modelled"))) {
            return "ardma is of the modelled engine only: leave --engine away";
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

    ArdmaPlan plan(List<String> paths, String profile, long seed) {
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
