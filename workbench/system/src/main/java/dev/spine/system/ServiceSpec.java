package dev.spine.system;

import java.util.List;

/**
 * What a system offers to others while it runs. Any thread.
 *
 * @param quota what each user may have
 * @param exports what it shows to others: disks, network cards
 * @param networkServices those beside the router of its cards, in the order in which packets come to them
 * @param activationLimitMs how many milliseconds code of an extension may take before it is stopped and its card given up
 * @param outline what the file says apart from quotas, extensions and network services, without places: what cannot change while the system
 *     runs
 */
public record ServiceSpec(QuotaSpec quota, List<ExportSpec> exports, List<NetworkService> networkServices,
    int activationLimitMs, String outline) {
    /** How many milliseconds code of an extension may take unless a file says otherwise. */
    public static final int ACTIVATION_LIMIT_MS = 5_000;
    /** Nothing but standard quotas. */
    public static final ServiceSpec STANDARD = new ServiceSpec(QuotaSpec.STANDARD, List.of(), List.of(), ACTIVATION_LIMIT_MS, "");

    /** Keeps its own lists. */
    public ServiceSpec {
        exports = List.copyOf(exports);
        networkServices = List.copyOf(networkServices);
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
