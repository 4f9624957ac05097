package dev.spine.host.driver;

import dev.spine.i2o.table.SystemTable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of a boot. Immutable; any thread.
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
     * {@return this report, for callers that need every IOP}
     *
     * @throws HostException when an IOP did not come into operation; the message is one line that names each and says why
     */
    public SystemReport orThrow() {
        if (!failures.isEmpty()) {
            throw new HostException("of " + (iops.size() + failures.size()) + " IOPs these did not come into operation: "
                + failures.stream().map(failure -> failure.name() + " (" + failure.reason() + ")").collect(Collectors.joining(", ")));
        }
        return this;
    }

    /**
     * An IOP that did not come into operation.
     *
     * @param name the IOP's name in the system file
     * @param reason in words for people
     */
    public record Failure(String name, String reason) {}
}
