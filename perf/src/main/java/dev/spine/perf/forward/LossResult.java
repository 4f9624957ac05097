package dev.spine.perf.forward;

import java.util.List;
import java.util.Map;

/**
 * The frame loss rates of one path for one workload.
 *
 * @param workload for example {@code "loss-64"}
 * @param path one of {@link ForwardPlan#PATHS}
 * @param machine what it ran on
 * @param plan trial length and seed
 * @param steps trials, the highest rate first
 */
record LossResult(String workload, String path, ForwardMachine machine, SearchPlan plan, List<LossRates.Step> steps) {
    LossResult {
        steps = List.copyOf(steps);
    }

    /** {@return the fields of each trial for machines} */
    List<Map<String, Object>> json() {
        return steps.stream().map(this::json).toList();
    }

    private Map<String, Object> json(LossRates.Step step) {
        Map<String, Object> fields = machine.fields(workload, path, plan.seed());
        fields.put("trialSeconds", plan.trialSeconds());
        fields.put("percent", step.percent());
        fields.put("framesPerSecond", step.framesPerSecond());
        fields.put("offered", step.offered());
        fields.put("lost", step.lost());
        fields.put("lossRate", step.rate());
        return fields;
    }
}
