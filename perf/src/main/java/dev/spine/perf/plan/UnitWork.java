package dev.spine.perf.plan;

import com.google.common.collect.ImmutableSortedMap;
import dev.spine.iop.engine.Op;
import dev.spine.perf.report.CardMemory;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one unit asks of each resource of a described machine.
 *
 * @param seconds by resource: the processor of each bus agent by the bus agent's name, {@code bus}, {@code nic dma}, {@code wire}
 * @param operations of each processor, by the bus agent's name
 * @param payloadBytes of a unit
 * @param crossings how often each byte of payload crosses the bus
 * @param cardMemory the fullest card after the run in which it was counted; null when nobody has looked
 */
public record UnitWork(Map<String, Double> seconds, Map<String, Map<Op, Double>> operations, double payloadBytes, double crossings,
    @Nullable CardMemory cardMemory) {
    /** Keeps its own maps. */
    public UnitWork {
        seconds = ImmutableSortedMap.copyOf(seconds);
        operations = ImmutableSortedMap.copyOf(operations);
    }

    /**
     * What a resource allows.
     *
     * @param resource its name
     * @param unitsPerSecond when it never rests
     */
    public record Bound(String resource, double unitsPerSecond) {}

    /** {@return the bounds of all resources that a unit asks anything of, the lowest first} */
    public List<Bound> bounds() {
        return seconds.entrySet().stream().filter(each -> each.getValue() > 0).map(each -> new Bound(each.getKey(), 1 / each.getValue()))
            .sorted(Comparator.comparingDouble(Bound::unitsPerSecond)).toList();
    }

    /** {@return what limits the rate: the resource that a unit asks most of} */
    public Bound limit() {
        return bounds().getFirst();
    }

    /** {@return how much of the host's processor the limiting rate takes, 0 to 1} */
    public double hostShare() {
        return seconds.getOrDefault("host", 0.0) * limit().unitsPerSecond();
    }
}
