package dev.spine.perf.ardma;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a comparison of the forms of remote access runs. Any thread.
 *
 * @param structures in the order of the tables
 * @param paths in the order of the tables
 * @param thresholds of the fall-back: how many probes a lookup may make before a procedure is called; empty for no fall-back
 * @param profile reference of the machines' profile
 * @param seed of all randomness
 */
public record ArdmaPlan(List<LookupStructure> structures, List<LookupPath> paths, List<Integer> thresholds, String profile, long seed) {
    /** Lists and trees of some depths. */
    public static final List<LookupStructure> STANDARD = Stream.concat(IntStream.of(1, 10, 100, 1_000).mapToObj(depth -> "list-" + depth),
        IntStream.rangeClosed(1, LookupStructure.MAX_TREE).mapToObj(depth -> "tree-" + depth)).map(LookupStructure::of).toList();
    /** Those that run at each value of a sweep when nothing is said. */
    public static final List<LookupStructure> SWEPT = Stream.of("list-10", "tree-1", "tree-4").map(LookupStructure::of).toList();
    /** How many probes a lookup may make when nothing is said. */
    public static final List<Integer> THRESHOLDS = List.of(0, 1, 2, 4, 8, 16, 32);
    /** The path that probes, and calls when that takes too long. */
    public static final String FALL_BACK = "fallback";

    /** Keeps its own lists. */
    public ArdmaPlan {
        structures = List.copyOf(structures);
        paths = List.copyOf(paths);
        thresholds = List.copyOf(thresholds);
    }

    /** {@return the names of all paths} */
    public static List<String> pathNames() {
        return Stream.concat(LookupPath.titles().stream(), Stream.of(FALL_BACK)).toList();
    }
}
