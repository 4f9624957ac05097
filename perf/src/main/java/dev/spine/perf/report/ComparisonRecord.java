package dev.spine.perf.report;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One measured combination of workload, path and engine.
 *
 * @param workload for example {@code "video"}
 * @param path {@code "host"}, {@code "i2o"} or {@code "spine"}
 * @param engine {@code "live"} or {@code "modelled"}
 * @param profile the machine profile; on the live engine {@code "this machine"}
 * @param seed of all randomness
 * @param repeat how many rounds the saturation run had, of which the median by rate is told
 * @param units units delivered in the measured interval: packets
 * @param seconds length of the interval, on the engine's clock
 * @param layout {@code "one-core"} or {@code "two-core"}; {@code "modelled"} on the modelled engine
 * @param mode of this machine between cores, {@code "fast"}, {@code "slow"}, {@code "mixed"} when it changed in between, or {@code "-"}
 *     where nothing crosses
 * @param offered units offered per second in the latency run, for the latencies
 * @param rate what was reached in the saturation run
 * @param latencyNs from the time at which a unit was due on the wire to the end of its last transfer, the latency run
 * @param host what it cost the host in the interval
 * @param bus what crossed the bus in the interval
 * @param processorSeconds seconds of work in the interval, by bus agent
 * @param allocatedBytesPerUnit bytes of heap allocated per unit by the engine's threads
 * @param route the route of the data and why
 * @param lost units offered in the saturation run that did not arrive
 * @param verified whether the destination's bytes equal the independent reference
 * @param cardMemory the fullest card after the saturation run; null on the live engine
 */
public record ComparisonRecord(String workload, String path, String engine, String profile, long seed, int repeat, long units,
    double seconds,
    String layout, String mode, double offered, Rate rate, Latency latencyNs, Host host, Bus bus, Map<String, Double> processorSeconds,
    double allocatedBytesPerUnit, String route, long lost, boolean verified, @Nullable CardMemory cardMemory) {

    /** Sorts the map. */
    public ComparisonRecord {
        processorSeconds = ImmutableSortedMap.copyOf(processorSeconds);
    }

    /**
     * A rate.
     *
     * @param unitsPerSecond units delivered per second
     * @param bitsPerSecond payload bits delivered per second
     */
    public record Rate(double unitsPerSecond, double bitsPerSecond) {}

    /**
     * A distribution of latencies in nanoseconds; all are 0 when none is known.
     *
     * @param p50 median
     * @param p90 90th percentile
     * @param p99 99th percentile
     * @param p999 99.9th percentile
     * @param max largest
     * @param lost units offered in the latency run that did not arrive; behind one of them, latencies are overstated
     */
    public record Latency(long p50, long p90, long p99, long p999, long max, long lost) {
        /** {@return whether there are latencies: no unit takes no time} */
        public boolean isKnown() {
            return max > 0;
        }

        /**
         * {@return what a histogram says}
         *
         * @param latencies in nanoseconds; may have none
         * @param lost units offered that did not arrive
         */
        public static Latency of(Histogram latencies, long lost) {
            return new Latency(latencies.getValueAtPercentile(50), latencies.getValueAtPercentile(90), latencies.getValueAtPercentile(99),
                latencies.getValueAtPercentile(99.9), latencies.getMaxValue(), lost);
        }
    }

    /**
     * What the host had to do.
     *
     * @param messages I2O messages sent and received
     * @param interrupts interrupts, or bursts of replies on the live engine
     * @param cpuShare share of the interval in which its processor worked, 0 to 1: what is done for the last units after they have arrived
     *     makes it no busier than always
     * @param memoryBytes bytes read from or written into its memory over the bus
     */
    public record Host(long messages, long interrupts, double cpuShare, long memoryBytes) {
        /** Keeps the share in its range. */
        public Host {
            cpuShare = Math.min(cpuShare, 1);
        }
    }

    /**
     * What crossed the bus.
     *
     * @param dataBytes bytes moved by DMA between bus agents
     * @param carriedHeaderBytes of these, headers that travel with the payload, as the workload states
     * @param controlBytes bytes of programmed I/O
     * @param crossingsPerDataByte (data bytes - carried headers) / payload bytes delivered
     */
    public record Bus(long dataBytes, long carriedHeaderBytes, long controlBytes, double crossingsPerDataByte) {}
}
