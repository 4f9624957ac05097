package dev.spine.perf.cluster;

import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.CrossbarWire;
import dev.spine.extension.experiment.ExchangeExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Cards with kernel and extension runtime at one crossbar, a node each, that exchange Active Messages on the modelled engine. To be used by
 * one thread; {@link #run} has others help it.
 */
public final class Cluster implements Exchange {
    /** When the exchange begins, nanoseconds: all extensions are loaded by then. */
    static final long BEGIN_NS = 500_000_000;
    private static final int BUFFERS = 64;
    /** Virtual time that an exchange may take when nobody says how much. */
    static final long MAX_NS = 3_600_000_000_000L;
    private static final int PACKET_BYTES = 256;
    private static final long CLOCK_HZ = 1_000_000_000;
    /** The crossbar is no processor: what its outputs do takes the time that the wire takes. */
    static final ProcessorSpec CROSSBAR = new ProcessorSpec("crossbar", CostTable.ofCycles(CLOCK_HZ, Map.of()));

    private final ClusterPlan plan;
    private final ModelledEngine engine;
    private final CrossbarWire wire;
    private final List<ClusterCard> cards = new ArrayList<>();

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
        this.engine = new ModelledEngine(profile, seed);
        List<Long> addresses = LongStream.range(0, plan.nodes()).map(node -> ExchangeExtension.FIRST_ADDRESS + node).boxed().toList();
        this.wire = new CrossbarWire("crossbar", addresses, profile.wire(), BUFFERS, PACKET_BYTES);
        byte[] image = PackagedExtension.image("exchange", ExchangeExtension.class);
        for (int i = 0; i < plan.nodes(); i++) {
            String path = String.format(Locale.ROOT, "node%04d", i);
            int port = i;
            engine.add(path + "/output", CROSSBAR, agent -> wire.output(port, agent));
            cards.add(new ClusterCard(engine, path, profile.iop(), wire, i, image, "node=" + i + "\nnodes=" + plan.nodes() + "\nmessages="
                + plan.messages() + "\nwindow=" + plan.window() + "\nstep=" + plan.step() + "\nbegin=" + BEGIN_NS));
        }
        engine.start();
        engine.advanceTo(BEGIN_NS - 1, 1);
        cards.forEach(ClusterCard::checkLoaded);
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
        long events = engine.eventNumber();
        long begin = engine.nowNs();
        while (engine.nowNs() < begin + mostNs && frames() < plan.allMessages()) {
            engine.advanceTo(engine.nowNs() + sliceNs, threads);
        }
        // The last frames are on their way to their handlers.
        engine.advanceTo(engine.nowNs() + sliceNs, threads);
        long delivered = cards.stream().mapToLong(card -> card.counter("received") + card.counter("answered")).sum();
        long sent = cards.stream().mapToLong(card -> card.counter("sent") + card.counter("received")).sum();
        return new Outcome(delivered, sent - delivered, engine.nowNs() - begin, engine.eventNumber() - events, engine.digest());
    }

    private long frames() {
        long frames = 0;
        for (WirePort port : wire.ports()) {
            frames += port.received().frames();
        }
        return frames;
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
            ClusterCard card = cards.get(node);
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
        return engine.conservation().verify();
    }

    /** {@return what executes it} */
    public ModelledEngine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
    }
}
