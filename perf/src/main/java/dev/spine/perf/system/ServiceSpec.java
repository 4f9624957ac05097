package dev.spine.perf.system;

import java.util.List;

/**
 * What a system offers to others while it runs.
 *
 * @param quota what each user may have
 * @param exports what it shows to others: disks, network cards
 * @param outline what the file says apart from quotas and extensions, without places: what cannot change while the system runs
 */
public record ServiceSpec(QuotaSpec quota, List<ExportSpec> exports, String outline) {
    /** Nothing but standard quotas. */
    public static final ServiceSpec STANDARD = new ServiceSpec(QuotaSpec.STANDARD, List.of(), "");

    /** Keeps its own list. */
    public ServiceSpec {
        exports = List.copyOf(exports);
    }

    /**
     * {@return the exports of a kind, in order}
     *
     * @param <E> the kind
     * @param kind the kind
     */
    public <E extends ExportSpec> List<E> exports(Class<E> kind) {
        return exports.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
