package dev.spine.perf.reproduce;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much a bus carries for cards at gigabit Ethernet: each gets a frame of 1,514 bytes every 12.304 us and moves it to another card, or
 * to the host's memory, from which the other card fetches it. What finds no room on its card is lost.
 */
final class BusSaturation {
    /** Bytes of the largest frame without its check sequence. */
    static final int FRAME_BYTES = 1_514;
    /** From one frame to the next at 1 Gbit/s: 1,538 bytes with check sequence, preamble and gap. */
    static final long FRAME_NS = 12_304;
    private static final long RUN_NS = 20_000_000;
    private static final double PICOSECONDS_PER_SECOND = 1e12;
    private static final long PICOSECONDS_PER_NS = 1_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double MEGA = 1e6;

    private BusSaturation() {}

    /** Which way frames go. */
    enum Way {
        /** From card to card: over the bus once. */
        DIRECT,
        /** Into the host's memory and out of it: twice. */
        THROUGH_HOST
    }

    /**
     * {@return megabytes per second that arrive}
     *
     * @param profile reference of the machine's profile
     * @param senders how many cards send, each to a card of its own, at least 1
     * @param way which way
     * @param seed of the engine
     */
    static double rate(String profile, int senders, Way way, long seed) {
        MachineProfile machine = ProfileFile.find(profile);
        try (ModelledEngine engine = new ModelledEngine(machine, seed)) {
            NodeBuilder node = new NodeBuilder(engine, "node0", 2 * senders);
            Region host = node.bus().allocate("host memory", BusAgent.host(), Access.READ_WRITE,
                (long) senders * FrameLoad.BUFFERS * FrameLoad.SLOT_BYTES);
            List<FrameReceiver> receivers = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                receivers.add(add(node, machine, host, i, way));
            }
            engine.start();
            engine.advanceTo(RUN_NS);
            engine.conservation().verify();
            long frames = receivers.stream().mapToLong(FrameReceiver::frames).sum();
            return frames * (double) FRAME_BYTES / (RUN_NS / NS_PER_SECOND) / MEGA;
        }
    }

    private static FrameReceiver add(NodeBuilder node, MachineProfile machine, Region host, int pair, Way way) {
        Bus bus = node.bus();
        BusAgent from = node.busAgent("from" + pair);
        BusAgent to = node.busAgent("to" + pair);
        Region source = bus.allocate(from.name(), from, Access.READ, FrameLoad.BUFFERS * FrameLoad.SLOT_BYTES);
        Region end = bus.allocate(to.name(), to, Access.READ_WRITE, FrameLoad.BUFFERS * FrameLoad.SLOT_BYTES);
        DeliveryList<Integer> arrived = DeliveryList.singleProducer(to.name() + " frames", FrameLoad.BUFFERS);
        DeliveryList<Integer> free = DeliveryList.singleProducer(from.name() + " free buffers", FrameLoad.BUFFERS);
        long target = way == Way.DIRECT ? end.base() : host.base() + (long) pair * FrameLoad.BUFFERS * FrameLoad.SLOT_BYTES;
        node.agent(from.name(), machine.iop(), context -> new FrameLoad(context, new DmaEngine(bus, from), source.base(),
            target, arrived, free));
        return node.agent(to.name(), machine.iop(), context -> new FrameReceiver(context, new DmaEngine(bus, to),
            way == Way.DIRECT ? FrameReceiver.IN_PLACE : target, end.base(), arrived, free));
    }

    /**
     * {@return megabytes per second by hand: what is offered, or what the senders' DMA engines move alone, each after its set-up, or what a
     * bus carries whose every cycle is used; whichever is least}
     *
     * @param profile reference of the machine's profile
     * @param senders how many
     * @param way which way
     */
    static double closedForm(String profile, int senders, Way way) {
        double offered = senders * FRAME_BYTES * NS_PER_SECOND / FRAME_NS;
        MachineProfile machine = ProfileFile.find(profile);
        long chunkPs = machine.bus().chunkPs(FRAME_BYTES);
        long setupPs = machine.dma().setupNs() * PICOSECONDS_PER_NS;
        double ofEngines = senders * FRAME_BYTES * PICOSECONDS_PER_SECOND / (setupPs + chunkPs);
        double ofBus = FRAME_BYTES * PICOSECONDS_PER_SECOND / chunkPs / (way == Way.DIRECT ? 1 : 2);
        return Math.min(offered, Math.min(ofEngines, ofBus)) / MEGA;
    }

    /**
     * {@return a line with what arrives for each number of senders, and by hand}
     *
     * @param title of the bus
     * @param profile reference of the machine's profile
     * @param most senders
     * @param seed of the engines
     */
    static String line(String title, String profile, int most, long seed) {
        List<String> points = new ArrayList<>();
        for (int senders = 1; senders <= most; senders++) {
            points.add(String.format(Locale.ROOT, "%d: %.0f (%.0f)", senders, rate(profile, senders, Way.DIRECT, seed),
                closedForm(profile, senders, Way.DIRECT)));
        }
        return title + ", MB/s by gigabit senders (by hand): " + String.join(", ", points);
    }
}
