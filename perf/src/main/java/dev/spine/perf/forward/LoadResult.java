package dev.spine.perf.forward;

import java.util.Map;

/**
 * What a load on the host's processor got beside one path.
 *
 * @param workload for example {@code "load-64"}
 * @param path one of {@link ForwardPlan#PATHS}, or {@code "alone"}
 * @param machine what it ran on
 * @param offered packets a second
 * @param delivered packets a second that arrived
 * @param unitsPerSecond computations a second; 0 on the modelled engine, where none runs
 * @param share of the processor, or of the load's progress alone, that is left, 0 to 1
 * @param wrong computations and packets that were not right
 * @param placed whether the operating system put the load where it belongs
 * @param seed of all randomness
 */
record LoadResult(String workload, String path, ForwardMachine machine, double offered, double delivered, double unitsPerSecond,
    double share, long wrong, boolean placed, long seed) {

    /** {@return the fields for machines} */
    Map<String, Object> json() {
        Map<String, Object> fields = machine.fields(workload, path, seed);
        fields.put("offered", offered);
        fields.put("delivered", delivered);
        fields.put("computationsPerSecond", unitsPerSecond);
        fields.put("share", share);
        fields.put("wrong", wrong);
        fields.put("placed", placed);
        fields.put("verified", wrong == 0);
        return fields;
    }
}
