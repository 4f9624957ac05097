package dev.spine.perf.reproduce;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;

/**
 * A host that reads a register of a card over and over, alone on the bus: its processor's meter tells how many cycles one read takes.
 * One thread.
 */
final class RegisterReads {
    private static final int READS = 1_000;
    private static final int REGISTER_BYTES = 4;
    private static final long STEP_NS = 1_000_000;

    private RegisterReads() {}

    /** {@return cycles of the host's processor from one read to the next, what it does between them left out} */
    static double cycles(String reference, long seed) {
        Profile profile = ProfileFile.load(reference);
        double clock = profile.number(ProfileKey.named("host.clock-hz").orElseThrow());
        // Steps without a read tell what is not the read's.
        return (seconds(profile.machine(), seed, 1) - seconds(profile.machine(), seed, 0)) * clock / READS;
    }

    private static double seconds(MachineProfile machine, long seed, int readsOfStep) {
        try (ModelledEngine engine = new ModelledEngine(machine, seed)) {
            NodeBuilder node = new NodeBuilder(engine, "node0", 1);
            BusAgent card = node.busAgent("card");
            node.bus().allocate("registers", card, Access.READ_WRITE, REGISTER_BYTES);
            Reader reader = node.agent("host", machine.host(), context -> new Reader(context, node.bus(), card, readsOfStep));
            engine.start();
            while (reader.steps < READS) {
                engine.advanceTo(engine.nowNs() + STEP_NS);
            }
            engine.conservation().verify();
            return engine.meter(reader).processorSeconds();
        }
    }

    private static final class Reader implements Agent {
        private final AgentContext context;
        private final DmaEngine host;
        private final BusAgent card;
        private final int readsOfStep;
        private int steps;

        private Reader(AgentContext context, Bus bus, BusAgent card, int readsOfStep) {
            this.context = context;
            this.host = new DmaEngine(bus, BusAgent.host());
            this.card = card;
            this.readsOfStep = readsOfStep;
        }

        @Override
        public int doWork(int limit) {
            if (steps == READS) {
                return 0;
            }
            steps++;
            context.charge(Op.POLL);
            for (int i = 0; i < readsOfStep; i++) {
                context.charge(Op.REGISTER_READ);
                context.programmedIo(host, card, REGISTER_BYTES);
            }
            return 1;
        }

        @Override
        public String roleName() {
            return context.path();
        }
    }
}
