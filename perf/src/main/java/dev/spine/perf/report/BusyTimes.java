package dev.spine.perf.report;

import dev.spine.iop.engine.ModelledEngine;
import dev.spine.iop.engine.ResourceUse;
import java.util.Map;
import java.util.TreeMap;

/** For how long buses and DMA engines of a modelled engine have worked so far. Read while the engine stands still. */
public final class BusyTimes {
    private static final double NS_PER_SECOND = 1e9;

    private final Map<String, Long> busyNs = new TreeMap<>();

    /**
     * A reading.
     *
     * @param engine is asked now
     */
    public BusyTimes(ModelledEngine engine) {
        for (ResourceUse use : engine.resourceUses()) {
            if (use.kind() != ResourceUse.Kind.PROCESSOR) {
                busyNs.put(use.name().substring(use.name().indexOf('/') + 1), use.busyNs());
            }
        }
    }

    /**
     * {@return which part of a time each resource has worked since an earlier reading: {@code bus}, {@code nic dma} and the like}
     *
     * @param earlier the earlier reading
     * @param seconds the time
     */
    public Map<String, Double> sharesSince(BusyTimes earlier, double seconds) {
        Map<String, Double> shares = new TreeMap<>();
        busyNs.forEach((name, ns) -> shares.put(name, (ns - earlier.busyNs.getOrDefault(name, 0L)) / NS_PER_SECOND / seconds));
        return shares;
    }
}
