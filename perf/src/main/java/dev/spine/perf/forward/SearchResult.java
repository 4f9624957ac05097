package dev.spine.perf.forward;

import dev.spine.perf.report.ComparisonRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The highest rate without loss of one path for one workload.
 *
 * @param workload for example {@code "search-64"}
 * @param path one of {@link ForwardPlan#PATHS}
 * @param machine what it ran on
 * @param frameBytes length of a frame with its checksum, on the average of a mix
 * @param framesPerSecond the rate that was held; 0 when none was
 * @param wireFramesPerSecond what the wire carries of such frames; 0 when it has no rate
 * @param fastest what the closed loop reached, with which the search began
 * @param trials trials made, repeated ones included
 * @param repeats trials that repeated one that had failed
 * @param plan trial length, resolution and seed
 * @param latency at the rate that was held
 * @param verified whether every packet of a lap was as the independent reference says
 */
record SearchResult(String workload, String path, ForwardMachine machine, double frameBytes, long framesPerSecond,
    double wireFramesPerSecond, double fastest, int trials, int repeats, SearchPlan plan, ComparisonRecord.Latency latency,
    boolean verified) {

    /** {@return bits of frames a second, with checksums and without the gaps of a wire} */
    double bitsPerSecond() {
        return framesPerSecond * frameBytes * Byte.SIZE;
    }

    /** {@return the fields for machines} */
    Map<String, Object> json() {
        Map<String, Object> fields = machine.fields(workload, path, plan.seed());
        fields.put("frameBytes", frameBytes);
        fields.put("framesPerSecond", framesPerSecond);
        fields.put("bitsPerSecond", bitsPerSecond());
        fields.put("wireFramesPerSecond", wireFramesPerSecond);
        fields.put("closedLoopFramesPerSecond", fastest);
        fields.put("trialSeconds", plan.trialSeconds());
        fields.put("resolution", plan.resolution());
        fields.put("trials", trials);
        fields.put("repeatedTrials", repeats);
        Map<String, Object> latencies = new LinkedHashMap<>();
        latencies.put("p50", latency.p50());
        latencies.put("p99", latency.p99());
        latencies.put("max", latency.max());
        latencies.put("lost", latency.lost());
        fields.put("latencyNs", latencies);
        fields.put("verified", verified);
        return fields;
    }
}
