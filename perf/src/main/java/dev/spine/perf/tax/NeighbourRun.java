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
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One attack beside a neighbour: this thread is the host, which sends the neighbour a message every {@link #PERIOD_NS} whether or not the
 * last one was answered, and the attacker its messages in every other block. The card takes turns with it, or has a thread of its own.
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
    /** How often the host looks whether the attacker may have more messages, and asks to load him again: fifty times as many as a control socket takes of a user. */
    static final long ATTACK_NS = 100_000;

    /** Whose the attacker is. */
    private static final int ATTACKER = 1;
    private static final int FRAMES_OF_OTHERS = 48;
    private static final int MAX_LOST = 1 << 16;
    private static final long ASK_AGAIN_NS = 5_000_000;
    private static final long PATIENCE_NS = 10_000_000_000L;

    /**
     * What came of it.
     *
     * @param attack what was tried
     * @param layout of host and card
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
    record Result(Attack attack, BenchLayout layout, Histogram quiet, Histogram attacked, double[] ratios, long lost, long attacks,
        long reloads, long heldBack, long tookNs) {
        double median() {
            return ratios[ratios.length / 2];
        }
    }

    /** Where an attacker is that fails and is loaded again. */
    private enum Reload { RUNS, FAILED, UNLOADING, UNLOADED, LOADING }

    private final Attack attack;
    private final BenchLayout layout;
    private final BenchCard card = new BenchCard();
    private final byte[] attacker = PackagedExtension.image("attacker", AttackerExtension.class);
    private final Histogram[] blocks = {new Histogram(3), new Histogram(3)};
    private final Histogram[] totals = {new Histogram(3), new Histogram(3)};
    private final BenchCard.Answers answers = this::answer;
    private final int neighbour;
    private int attackerInstance;
    private Reload reload = Reload.RUNS;
    private int attackerSent;
    private int attackerAnswered;
    private long counted;
    private long sent;
    private long answered;
    private long attacks;
    private long reloads;
    private long heldBack;
    private long origin;
    private int block;

    NeighbourRun(Attack attack, BenchLayout layout) {
        this.attack = attack;
        this.layout = layout;
        card.listen(NeighbourExtension.ANSWERS);
        card.listen(AttackerExtension.ANSWERS);
        neighbour = card.load(PackagedExtension.image("neighbour", NeighbourExtension.class), "");
        attackerInstance = card.load(ATTACKER, attacker, "");
    }

    /** Runs so many pairs of blocks, after as many seconds of warming up. */
    Result run(int pairs, int warmUpPairs) throws InterruptedException {
        AtomicBoolean stopped = new AtomicBoolean(layout == BenchLayout.ONE_CORE);
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
        return new Result(attack, layout, totals[0], totals[1], sorted, sent - answered, attacks, reloads, heldBack, took);
    }

    private void block(int kind) {
        blocks[kind].reset();
        block = kind;
        long begin = System.nanoTime();
        counted = begin + SETTLE_NS;
        long nextDue = begin;
        long nextAttack = begin;
        long end = begin + BLOCK_NS;
        for (long now = begin; now < end; now = System.nanoTime()) {
            poll();
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
            poll();
        }
        if (kind == 1 && attack != Attack.NONE) {
            end();
        }
    }

    /** What the attacker was sent is handled, or he has failed and is not on his way. */
    private void end() {
        if (attack == Attack.FAILURE) {
            waitFor(() -> reload != Reload.UNLOADING && reload != Reload.LOADING, () -> { });
            return;
        }
        int target = attackerSent + 1;
        waitFor(() -> attackerAnswered >= target, () -> sendAttacker(AttackerExtension.NOTHING));
    }

    private void waitFor(BooleanSupplier condition, Runnable again) {
        long begin = System.nanoTime();
        long next = begin;
        while (!condition.getAsBoolean()) {
            long now = System.nanoTime();
            if (now >= next) {
                again.run();
                next = now + ASK_AGAIN_NS;
            }
            if (now - begin > PATIENCE_NS) {
                throw new IllegalStateException("the attacker has not answered for 10 seconds");
            }
            poll();
        }
    }

    private boolean sendAttacker(int order) {
        // What waits for the attacker keeps its frame: a host that serves several does not give all frames to one.
        boolean sent = card.freeFrames() > FRAMES_OF_OTHERS && card.small(attackerInstance, 1, order, attackerSent + 1);
        attackerSent += sent ? 1 : 0;
        return sent;
    }

    private void poll() {
        if (layout == BenchLayout.ONE_CORE) {
            card.cycle();
        }
        card.poll(answers);
    }

    private void attack() {
        if (attack == Attack.FAILURE) {
            if (reload == Reload.RUNS && card.small(attackerInstance, 1, attack.order(), 0)) {
                reload = Reload.FAILED;
                attacks++;
            }
            return;
        }
        while (attackerSent - attackerAnswered < attack.outstanding() && sendAttacker(attack.order())) {
            attacks++;
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
            if ((reply.transactionContext() >>> 16 & 0xFF) == AttackerExtension.ANSWERS) {
                attackerAnswered = reply.word(4);
                return;
            }
            long due = origin + ((long) reply.word(4) << 32 | reply.word(5) & 0xFFFF_FFFFL);
            answered++;
            if (due >= counted) {
                blocks[block].recordValue(Math.max(1, System.nanoTime() - due));
            }
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
