package dev.spine.perf.plan;

import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.modelled.EngineObserver;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.report.MeasurementObserver;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the operations of each processor from the beginning of a pass on; looking for work that is not there is not counted. Called on the
 * thread that drives the engine.
 */
public final class WorkCounter implements EngineObserver, MeasurementObserver {
    private final Map<String, Map<Op, Long>> counts = new TreeMap<>();
    /** Of the agent whose clock runs; whether it is work is known at its end. */
    private final Map<Op, Long> pending = new EnumMap<>(Op.class);

    /** A counter of nothing so far. */
    public WorkCounter() {}

    @Override
    public void onEngine(ModelledEngine engine) {
        engine.observe(this);
    }

    @Override
    public void onBegin() {
        counts.clear();
    }

    @Override
    public void onBegin(String agent, long timePs) {
        pending.clear();
    }

    @Override
    public void onCharge(String agent, Op op, long times, long chargedPs) {
        pending.merge(op, times, Long::sum);
    }

    @Override
    public void onEnd(String agent, Work work, long fromPs, long toPs) {
        if (work != Work.IDLE_STEP) {
            Map<Op, Long> own = counts.computeIfAbsent(agent.substring(agent.indexOf('/') + 1), _ -> new EnumMap<>(Op.class));
            pending.forEach((op, times) -> own.merge(op, times, Long::sum));
        }
        pending.clear();
    }

    /** {@return operations by the agent's name within its node, {@code host} or that of an IOP} */
    public Map<String, Map<Op, Long>> counts() {
        return counts;
    }
}
