package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small system with everything that an engine offers: three sources send tokens, at random, to two relays, which move their payload to
 * the host by DMA and pass them on to a sink, which returns them to their sources. Sources have few tokens and ask to be woken.
 *
 * <p>Each agent records what it sends, per receiver and function; that trace is the same on every engine.
 */
public final class RelaySystem {
    private static final int SOURCES = 3;
    private static final int RELAYS = 2;
    private static final int TOKENS = 5;
    private static final int PAYLOAD = 256;

    private final Engine engine;
    private final int messages;
    private final Bus bus = new Bus(1 + RELAYS);
    private final Map<String, List<Integer>> traces = new TreeMap<>();
    private final List<DeliveryList<Parcel>> free = new ArrayList<>();
    /** One list per source and relay, and one per relay and the sink: one sender each. */
    private final List<List<DeliveryList<Parcel>>> posted = new ArrayList<>();
    private final List<DeliveryList<Parcel>> passed = new ArrayList<>();
    private final List<FunctionAgent> agents = new ArrayList<>();
    private int received;

    /** What travels. */
    private static final class Parcel {
        final int source;
        int relay;
        int value;

        Parcel(int source) {
            this.source = source;
        }
    }

    /** Builds the agents in the given order: 0 to 2 sources, 3 and 4 relays, 5 the sink. */
    public RelaySystem(Engine engine, int messages, int... order) {
        this.engine = engine;
        this.messages = messages;
        for (int source = 0; source < SOURCES; source++) {
            free.add(DeliveryList.singleProducer("free of source " + source, TOKENS));
            List<DeliveryList<Parcel>> lists = new ArrayList<>();
            for (int relay = 0; relay < RELAYS; relay++) {
                lists.add(DeliveryList.singleProducer("source " + source + " to relay " + relay, TOKENS));
            }
            posted.add(lists);
        }
        for (int relay = 0; relay < RELAYS; relay++) {
            passed.add(DeliveryList.singleProducer("relay " + relay + " to sink", SOURCES * TOKENS));
        }
        for (int number : order) {
            if (number < SOURCES) {
                agents.add(addSource(number));
            } else if (number < SOURCES + RELAYS) {
                agents.add(addRelay(number - SOURCES));
            } else {
                agents.add(addSink());
            }
        }
    }

    private List<Integer> trace(String sender, String receiver, String function) {
        return traces.computeIfAbsent(sender + " > " + receiver + " " + function, key -> new ArrayList<>());
    }

    private FunctionAgent addSource(int source) {
        DeliveryList<Parcel> own = free.get(source);
        for (int i = 0; i < TOKENS; i++) {
            own.offerOrThrow(new Parcel(source));
        }
        List<List<Integer>> sent = new ArrayList<>();
        for (int relay = 0; relay < RELAYS; relay++) {
            sent.add(trace("source " + source, "relay " + relay, "post"));
        }
        int[] next = new int[1];
        return engine.add("node0/source" + source, TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            int done = 0;
            while (done < limit && next[0] < messages) {
                Parcel parcel = own.poll();
                if (parcel == null) {
                    context.wakeMe(own);
                    return done;
                }
                parcel.relay = context.random().nextInt(RELAYS);
                parcel.value = next[0]++;
                context.charge(Op.BUILD_FRAME, 1 + context.random().nextInt(20));
                sent.get(parcel.relay).add(parcel.value);
                context.deliver(posted.get(source).get(parcel.relay), parcel, parcel.relay == 0 ? 0 : 300);
                done++;
            }
            return done;
        }));
    }

    private FunctionAgent addRelay(int relay) {
        BusAgent busAgent = new BusAgent(1 + relay, "iop" + (1 + relay));
        DmaEngine dma = new DmaEngine(bus, busAgent);
        Region own = bus.allocate("memory of relay " + relay, busAgent, Access.OWNER, PAYLOAD);
        Region host = bus.allocate("host memory for relay " + relay, BusAgent.host(), Access.READ_WRITE, PAYLOAD);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions of relay " + relay, SOURCES * TOKENS);
        List<Transfer> unused = new ArrayList<>();
        for (int i = 0; i < SOURCES * TOKENS; i++) {
            unused.add(new Transfer(2, completions));
        }
        List<List<Integer>> sent = new ArrayList<>();
        for (int source = 0; source < SOURCES; source++) {
            sent.add(trace("relay " + relay, "sink", "from source " + source));
        }
        return engine.add("node0/relay" + relay, TestProfile.PROCESSOR, context -> {
            context.consumes(completions);
            posted.forEach(lists -> context.consumes(lists.get(relay)));
            return new FunctionAgent(context, limit -> {
                int done = 0;
                for (Transfer ended = completions.poll(); ended != null; ended = done < limit ? completions.poll() : null) {
                    context.charge(Op.COMPLETE_TRANSFER);
                    Parcel parcel = (Parcel) ended.attachment();
                    if (parcel == null || ended.outcome() != Transfer.Outcome.DONE) {
                        throw new AssertionError(ended);
                    }
                    unused.add(ended);
                    sent.get(parcel.source).add(parcel.value);
                    context.deliver(passed.get(relay), parcel);
                    context.programmedIo(dma, BusAgent.host(), 64);
                    done++;
                }
                for (int source = 0; source < SOURCES && done < limit; source++) {
                    Parcel parcel = posted.get(source).get(relay).poll();
                    if (parcel != null) {
                        context.charge(Op.PARSE_FRAME);
                        Transfer transfer = unused.removeLast();
                        transfer.clear().add(own.base(), host.base(), PAYLOAD / 2);
                        transfer.add(own.base() + PAYLOAD / 2, host.base() + PAYLOAD / 2, PAYLOAD / 2);
                        transfer.attach(parcel);
                        context.submit(dma, transfer);
                        done++;
                    }
                }
                return done;
            });
        });
    }

    private FunctionAgent addSink() {
        List<List<List<Integer>>> sent = new ArrayList<>();
        for (int source = 0; source < SOURCES; source++) {
            List<List<Integer>> perRelay = new ArrayList<>();
            for (int relay = 0; relay < RELAYS; relay++) {
                perRelay.add(trace("sink", "source " + source, "through relay " + relay));
            }
            sent.add(perRelay);
        }
        return engine.add("node0/sink", TestProfile.PROCESSOR, context -> {
            passed.forEach(context::consumes);
            return new FunctionAgent(context, limit -> {
                int done = 0;
                for (int relay = 0; relay < RELAYS && done < limit; relay++) {
                    Parcel parcel = passed.get(relay).poll();
                    if (parcel != null) {
                        context.charge(Op.DISPATCH);
                        sent.get(parcel.source).get(parcel.relay).add(parcel.value);
                        received++;
                        context.deliver(free.get(parcel.source), parcel);
                        done++;
                    }
                }
                return done;
            });
        });
    }

    public boolean hasEnded() {
        return received == SOURCES * messages;
    }

    public FunctionAgent sink() {
        return agents.stream().filter(agent -> agent.roleName().equals("node0/sink")).findFirst().orElseThrow();
    }

    /** Runs to the end and returns the traces. */
    public Map<String, List<Integer>> run() {
        engine.start();
        engine.tasks(sink()).await("all parcels", this::hasEnded);
        engine.close();
        return traces;
    }

    public Bus bus() {
        return bus;
    }

    public Map<String, List<Integer>> traces() {
        return traces;
    }
}
