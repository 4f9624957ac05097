package dev.spine.perf.report;

import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.engine.modelled.ResourceUse;
import java.util.Map;
import java.util.TreeMap;

/** For how long buses and DMA engines of a modelled engine have worked so far. Read while the engine stands still. One thread at a time. */
public final class BusyTimes {
    private static final double NS_PER_SECOND = 1e9;

    private static final String CHANNEL = " channel ";

    private final Map<String, Long> busyNs = new TreeMap<>();
    /** Channels of a DMA engine, of which each can be busy all the time. */
    private final Map<String, Integer> channels = new TreeMap<>();

    /**
     * A reading.
     *
     * @param engine is asked now
     */
    public BusyTimes(ModelledEngine engine) {
        for (ResourceUse use : engine.resourceUses()) {
            if (use.kind() != ResourceUse.Kind.PROCESSOR) {
                String name = use.name().substring(use.name().indexOf('/') + 1);
                int channel = use.kind() == ResourceUse.Kind.DMA_CHANNEL ? name.indexOf(CHANNEL) : -1;
                String whole = channel < 0 ? name : name.substring(0, channel);
                busyNs.merge(whole, use.busyNs(), Long::sum);
                channels.merge(whole, 1, Integer::sum);
            }
        }
    }

    /**
     * {@return which part of a time each resource has worked since an earlier reading: {@code bus}, {@code nic dma} and the like; of a DMA
     * engine, its channels on average}
     *
     * @param earlier the earlier reading
     * @param seconds the time
     */
    public Map<String, Double> sharesSince(BusyTimes earlier, double seconds) {
        Map<String, Double> shares = new TreeMap<>();
        busyNs.forEach((name, ns) -> shares.put(name, (ns - earlier.busyNs.getOrDefault(name, 0L)) / NS_PER_SECOND / seconds
            / channels.getOrDefault(name, 1)));
        return shares;
    }
}
