package dev.spine.perf.report;

import dev.spine.system.timeline.PacketTimeline;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a comparison of paths has found, for tables, reports and files. Used by one thread. */
public interface ComparisonResults {
    /**
     * Runs it; called once, before everything else.
     *
     * @param found is notified of each table when it is known
     */
    void run(FoundTables found);

    /** {@return the records, one per path, engine and layout, in the order of the tables} */
    default List<ComparisonRecord> records() {
        return List.of();
    }

    /** {@return latency distributions by workload, engine and layout} */
    default Map<String, List<Plots.Curve>> curves() {
        return Map.of();
    }

    /** {@return messages that the host needed to set a path up, by path} */
    default Map<String, Long> setupMessages() {
        return Map.of();
    }

    /** {@return how far apart this machine's processors were, and when; empty when no path crossed from one to the other} */
    default List<String> calibration() {
        return List.of();
    }

    /** {@return by path, the routes that bytes could take, with what speaks for and against each; a line each} */
    default Map<String, String> plans() {
        return Map.of();
    }

    /** {@return what was found beside the records, in order} */
    default List<ResultSection> sections() {
        return List.of();
    }

    /**
     * {@return the figures of the sections, each a JSON object in the list of records: names to texts, numbers, truth values and such
     * objects}
     */
    default List<Map<String, Object>> furtherRecords() {
        return List.of();
    }

    /** {@return the way of one packet over each modelled path, for the report; empty when none was modelled} */
    default List<PacketTimeline> timelines() {
        return List.of();
    }

    /** {@return whether all that was found beside the records is as it has to be} */
    default boolean isSound() {
        return true;
    }

    /** {@return the screen after the last pass, as a PNG, or null when there is none} */
    default byte @Nullable [] picture() {
        return null;
    }
}
