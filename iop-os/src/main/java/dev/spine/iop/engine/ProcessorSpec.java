package dev.spine.iop.engine;

import java.util.Map;

/**
 * The processor that runs an agent.
 *
 * @param name for tables, for example {@code "LANai 4.1, 33 MHz"}
 * @param costs what operations cost on it; used by the modelled engine only
 */
public record ProcessorSpec(String name, CostTable costs) {
    /** For the live engine, where this machine's own processor does the work and nothing is charged. */
    public static final ProcessorSpec THIS_MACHINE = new ProcessorSpec("this machine", CostTable.ofCycles(1, Map.of()));
}
