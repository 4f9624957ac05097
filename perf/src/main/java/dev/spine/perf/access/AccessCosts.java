package dev.spine.perf.access;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.perf.latency.ReachedByProgram;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What it costs to reach the parts of a machine, from its card's processor and from its host's: each thing is done many times on the
 * modelled engine, with nothing else running, and meters and clocks tell what it took. One thread.
 */
public final class AccessCosts {
    private static final int TIMES = 1_000;
    private static final long SLICE_NS = 1_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private AccessCosts() {}

    /**
     * {@return the costs: first what processors reach by themselves, then what a program of the card reaches, and a program of the host by
     * asking the card}
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     * @throws dev.spine.system.file.SystemFileException for anything that is wrong with the profile
     * @throws IllegalStateException when a law of conservation does not hold, which is a defect of the model
     */
    public static List<AccessCost> of(String reference, long seed) {
        Profile profile = ProfileFile.load(reference);
        MachineProfile machine = profile.machine();
        double cardHz = profile.number(ProfileKey.named("iop.clock-hz").orElseThrow());
        double hostHz = profile.number(ProfileKey.named("host.clock-hz").orElseThrow());
        List<AccessCost> costs = new ArrayList<>();
        BusAgent card = new BusAgent(1, "card");
        for (AccessReach reach : AccessReach.values()) {
            if (reach != AccessReach.NOTHING) {
                costs.add(cost(reach.title(), ns(machine, machine.iop(), card, BusAgent.host(), reach, seed), cardHz,
                    ns(machine, machine.host(), BusAgent.host(), card, reach, seed), hostHz));
            }
        }
        for (ReachedByProgram.Place place : ReachedByProgram.of(reference, seed)) {
            costs.add(cost(place.title(), place.cardNs(), cardHz, place.hostNs(), hostHz));
        }
        return costs;
    }

    private static AccessCost cost(String place, double cardNs, double cardHz, double hostNs, double hostHz) {
        return new AccessCost(place, cardNs, cardNs * cardHz / NS_PER_SECOND, hostNs, hostNs * hostHz / NS_PER_SECOND);
    }

    private static double ns(MachineProfile machine, ProcessorSpec processor, BusAgent own, BusAgent other, AccessReach reach, long seed) {
        if (reach.isWaitedFor()) {
            return run(machine, processor, own, other, reach, seed).waited / TIMES;
        }
        // The same number of steps that reach nothing tell what is not the reaching's.
        double nothing = run(machine, processor, own, other, AccessReach.NOTHING, seed).busy;
        return (run(machine, processor, own, other, reach, seed).busy - nothing) / TIMES;
    }

    /** Nanoseconds of the processor, and until all had happened. */
    private record Taken(double busy, double waited) {}

    private static Taken run(MachineProfile machine, ProcessorSpec processor, BusAgent own, BusAgent other, AccessReach reach, long seed) {
        try (ModelledEngine engine = new ModelledEngine(machine, seed)) {
            NodeBuilder node = new NodeBuilder(engine, "node0", 1);
            Bus bus = node.bus();
            Region near = bus.allocate("near", own, Access.READ_WRITE, Long.BYTES);
            Region far = bus.allocate("far", other, Access.READ_WRITE, Long.BYTES);
            ReachingAgent agent = node.agent(own.name(), processor,
                context -> new ReachingAgent(context, new DmaEngine(bus, own), other, reach, near.base(), far.base(), TIMES));
            engine.start();
            while (!agent.hasEnded()) {
                engine.advanceTo(engine.nowNs() + SLICE_NS);
            }
            engine.conservation().verify();
            return new Taken(engine.meter(agent).processorSeconds() * NS_PER_SECOND, agent.waitedNs());
        }
    }
}
