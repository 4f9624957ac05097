package dev.spine.perf.forward;

import java.util.List;
import java.util.Map;

/**
 * The longest burst of which one path loses nothing, for one workload.
 *
 * @param workload for example {@code "back-to-back-64"}
 * @param path one of {@link ForwardPlan#PATHS}
 * @param machine what it ran on
 * @param plan resolution and seed
 * @param frameBytes length of a frame with its checksum, on the average of a mix
 * @param framesPerSecond at which the frames of a burst come: the wire's rate; 0 when they are all there at once
 * @param most the longest burst that was tried
 * @param frames what each search has found; 0 when even one frame was lost
 */
record BurstResult(String workload, String path, ForwardMachine machine, SearchPlan plan, double frameBytes, long framesPerSecond,
    long most, List<Long> frames) {
    BurstResult {
        frames = List.copyOf(frames);
    }

    /** {@return frames of the longest burst, on the average of the searches} */
    double average() {
        return frames.stream().mapToLong(Long::longValue).average().orElse(0);
    }

    /** {@return whether no burst was too long} */
    boolean isEndless() {
        return frames.stream().allMatch(found -> found == most);
    }

    /** {@return the fields for machines} */
    Map<String, Object> json() {
        Map<String, Object> fields = machine.fields(workload, path, plan.seed());
        fields.put("frameBytes", frameBytes);
        fields.put("framesPerSecond", framesPerSecond);
        fields.put("frames", average());
        fields.put("searches", frames);
        fields.put("mostTried", most);
        fields.put("resolution", plan.resolution());
        return fields;
    }
}
