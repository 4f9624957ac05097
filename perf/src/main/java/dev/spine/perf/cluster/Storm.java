package dev.spine.perf.cluster;

import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.experiment.storm.StormExtension;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.iop.engine.MachineProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cards with kernel and extension runtime at one crossbar that send one another messages for a time, as a {@link Traffic} says, whether the
 * receivers keep up or not. Afterwards what is under way arrives, is lost or is given up. To be used by one thread; {@link #run} has others
 * help it.
 */
public final class Storm implements AutoCloseable {
    /** Nanoseconds; a receiver serves the first before it hears of the last: else a seed would do no more than rename the senders. */
    private static final int BEGINS_WITHIN_NS = 1_000_000;
    /** On the unreliable level nobody tells of a loss: some times as long as full buffers and a full queue take. */
    private static final long PATIENCE_NS = 10_000_000;
    private static final long SLICE_NS = 10_000_000;
    /** After the end: longer than a message that may return waits for its answer. */
    private static final long DRAIN_NS = 1_500_000_000;

    private final StormPlan plan;
    private final long seed;
    private final List<Integer> senders = new ArrayList<>();
    private final CardRow row;

    /**
     * Builds the cards and loads their extensions; nothing is sent yet.
     *
     * @param plan what the nodes do
     * @param profile the machine of each node
     * @param seed from which all randomness is derived: who begins when, and destinations where chance draws them
     */
    public Storm(StormPlan plan, MachineProfile profile, long seed) {
        this.plan = plan;
        this.seed = seed;
        SplittableRandom begins = new SplittableRandom(seed);
        this.row = new CardRow(plan.nodes(), plan.buffers(), profile, seed, StormExtension.class,
            node -> parameters(node, CardRow.BEGIN_NS + begins.nextInt(BEGINS_WITHIN_NS)));
    }

    private String parameters(int node, long beginNs) {
        int[] destinations = plan.traffic().destinations(node, plan.nodes(), seed);
        if (destinations.length > 0) {
            senders.add(node);
        }
        return "node=" + node + "\ntargets=" + Arrays.stream(destinations).mapToObj(Integer::toString).collect(Collectors.joining(","))
            + "\nwindow=" + plan.window() + "\nlevel=" + plan.level().ordinal() + "\nbegin=" + beginNs + "\nuntil=" + endNs()
            + "\npatience=" + (plan.level() == ServiceLevel.UNRELIABLE ? PATIENCE_NS : 0)
            + "\nin-step=" + (plan.traffic().isInStep() ? 1 : 0);
    }

    private long endNs() {
        return CardRow.BEGIN_NS + plan.durationNs();
    }

    /**
     * Runs the storm, and on until nothing is under way, or until it is clear that nothing more comes of it.
     *
     * @param threads how many execute nodes
     * @return what came of it
     */
    public StormResult run(int threads) {
        row.engine().advanceTo(endNs(), threads);
        while (row.engine().nowNs() < endNs() + DRAIN_NS && open() > 0) {
            row.engine().advanceTo(row.engine().nowNs() + SLICE_NS, threads);
        }
        // Frames without a message of their own, and answers to what was given up.
        row.engine().advanceTo(row.engine().nowNs() + SLICE_NS, threads);
        return result();
    }

    private long open() {
        return row.sum(card -> {
            Map<String, Long> counters = card.report().counters();
            return counters.getOrDefault("sent", 0L) - counters.getOrDefault("answered", 0L) - counters.getOrDefault("given-up", 0L);
        });
    }

    private StormResult result() {
        List<Long> classes = IntStream.range(0, StormExtension.CLASSES).mapToObj(of -> row.counted("t" + of)).toList();
        List<Long> inTime = senders.stream().map(node -> row.card(node).counter("in-time")).toList();
        long longestNs = senders.stream().mapToLong(node -> row.card(node).counter("longest")).max().orElse(0);
        return new StormResult(seed, row.counted("sent"), row.counted("received"), row.counted("answers"), row.counted("answered"),
            row.counted("late"), row.counted("given-up"), row.counted("returned"), frames(), new Latencies(classes, longestNs), inTime,
            plan.durationNs(), row.engine().digest());
    }

    private StormResult.Frames frames() {
        return new StormResult.Frames(row.framesOf(WirePort::sent, WireCounters::frames), row.framesReceived(),
            row.framesOf(WirePort::received, WireCounters::drops), row.sum(card -> card.network().get(Counter.MESSAGES_LOST)),
            row.sum(card -> card.network().get(Counter.FRAMES_REPEATED)), row.sum(card -> card.network().get(Counter.NODES_REFUSED)),
            row.counted("dropped"));
    }

    /**
     * Holds the run to the laws of conservation of the engine. After {@link #run}; not part of what is measured.
     *
     * @throws IllegalStateException when one does not hold; the message says which
     */
    public void verify() {
        row.engine().conservation().verify();
    }

    @Override
    public void close() {
        row.close();
    }
}
