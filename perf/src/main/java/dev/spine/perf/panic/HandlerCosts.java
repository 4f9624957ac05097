package dev.spine.perf.panic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Where the time of a program's handler goes. Any thread.
 *
 * @param sizes of what is delivered, bytes, in rising order
 * @param runs of a handler of one statement DELIVER: for each size {@link #RUNS}, whose phases differ
 * @param delivers the cost of handlers of 1 to {@link #MAX_STATEMENTS} statements DELIVER, of 64 bytes
 * @param assignments the same of statements that ask the card for nothing
 */
public record HandlerCosts(List<Double> sizes, List<List<HandlerCost>> runs, List<HandlerCost> delivers, List<HandlerCost> assignments) {
    /** Of each size. */
    public static final int RUNS = 5;
    /** The most statements of a handler. */
    public static final int MAX_STATEMENTS = 20;
    private static final List<Integer> SIZES = List.of(16, 64, 128, 256, 512, 1_024, 2_048, PanicStation.MAX_BYTES);
    /** More turns than polls take. */
    private static final int MAX_TURNS = 64;
    private static final int HAND = 40;
    private static final int COMPUTE = 41;
    private static final int BEGIN = 42;
    private static final int GO = 11;

    /** Keeps its own lists. */
    public HandlerCosts {
        sizes = List.copyOf(sizes);
        runs = List.copyOf(runs);
        delivers = List.copyOf(delivers);
        assignments = List.copyOf(assignments);
    }

    /**
     * Runs all of them.
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     * @return the costs
     * @throws IllegalStateException when a program has a fault, or a law of conservation does not hold, which is a defect of the model
     */
    public static HandlerCosts run(String profile, long seed) {
        List<List<HandlerCost>> runs = new ArrayList<>();
        List<HandlerCost> delivers = new ArrayList<>();
        List<HandlerCost> assignments = new ArrayList<>();
        SplittableRandom phases = new SplittableRandom(seed);
        try (PanicStations stations = new PanicStations(profile, seed)) {
            stations.near().listen(ProgramText.read("begin").address(stations.far().station().address()));
            ProgramText hand = ProgramText.read("hand");
            ProgramText compute = ProgramText.read("compute");
            for (int bytes : SIZES) {
                runs.add(costs(stations, HAND, hand.length(bytes), RUNS, phases));
            }
            for (int count = 1; count <= MAX_STATEMENTS; count++) {
                delivers.addAll(costs(stations, HAND, hand.repeat("DELIVER w[0] OFFSET 0 INTO 2 LEN 64;", count), 1, phases));
                assignments.addAll(costs(stations, COMPUTE, compute.repeat("a = b;", count), 1, phases));
            }
            stations.verify();
        }
        return new HandlerCosts(SIZES.stream().map(Integer::doubleValue).toList(), runs, delivers, assignments);
    }

    private static List<HandlerCost> costs(PanicStations stations, int program, ProgramText text, int times, SplittableRandom phases) {
        PanicStation far = stations.far();
        far.listen(text);
        List<HandlerCost> costs = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            far.pass();
            stations.watch().clear(PanicStations.FAR_CARD);
            long before = far.activations();
            stations.near().card().send(BEGIN, GO, phases.nextInt(MAX_TURNS), program);
            far.awaitActivations(before + 1);
            costs.add(HandlerCost.of(stations.watch(), PanicStations.FAR_CARD));
        }
        far.unload(program);
        return List.copyOf(costs);
    }

    /**
     * {@return the mean of the runs of one size, microseconds}
     *
     * @param size its place among the sizes
     * @param part which time
     */
    public double mean(int size, ToDoubleFunction<HandlerCost> part) {
        return runs.get(size).stream().mapToDouble(part).average().orElseThrow();
    }

    /**
     * {@return how far the runs of one size differ, at the size where they do most, microseconds}
     *
     * @param part which time
     */
    public double spread(ToDoubleFunction<HandlerCost> part) {
        return runs.stream().mapToDouble(of -> of.stream().mapToDouble(part).max().orElseThrow()
            - of.stream().mapToDouble(part).min().orElseThrow()).max().orElseThrow();
    }

    /**
     * {@return the part of the interpreter's time for one statement that none would take: where a line through the times by the number of
     * statements begins, by the time for one}
     *
     * @param handlers of 1, 2, 3 and more statements
     */
    public static double startUpPart(List<HandlerCost> handlers) {
        double middle = (handlers.size() + 1) / 2.0;
        double mean = handlers.stream().mapToDouble(HandlerCost::interpreterUs).average().orElseThrow();
        double both = 0;
        double square = 0;
        for (int i = 0; i < handlers.size(); i++) {
            both += (i + 1 - middle) * (handlers.get(i).interpreterUs() - mean);
            square += (i + 1 - middle) * (i + 1 - middle);
        }
        return (mean - both / square * middle) / handlers.getFirst().interpreterUs();
    }
}
