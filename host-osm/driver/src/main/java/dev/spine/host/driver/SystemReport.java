package dev.spine.host.driver;

import dev.spine.i2o.table.SystemTable;
import java.util.List;

/**
 * What became of a boot.
 *
 * @param table the system table that all working IOPs have
 * @param iops the IOPs in operation
 * @param failures the IOPs that did not come into operation, and why
 * @param bootNs how long it took, on the engine's clock
 */
public record SystemReport(SystemTable table, List<IopReport> iops, List<Failure> failures, long bootNs) {
    /** Copies the lists. */
    public SystemReport {
        iops = List.copyOf(iops);
        failures = List.copyOf(failures);
    }

    /**
     * An IOP that did not come into operation.
     *
     * @param name the IOP's name in the system file
     * @param reason in words for people
     */
    public record Failure(String name, String reason) {}
}
