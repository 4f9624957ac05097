package dev.spine.perf.system;

import java.util.List;

/**
 * What a system offers to others while it runs.
 *
 * @param quota what each user may have
 * @param exports where its disks are served
 * @param outline what the file says apart from quotas and extensions, without places: what cannot change while the system runs
 */
public record ServiceSpec(QuotaSpec quota, List<ExportSpec> exports, String outline) {
    /** Nothing but standard quotas. */
    public static final ServiceSpec STANDARD = new ServiceSpec(QuotaSpec.STANDARD, List.of(), "");

    /** Keeps its own list. */
    public ServiceSpec {
        exports = List.copyOf(exports);
    }
}
