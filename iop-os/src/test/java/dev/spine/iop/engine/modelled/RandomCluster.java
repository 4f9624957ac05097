package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.TestProfile;
import dev.spine.iop.engine.Timer;
import dev.spine.iop.engine.TimerList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of several agents with pipes between them, all drawn from a seed: who is joined to whom, latencies, tokens, loads. Agents begin
 * journeys by timers, and pass what arrives on to a pipe at random until it has made all its hops; some do so only after a transfer over
 * their node's bus. Each node keeps a log of what its agents did and when.
 */
final class RandomCluster {
    private static final int BYTES = 700;

    private final Map<String, StringBuilder> logs = new TreeMap<>();
    private final List<Relay> relays = new ArrayList<>();
    private final int journeys;

    /** What goes through a pipe; comes back to it. */
    private static final class Parcel {
        final Pipe pipe;
        int value;
        int hops;

        Parcel(Pipe pipe) {
            this.pipe = pipe;
        }

        @Override
        public String toString() {
            return value + "/" + hops;
        }
    }

    /** One direction from one agent to another one; between nodes it is a wire. */
    private static final class Pipe {
        final DeliveryList<Parcel> arrivals;
        final DeliveryList<Parcel> free;
        final long latencyNs;

        Pipe(String name, long latencyNs, int parcels) {
            this.latencyNs = latencyNs;
            arrivals = DeliveryList.singleProducer(name, parcels);
            free = DeliveryList.singleProducer(name + " free", parcels);
            for (int i = 0; i < parcels; i++) {
                free.offerOrThrow(new Parcel(this));
            }
        }
    }

    /** Builds a cluster in an engine that has not been started. */
    RandomCluster(ModelledEngine engine, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int nodes = 2 + random.nextInt(11);
        journeys = 5 + random.nextInt(40);
        for (int node = 0; node < nodes; node++) {
            String name = "node" + node;
            logs.put(name, new StringBuilder());
            Bus bus = new Bus(2);
            List<Relay> own = new ArrayList<>();
            int agents = 1 + random.nextInt(3);
            for (int agent = 0; agent < agents; agent++) {
                String path = name + "/relay" + agent;
                boolean mover = agent == 0 && random.nextBoolean();
                own.add(engine.add(path, TestProfile.PROCESSOR, context -> new Relay(context, log(name), mover ? new Mover(bus, context)
                    : null)));
            }
            relays.addAll(own);
        }
        int pipes = relays.size() + random.nextInt(3 * relays.size());
        for (int i = 0; i < pipes; i++) {
            // At least one way out of each agent.
            Relay from = relays.get(i < relays.size() ? i : random.nextInt(relays.size()));
            Relay to = relays.get(random.nextInt(relays.size()));
            Pipe pipe = new Pipe("pipe " + i, 300 + 100 * random.nextInt(20), 1 + random.nextInt(6));
            from.out.add(pipe);
            to.in.add(pipe);
            to.context.consumes(pipe.arrivals);
            from.context.takesBack(pipe.free, pipe.latencyNs);
            from.context.meets(to.context, "pipe " + i, pipe.latencyNs);
        }
    }

    private StringBuilder log(String node) {
        StringBuilder log = logs.get(node);
        if (log == null) {
            throw new AssertionError(node);
        }
        return log;
    }

    /** What the agents of each node did. */
    String traces() {
        StringBuilder all = new StringBuilder();
        logs.forEach((node, log) -> all.append(node).append('\n').append(log));
        return all.toString();
    }

    /** What agents counted. */
    List<String> counters() {
        return relays.stream().map(relay -> relay.context.path() + " begun " + relay.begun + " passed " + relay.passed + " ended "
            + relay.ended + " lost " + relay.lost).toList();
    }

    /** A card's part of a relay: moves bytes to the host before a parcel goes on. */
    private static final class Mover {
        final DmaEngine dma;
        final Region own;
        final Region host;
        final DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 64);
        final List<Transfer> unused = new ArrayList<>();

        Mover(Bus bus, AgentContext context) {
            BusAgent busAgent = new BusAgent(1, "card");
            dma = new DmaEngine(bus, busAgent);
            own = bus.allocate("card", busAgent, Access.OWNER, BYTES);
            host = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, BYTES);
            for (int i = 0; i < 4; i++) {
                unused.add(new Transfer(1, completions));
            }
            context.consumes(completions);
        }
    }

    private final class Relay implements Agent {
        private static final int MAX_HOPS = 12;

        final AgentContext context;
        final List<Pipe> out = new ArrayList<>();
        final List<Pipe> in = new ArrayList<>();
        private final StringBuilder log;
        private final @Nullable Mover mover;
        private final TimerList timers;
        private final Timer begin = new Timer("begin", this::begin);
        int begun;
        int passed;
        int ended;
        int lost;

        Relay(AgentContext context, StringBuilder log, @Nullable Mover mover) {
            this.context = context;
            this.log = log;
            this.mover = mover;
            this.timers = new TimerList(context, 1);
            timers.start(begin, 0);
        }

        private void begin() {
            passOn(begun++, context.random().nextInt(MAX_HOPS));
            if (begun < journeys) {
                timers.start(begin, context.random().nextInt(3000));
            }
        }

        private void passOn(int value, int hops) {
            Pipe pipe = out.get(context.random().nextInt(out.size()));
            Parcel parcel = pipe.free.poll();
            if (parcel == null) {
                lost++;
                note("lost", value);
                return;
            }
            context.charge(Op.BUILD_FRAME, 1 + context.random().nextInt(20));
            parcel.value = value;
            parcel.hops = hops;
            passed++;
            note("sent to " + pipe.arrivals.name(), value);
            context.deliver(pipe.arrivals, parcel, pipe.latencyNs + context.random().nextInt(2) * 100L);
        }

        private void note(String what, int value) {
            log.append(context.path()).append(' ').append(context.nowNs()).append(' ').append(what).append(' ').append(value).append('\n');
        }

        @Override
        public int doWork(int limit) {
            context.charge(Op.POLL);
            int done = timers.expire(limit);
            Transfer moved = mover != null && done < limit ? mover.completions.poll() : null;
            if (mover != null && moved != null) {
                mover.unused.add(moved);
                note("moved", moved.runs());
                passOn(moved.runs(), 0);
                done++;
            }
            for (int i = 0; i < in.size() && done < limit; i++) {
                Parcel parcel = in.get(i).arrivals.poll();
                if (parcel != null) {
                    take(parcel);
                    done++;
                }
            }
            timers.arm();
            return done;
        }

        private void take(Parcel parcel) {
            context.charge(Op.DISPATCH);
            int value = parcel.value;
            int hops = parcel.hops;
            note("got", value);
            context.deliver(parcel.pipe.free, parcel);
            if (hops == 0) {
                ended++;
            } else if (mover != null && !mover.unused.isEmpty() && context.random().nextInt(3) == 0) {
                Transfer transfer = mover.unused.removeLast();
                transfer.clear().add(mover.own.base(), mover.host.base(), 1 + context.random().nextInt(BYTES));
                context.submit(mover.dma, transfer);
                context.programmedIo(mover.dma, BusAgent.host(), 64);
            } else {
                passOn(value, hops - 1);
            }
        }

        @Override
        public String roleName() {
            return context.path();
        }
    }
}
