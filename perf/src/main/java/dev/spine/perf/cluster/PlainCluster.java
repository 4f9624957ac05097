package dev.spine.perf.cluster;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The engine alone under the same exchange: each node is one agent that sends preallocated objects to all others in turn and returns
 * what it gets, a wire's latency each way.
 */
public final class PlainCluster implements Exchange {
    private final ModelledEngine engine;
    private final List<Station> stations = new ArrayList<>();
    /** Where each node takes from, apart from the nodes, in which their threads write. */
    private final List<DeliveryList<Token>> inboxes = new ArrayList<>();
    private final ClusterPlan plan;

    /** What travels, and comes back. */
    private static final class Token {
        final DeliveryList<Token> home;

        Token(DeliveryList<Token> home) {
            this.home = home;
        }
    }

    /** A node: sends while it has tokens at home. */
    private final class Station implements Agent {
        private final AgentContext context;
        private final int number;
        private final long latencyNs;
        private final DeliveryList<Token> inbox;
        private final DeliveryList<Token> home;
        private int sent;
        private long received;

        Station(AgentContext context, int number, long latencyNs) {
            this.context = context;
            this.number = number;
            this.latencyNs = latencyNs;
            inbox = DeliveryList.growing("inbox " + number, plan.window() * plan.nodes());
            home = DeliveryList.growing("home " + number, plan.window());
            inboxes.add(inbox);
            context.consumes(inbox);
            context.consumes(home);
            for (int i = 0; i < plan.window(); i++) {
                home.offerOrThrow(new Token(home));
            }
        }

        @Override
        public int doWork(int limit) {
            context.charge(Op.POLL);
            Token token = inbox.poll();
            if (token != null) {
                context.charge(Op.PARSE_FRAME);
                received++;
                context.deliver(token.home, token, latencyNs);
                return 1;
            }
            token = sent < plan.messages() ? home.poll() : null;
            if (token == null) {
                return 0;
            }
            context.charge(Op.BUILD_FRAME);
            context.deliver(inboxes.get(plan.target(number, sent++)), token, latencyNs);
            return 1;
        }

        @Override
        public String roleName() {
            return context.path();
        }
    }

    /**
     * Builds the nodes; nothing is sent yet.
     *
     * @param plan who sends how much to whom
     * @param profile whose processor and wire the nodes have
     * @param seed of the engine
     */
    public PlainCluster(ClusterPlan plan, MachineProfile profile, long seed) {
        this.plan = plan;
        this.engine = new ModelledEngine(profile, seed);
        long latencyNs = profile.wire().latencyNs();
        for (int i = 0; i < plan.nodes(); i++) {
            int number = i;
            stations.add(engine.add(String.format(Locale.ROOT, "node%04d/station", i), profile.iop(),
                context -> new Station(context, number, latencyNs)));
            stations.getFirst().context.meets(stations.get(i).context, "wire", latencyNs);
        }
        engine.start();
    }

    /** {@return what executes it} */
    public ModelledEngine engine() {
        return engine;
    }

    @Override
    public Cluster.Outcome runToEnd(int threads, long sliceNs) {
        while (!engine.isIdle()) {
            engine.advanceTo(engine.nowNs() + sliceNs, threads);
        }
        long received = stations.stream().mapToLong(station -> station.received).sum();
        long back = stations.stream().mapToLong(station -> (long) station.sent - plan.window() + station.home.size()).sum();
        return new Cluster.Outcome(received + back, plan.allMessages() - received - back, engine.nowNs(), engine.eventNumber(),
            engine.digest());
    }

    @Override
    public void verify() {
        engine.conservation().verify();
        for (Station station : stations) {
            if (station.sent != plan.messages() || station.home.size() != plan.window()) {
                throw new IllegalStateException("messages were lost: " + station.roleName() + " has sent " + station.sent + " of "
                    + plan.messages() + ", of which " + (plan.window() - station.home.size()) + " have not come back");
            }
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
