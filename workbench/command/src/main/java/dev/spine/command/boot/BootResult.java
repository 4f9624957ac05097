package dev.spine.command.boot;

import dev.spine.host.driver.ExternalConnection;
import dev.spine.host.driver.SystemReport;
import dev.spine.system.MemoryTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a boot showed. Any thread.
 *
 * @param system the system's name
 * @param engine {@code "live"} or {@code "modelled"}
 * @param firstMessageMs from the start of the process, launcher included, to the first message of the host, in milliseconds, exact to 20 ms
 *     on Linux; -1 on the modelled engine, whose clock is not the process's
 * @param report what the host learned
 * @param connections the external connections of each IOP, by its name
 * @param memory who holds what of each card's memory, by the IOP's name
 */
public record BootResult(String system, String engine, long firstMessageMs, SystemReport report,
    Map<String, List<ExternalConnection>> connections, Map<String, MemoryTable> memory) {
    /** Keeps its own maps. */
    public BootResult {
        connections = Map.copyOf(connections);
        memory = Map.copyOf(memory);
    }

    /**
     * {@return the external connections of an IOP}
     *
     * @param iop its name
     */
    public List<ExternalConnection> connectionsOf(String iop) {
        return connections.getOrDefault(iop, List.of());
    }

    /**
     * {@return who holds what of the memory of an IOP's card}
     *
     * @param iop its name
     */
    public MemoryTable memoryOf(String iop) {
        return Objects.requireNonNull(memory.get(iop));
    }
}
