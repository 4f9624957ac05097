package dev.spine.perf.cluster;

import dev.spine.extension.experiment.ExchangeExtension;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;

/**
 * Cards with kernel and extension runtime at one crossbar, a node each, that exchange Active Messages on the modelled engine. To be used by
 * one thread; {@link #run} has others help it.
 */
public final class Cluster implements Exchange {
    /** Receive buffers of each card. */
    static final int BUFFERS = 64;
    /** Virtual time that an exchange may take when nobody says how much. */
    static final long MAX_NS = 3_600_000_000_000L;

    private final ClusterPlan plan;
    private final CardRow row;

    /**
     * What came of an exchange.
     *
     * @param delivered messages that reached their handlers: requests and answers
     * @param lost messages of which that is not so, wherever they were lost
     * @param modelledNs how long that took in virtual time
     * @param events how many events were executed for it
     * @param digest of the run so far
     */
    public record Outcome(long delivered, long lost, long modelledNs, long events, long digest) {}

    /**
     * Builds the cluster and loads its extensions; the exchange has not begun.
     *
     * @param plan what the nodes do
     * @param profile the machine of each node
     * @param seed from which all randomness is derived
     */
    public Cluster(ClusterPlan plan, MachineProfile profile, long seed) {
        this.plan = plan;
        this.row = new CardRow(plan.nodes(), BUFFERS, profile, seed, ExchangeExtension.class, node -> "node=" + node + "\nnodes="
            + plan.nodes() + "\nmessages=" + plan.messages() + "\nwindow=" + plan.window() + "\nstep=1\nbegin=" + CardRow.BEGIN_NS);
    }

    /**
     * Runs the exchange to its end, or to the end of a time.
     *
     * @param threads how many execute nodes
     * @param mostNs virtual time that it may take
     * @param sliceNs after how much virtual time it is looked whether it has ended
     * @return what came of it
     */
    public Outcome run(int threads, long mostNs, long sliceNs) {
        ModelledEngine engine = row.engine();
        long events = engine.eventNumber();
        long begin = engine.nowNs();
        while (engine.nowNs() < begin + mostNs && row.framesReceived() < plan.allMessages()) {
            engine.advanceTo(engine.nowNs() + sliceNs, threads);
        }
        // The last frames are on their way to their handlers.
        engine.advanceTo(engine.nowNs() + sliceNs, threads);
        long delivered = row.counted("received") + row.counted("answered");
        long sent = row.counted("sent") + row.counted("received");
        return new Outcome(delivered, sent - delivered, engine.nowNs() - begin, engine.eventNumber() - events, engine.digest());
    }

    @Override
    public Outcome runToEnd(int threads, long sliceNs) {
        return run(threads, MAX_NS, sliceNs);
    }

    @Override
    public void verify() {
        verifyConservation();
        if (!isComplete()) {
            throw new IllegalStateException("messages were lost");
        }
    }

    /** {@return whether every node was sent exactly the numbers that the plan says} */
    public boolean isComplete() {
        long[] expected = plan.expectedSums();
        for (int node = 0; node < plan.nodes(); node++) {
            ClusterCard card = row.card(node);
            if (card.counter("sum") != expected[node] || card.counter("answered") != plan.messages()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Holds the run so far to the laws of conservation. While nothing runs; not part of what is measured.
     *
     * @return how many laws were found to hold
     * @throws IllegalStateException when one does not hold, which is a defect of the model; the message says which
     */
    public int verifyConservation() {
        return row.engine().conservation().verify();
    }

    /** {@return what executes it} */
    public ModelledEngine engine() {
        return row.engine();
    }

    @Override
    public void close() {
        row.close();
    }
}
