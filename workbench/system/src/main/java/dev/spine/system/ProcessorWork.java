package dev.spine.system;

import dev.spine.iop.engine.AgentMeter;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reading of how much the processors of a system have worked so far: the host's, and that of each IOP by its name.
 *
 * @param meters by the name of the bus agent
 */
public record ProcessorWork(Map<String, AgentMeter> meters) {
    /** The host among the bus agents. */
    public static final String HOST = "host";

    /**
     * {@return a reading}
     *
     * @param system is asked now
     */
    public static ProcessorWork of(SpineSystem system) {
        Map<String, AgentMeter> meters = new TreeMap<>();
        meters.put(HOST, system.engine().meter(system.host()));
        system.iops().forEach((name, iop) -> meters.put(name, system.engine().meter(iop)));
        return new ProcessorWork(meters);
    }

    /**
     * {@return seconds of work since an earlier reading, by bus agent}
     *
     * @param earlier the earlier reading of the same system
     */
    public Map<String, Double> secondsSince(ProcessorWork earlier) {
        Map<String, Double> seconds = new TreeMap<>();
        meters.forEach((busAgent, meter) -> {
            AgentMeter before = earlier.meters.get(busAgent);
            seconds.put(busAgent, (before == null ? meter : meter.since(before)).processorSeconds());
        });
        return seconds;
    }
}
