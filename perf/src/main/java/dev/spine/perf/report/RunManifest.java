package dev.spine.perf.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where figures come from: command, commit, JDK, processor, calibration, modelled machine. Written beside every set of records. Any thread.
 *
 * @param entries label to value, in order
 */
public record RunManifest(Map<String, String> entries) {
    /** Keeps its own map. */
    public RunManifest {
        entries = new LinkedHashMap<>(entries);
    }

    /** {@return a line for each entry} */
    public String lines() {
        StringBuilder out = new StringBuilder();
        entries.forEach((label, value) -> out.append(label).append(": ").append(value).append('\n'));
        return out.toString();
    }
}
