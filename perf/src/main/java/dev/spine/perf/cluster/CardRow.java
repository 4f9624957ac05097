package dev.spine.perf.cluster;

import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.CrossbarWire;
import dev.spine.extension.api.Extension;
import dev.spine.extension.experiment.ExchangeExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.Opened;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Cards at one crossbar, a node each, with the same extension on all of them, loaded when the constructor returns; the time is just before
 * {@link #BEGIN_NS}. To be used by one thread.
 */
final class CardRow implements AutoCloseable {
    /** When the extensions begin, nanoseconds: all are loaded by then. */
    static final long BEGIN_NS = 500_000_000;
    private static final int PACKET_BYTES = 256;
    private static final long CLOCK_HZ = 1_000_000_000;
    /** The crossbar is no processor: what its outputs do takes the time that the wire takes. */
    static final ProcessorSpec CROSSBAR = new ProcessorSpec("crossbar", CostTable.ofCycles(CLOCK_HZ, Map.of()));

    private final ModelledEngine engine;
    private final CrossbarWire wire;
    private final List<ClusterCard> cards = new ArrayList<>();
    private final Opened opened;

    /**
     * Builds the cards and loads the extension.
     *
     * @param nodes how many
     * @param buffers receive buffers of each, and for frames that are under way from each
     * @param profile the machine of each node
     * @param seed of the engine
     * @param extension what is loaded
     * @param parameters of the extension on each node, {@code name=value} a line
     */
    CardRow(int nodes, int buffers, MachineProfile profile, long seed, Class<? extends Extension> extension,
        IntFunction<String> parameters) {
        this.engine = new ModelledEngine(profile, seed);
        List<Long> addresses = LongStream.range(0, nodes).map(node -> ExchangeExtension.FIRST_ADDRESS + node).boxed().toList();
        this.wire = new CrossbarWire("crossbar", addresses, profile.wire(), buffers, PACKET_BYTES);
        byte[] image = PackagedExtension.image("exchange", extension);
        for (int i = 0; i < nodes; i++) {
            String path = String.format(Locale.ROOT, "node%04d", i);
            int port = i;
            engine.add(path + "/output", CROSSBAR, agent -> wire.output(port, agent));
            cards.add(new ClusterCard(engine, path, profile.iop(), wire, i, image, parameters.apply(i)));
        }
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            engine.start();
            engine.advanceTo(BEGIN_NS - 1, 1);
            cards.forEach(ClusterCard::checkLoaded);
            opened = starting.handOver();
        }
    }

    ModelledEngine engine() {
        return engine;
    }

    ClusterCard card(int node) {
        return cards.get(node);
    }

    /** A sum over all cards. */
    long sum(ToLongFunction<ClusterCard> of) {
        return cards.stream().mapToLong(of).sum();
    }

    /** The sum of a counter of the extensions. */
    long counted(String counter) {
        return sum(card -> card.counter(counter));
    }

    /** Frames that the wire has placed in receive buffers. */
    long framesReceived() {
        return framesOf(WirePort::received, WireCounters::frames);
    }

    /** A sum over one direction of all ports. */
    long framesOf(Function<WirePort, WireCounters> direction, ToLongFunction<WireCounters> count) {
        long frames = 0;
        for (WirePort port : wire.ports()) {
            frames += count.applyAsLong(direction.apply(port));
        }
        return frames;
    }

    @Override
    public void close() {
        opened.close();
    }
}
