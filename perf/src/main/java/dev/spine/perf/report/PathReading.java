package dev.spine.perf.report;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one path of a workload did on a described machine, in virtual time, when units came as fast as the path could take them.
 *
 * @param units that reached their destination: packets, or chunks of stored data
 * @param seconds from the first to the last of them
 * @param lost offered and not arrived
 * @param payloadBytes of the units, without what is only carried with them
 * @param crossings how often each byte of payload crossed the bus
 * @param hostMessages sent and received by the host
 * @param busyShares how much of the time each resource was busy, 0 to 1: the processor of each bus agent by the bus agent's name, {@code
 *     bus}, {@code wire}
 * @param cardMemory the fullest card afterwards; null when nobody has looked
 */
public record PathReading(long units, double seconds, long lost, long payloadBytes, double crossings, long hostMessages,
    Map<String, Double> busyShares, @Nullable CardMemory cardMemory) {
    /** The bus among the resources. */
    public static final String BUS = "bus";
    /** The wire that units come by, or leave by, among the resources. */
    public static final String WIRE = "wire";
    /** The host's processor among the resources. */
    public static final String HOST = "host";
    private static final double NS_PER_SECOND = 1e9;

    /** Keeps its own map. What is done for the last units after they have arrived makes no resource busier than always. */
    public PathReading {
        busyShares = ImmutableSortedMap.copyOf(Maps.transformValues(busyShares, share -> Math.min(share, 1)));
    }

    /**
     * {@return what a pass says}
     *
     * @param pass as fast as the path could
     * @param busy what the resources have worked in it
     * @param wireNs for which the units' wire was busy; 0 where there is none
     * @param payloadBytes of the units
     * @param carriedBytes that crossed the bus by DMA with the payload
     */
    public static PathReading of(MeasuredPass pass, Map<String, Double> busy, double wireNs, long payloadBytes, long carriedBytes) {
        Map<String, Double> shares = new TreeMap<>(busy);
        pass.costs().processorSeconds().forEach((busAgent, seconds) -> shares.put(busAgent, seconds / pass.seconds()));
        if (wireNs > 0) {
            shares.put(WIRE, wireNs / (pass.seconds() * NS_PER_SECOND));
        }
        return new PathReading(pass.units(), pass.seconds(), pass.lost(), payloadBytes,
            (pass.costs().accounts().dataBytes() - carriedBytes) / (double) payloadBytes, pass.costs().hostMessages(), shares,
            pass.costs().cardMemory());
    }

    /** {@return units per second} */
    public double rate() {
        return units / seconds;
    }

    /** {@return bits of payload per second} */
    public double bitsPerSecond() {
        return payloadBytes * (double) Byte.SIZE / seconds;
    }

    /** {@return how much of the time the host's processor was busy, 0 to 1} */
    public double hostShare() {
        return busyShares.getOrDefault(HOST, 0.0);
    }

    /** {@return the resource that was busiest; no other can be what limits the rate} */
    public String busiest() {
        return busyShares.entrySet().stream().max(Comparator.comparingDouble(Map.Entry::getValue)).map(Map.Entry::getKey).orElse("-");
    }

    /** {@return how much of the time the busiest resource was busy, 0 to 1} */
    public double busiestShare() {
        return busyShares.getOrDefault(busiest(), 0.0);
    }
}
