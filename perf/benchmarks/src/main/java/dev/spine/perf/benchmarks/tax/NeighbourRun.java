package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.NeighbourExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.perf.benchmarks.BenchLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One attack beside a neighbour, on the live engine: the host sends the neighbour a message every {@link #PERIOD_NS} whether or not the
 * last one was answered, and the attacker its messages in every other block. The host is a step in each cycle of the card, or has a thread
 * of its own.
 *
 * <p>A latency is from the time at which a message was due to its answer. Blocks alternate without and with the attack. What the attacker
 * was sent in one is handled before the next begins, and the first {@link #SETTLE_NS} of each do not count, so that what one block leaves
 * behind is not held against the next.
 */
final class NeighbourRun {
    /** How long a block is. */
    static final long BLOCK_NS = 100_000_000;
    /** What is left out at the beginning of a block. */
    static final long SETTLE_NS = 5_000_000;
    /** The neighbour's messages. */
    static final long PERIOD_NS = 50_000;

    private static final int MAX_LOST = 1 << 16;
    private static final int LIMIT = 64;

    /**
     * What came of it.
     *
     * @param attack what was tried
     * @param layout of host and card
     * @param quiet latencies without the attack, nanoseconds
     * @param attacked latencies with it
     * @param ratios of the 99th percentiles of neighbouring blocks, sorted
     * @param lost messages of the neighbour without an answer
     * @param attacks messages of the attack that the host has sent
     * @param reloads how often the attacker was loaded again
     * @param throttled how often that was refused, because it fails too fast
     * @param tookNs how long the pairs have taken
     */
    @SuppressWarnings("ArrayRecordComponent") // a result is passed around, never compared
    record Result(Attack attack, BenchLayout layout, Histogram quiet, Histogram attacked, double[] ratios, long lost, long attacks,
        long reloads, long throttled, long tookNs) {
        double median() {
            return ratios[ratios.length / 2];
        }
    }

    /** Where a block is: messages are sent; those on their way are answered; the attack has to end. */
    private enum Phase { SENDING, ANSWERING, ENDING }

    private final Attack attack;
    private final BenchLayout layout;
    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, IdlePolicy.SPIN, LIMIT, Duration.ofMinutes(1));
    private final BenchCard card = new BenchCard(engine, "card");
    private final Histogram[] blocks = {new Histogram(3), new Histogram(3)};
    private final Histogram[] totals = {new Histogram(3), new Histogram(3)};
    private final List<Double> ratios = new ArrayList<>();
    private final BenchCard.Answers answers = this::answer;
    private final AttackerHost attacker;
    private final int neighbour;
    private long sent;
    private long answered;
    private long origin;
    private long beginNs;
    private Phase phase = Phase.SENDING;
    private int block;
    private int pair;
    private long blockNs;
    private long dueNs;

    NeighbourRun(Attack attack, BenchLayout layout) {
        this.attack = attack;
        this.layout = layout;
        card.listen(NeighbourExtension.ANSWERS);
        neighbour = card.load(PackagedExtension.image("neighbour", NeighbourExtension.class), "");
        attacker = new AttackerHost(card, attack);
    }

    /** Runs so many pairs of blocks, after as many to warm up as are said. */
    Result run(int pairs, int warmUpPairs) {
        engine.start();
        origin = System.nanoTime();
        pair = -warmUpPairs;
        begin(origin);
        if (layout == BenchLayout.ONE_CORE) {
            card.port.untilEnded(() -> step(pairs));
        } else {
            while (!step(pairs)) {
                Thread.onSpinWait();
            }
        }
        engine.close();
        double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Result(attack, layout, totals[0], totals[1], sorted, sent - answered, attacker.attacks(), attacker.reloads(),
            attacker.throttled(), System.nanoTime() - beginNs);
    }

    private void begin(long nowNs) {
        if (pair == 0 && block == 0) {
            attacker.count();
            beginNs = nowNs;
        }
        blocks[block].reset();
        blockNs = nowNs;
        dueNs = nowNs;
        phase = Phase.SENDING;
    }

    /** One look at the clock and at what has come: {@return whether the last block has ended}. */
    private boolean step(int pairs) {
        card.poll(answers);
        long nowNs = System.nanoTime();
        switch (phase) {
            case SENDING -> {
                if (nowNs >= dueNs && card.small(neighbour, 1, (int) ((dueNs - origin) >>> 32), (int) (dueNs - origin))) {
                    sent++;
                    dueNs += PERIOD_NS;
                }
                if (block == 1) {
                    attacker.goOn(nowNs);
                }
                phase = nowNs < blockNs + BLOCK_NS ? Phase.SENDING : Phase.ANSWERING;
            }
            case ANSWERING -> {
                // What is on its way belongs to this block.
                if (answered == sent || sent - answered >= MAX_LOST || nowNs >= blockNs + 2 * BLOCK_NS) {
                    attacker.end(nowNs);
                    phase = Phase.ENDING;
                }
            }
            case ENDING -> {
                if (block == 0 || attacker.hasEnded(nowNs)) {
                    return next(pairs);
                }
            }
        }
        return false;
    }

    private boolean next(int pairs) {
        if (block == 1) {
            if (pair >= 0) {
                ratios.add((double) blocks[1].getValueAtPercentile(99) / blocks[0].getValueAtPercentile(99));
                totals[0].add(blocks[0]);
                totals[1].add(blocks[1]);
            }
            pair++;
        }
        block ^= 1;
        begin(System.nanoTime());
        return pair == pairs;
    }

    private void answer(MessageFrame reply) {
        if (attacker.take(reply)) {
            return;
        }
        long due = origin + ((long) reply.word(4) << 32 | reply.word(5) & 0xFFFF_FFFFL);
        answered++;
        if (due >= blockNs + SETTLE_NS) {
            blocks[block].recordValue(Math.max(1, System.nanoTime() - due));
        }
    }
}
