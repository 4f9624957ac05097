package dev.spine.perf.ruler.bridge;

import dev.spine.perf.report.MeasurementObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What is run to count the code of the bridge that is a module. One thread. */
public final class CountedBridges {
    private CountedBridges() {}

    /** {@return the workloads by name; each runs once, and is told who looks on} */
    public static Map<String, Consumer<MeasurementObserver>> all() {
        Map<String, Consumer<MeasurementObserver>> all = new LinkedHashMap<>();
        for (BridgedWork work : BridgedWork.values()) {
            all.put(work.name(), witness -> BridgeCard.countModule(work, witness));
        }
        return all;
    }
}
