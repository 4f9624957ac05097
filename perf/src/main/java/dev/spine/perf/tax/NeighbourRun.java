package dev.spine.perf.tax;

import dev.spine.extension.bench.AttackerExtension;
import dev.spine.extension.bench.NeighbourExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * One attack beside a neighbour: the card runs on a thread of its own, and this thread is the host, which sends the neighbour a message
 * every {@link #PERIOD_NS} whether or not the last one was answered, and the attacker its messages in every other block.
 *
 * <p>A latency is from the time at which a message was due to its answer. Blocks alternate without and with the attack; the first
 * {@link #SETTLE_NS} of each do not count, so that what one block leaves behind is not held against the next.
 */
final class NeighbourRun {
    /** How long a block is. */
    static final long BLOCK_NS = 100_000_000;
    /** What is left out at the beginning of a block. */
    static final long SETTLE_NS = 5_000_000;
    /** The neighbour's messages. */
    static final long PERIOD_NS = 50_000;
    /** The attacker's messages, a few at a time, and his requests to load: fifty times as many as a control socket takes of a user. */
    static final long ATTACK_NS = 100_000;

    /** Whose the attacker is. */
    private static final int ATTACKER = 1;
    private static final int FRAMES_OF_OTHERS = 48;
    private static final int MAX_LOST = 1 << 16;

    /**
     * What came of it.
     *
     * @param attack what was tried
     * @param quiet latencies without the attack, nanoseconds
     * @param attacked latencies with it
     * @param ratios of the 99th percentiles of neighbouring blocks, sorted
     * @param lost messages of the neighbour without an answer
     * @param attacks messages of the attacker that the card took
     * @param reloads how often the attacker was loaded again
     * @param heldBack how often that was refused, because it fails too fast
     * @param tookNs how long the pairs have taken
     */
    @SuppressWarnings("ArrayRecordComponent") // a result is passed around, never compared
    record Result(Attack attack, Histogram quiet, Histogram attacked, double[] ratios, long lost, long attacks, long reloads,
        long heldBack, long tookNs) {
        double median() {
            return ratios[ratios.length / 2];
        }
    }

    /** Where an attacker is that fails and is loaded again. */
    private enum Reload { RUNS, FAILED, UNLOADING, UNLOADED, LOADING }

    private final Attack attack;
    private final BenchCard card = new BenchCard();
    private final byte[] attacker = PackagedExtension.image("attacker", AttackerExtension.class);
    private final Histogram[] blocks = {new Histogram(3), new Histogram(3)};
    private final Histogram[] totals = {new Histogram(3), new Histogram(3)};
    private final int neighbour;
    private int attackerInstance;
    private Reload reload = Reload.RUNS;
    private long sent;
    private long answered;
    private long attacks;
    private long reloads;
    private long heldBack;
    private long origin;
    private int block;

    NeighbourRun(Attack attack) {
        this.attack = attack;
        card.listen(NeighbourExtension.ANSWERS);
        neighbour = card.load(PackagedExtension.image("neighbour", NeighbourExtension.class), "");
        attackerInstance = card.load(ATTACKER, attacker, "");
    }

    /** Runs so many pairs of blocks, after as many seconds of warming up. */
    Result run(int pairs, int warmUpPairs) throws InterruptedException {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread processor = Thread.ofPlatform().daemon().name("card").start(() -> {
            while (!stopped.get()) {
                if (card.cycle() == 0) {
                    Thread.onSpinWait();
                }
            }
        });
        List<Double> ratios = new ArrayList<>();
        origin = System.nanoTime();
        long begin = origin;
        for (int pair = 0; pair < warmUpPairs + pairs; pair++) {
            for (int kind = 0; kind < 2; kind++) {
                block(kind);
            }
            if (pair == warmUpPairs - 1) {
                reloads = 0;
                heldBack = 0;
                begin = System.nanoTime();
            }
            if (pair >= warmUpPairs) {
                ratios.add((double) blocks[1].getValueAtPercentile(99) / blocks[0].getValueAtPercentile(99));
                totals[0].add(blocks[0]);
                totals[1].add(blocks[1]);
            }
        }
        long took = System.nanoTime() - begin;
        stopped.set(true);
        processor.join();
        double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new Result(attack, totals[0], totals[1], sorted, sent - answered, attacks, reloads, heldBack, took);
    }

    private void block(int kind) {
        blocks[kind].reset();
        block = kind;
        long begin = System.nanoTime();
        long nextDue = begin;
        long nextAttack = begin;
        long end = begin + BLOCK_NS;
        for (long now = begin; now < end; now = System.nanoTime()) {
            card.poll(this::answer);
            if (now >= nextDue && card.small(neighbour, 1, (int) ((nextDue - origin) >>> 32), (int) (nextDue - origin))) {
                sent++;
                nextDue += PERIOD_NS;
            }
            if (kind == 1 && now >= nextAttack) {
                loadAgain();
                attack();
                nextAttack = now + ATTACK_NS;
            }
        }
        // What is on its way belongs to this block.
        long limit = System.nanoTime() + BLOCK_NS;
        while (answered < sent && sent - answered < MAX_LOST && System.nanoTime() < limit) {
            card.poll(this::answer);
        }
    }

    private void attack() {
        if (attack == Attack.FAILURE) {
            if (reload == Reload.RUNS && card.small(attackerInstance, 1, attack.order(), 0)) {
                reload = Reload.FAILED;
                attacks++;
            }
            return;
        }
        for (int i = 0; i < attack.perBurst() && card.freeFrames() > FRAMES_OF_OTHERS; i++) {
            // What waits for the attacker keeps its frame: a host that serves several does not give all frames to one.
            attacks += card.small(attackerInstance, 1, attack.order(), 0) ? 1 : 0;
        }
    }

    private void loadAgain() {
        if (reload == Reload.FAILED && card.beginUnload(attackerInstance)) {
            reload = Reload.UNLOADING;
        } else if (reload == Reload.UNLOADED && card.beginLoad(ATTACKER, attacker, "")) {
            reload = Reload.LOADING;
        }
    }

    private void answer(MessageFrame reply) {
        if (reply.function() == Function.SMALL_MESSAGE) {
            long due = origin + ((long) reply.word(4) << 32 | reply.word(5) & 0xFFFF_FFFFL);
            answered++;
            blocks[block].recordValue(Math.max(1, System.nanoTime() - due));
        } else if (reply.initiatorContext() == BenchCard.UNLOADED) {
            reload = Reload.UNLOADED;
        } else if (reply.initiatorContext() == BenchCard.LOADED) {
            attackerInstance = reply.requestStatus() == 0 ? reply.word(5) : attackerInstance;
            reload = reply.requestStatus() == 0 ? Reload.RUNS : Reload.UNLOADED;
            reloads += reply.requestStatus() == 0 ? 1 : 0;
            heldBack += reply.requestStatus() == 0 ? 0 : 1;
        }
    }
}
