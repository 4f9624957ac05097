package dev.spine.perf.report;

import java.util.Locale;

/** A column of the tables of a comparison, with what it means. Any thread. */
public enum ComparisonColumn {
    /** The path. */
    PATH("path", "which way the data took: host (through an application on the host), i2o (messages between the cards' own modules),"
        + " spine (an extension on the card); of forward also host-header and splice"),
    /** Rate in units. */
    RATE("%ss/s", "units a second of the saturation run: the highest rate, set by the receiver"),
    /** Rate in bits. */
    BITS("Gbit/s", "the same rate in 10^9 bits of payload, without headers"),
    /** Median latency. */
    P50("p50 us", "median latency of the latency run in microseconds: half of the units took no longer"),
    /** Latency of the slow ones. */
    P99("p99 us", "the latency in microseconds that 99 of 100 units of the latency run did not exceed"),
    /** Longest latency. */
    MAX("max us", "the longest latency of the latency run; live, it shows above all how long the machine was elsewhere"),
    /** Losses of the latency run. */
    DROPS("drops", "units lost in the latency run, where they come whether or not the path keeps up; a path with losses there is too slow"
        + " for that rate, and its latencies are too high"),
    /** Messages of the host. */
    HOST_MESSAGES("host msgs", "I2O messages that the host sent and received in the saturation run; 0 is no host at all"),
    /** Interrupts of the host. */
    HOST_INTERRUPTS("host irqs", "interrupts of the host in the saturation run; live, bursts of replies that it found"),
    /** Share of the host's processor. */
    HOST_PROCESSOR("host cpu", "part of the saturation run in which the host's processor worked for the path"),
    /** Bytes of host memory. */
    HOST_MEMORY("host mem bytes", "bytes that the bus read from or wrote into the host's memory in the saturation run"),
    /** Crossings of the bus. */
    CROSSINGS("crossings", "how often each byte of payload crossed the I/O bus: (data bytes - carried header bytes) / payload bytes;"
        + " 1 is the least, from card to card"),
    /** Header bytes of the bus. */
    CARRIED("carried hdr B", "bytes of packet headers that crossed the bus with the payload; they are not in crossings"),
    /** Processor time. */
    PROCESSOR("proc ns/%s", "processor time of host and cards together for a unit, in nanoseconds; turns that found nothing to do do"
        + " not count"),
    /** Allocation. */
    ALLOCATED("alloc B/%s", "bytes of Java heap allocated for a unit; 0 on the modelled engine, which does not measure it"),
    /** Losses of the saturation run. */
    LOST("lost", "units lost in the saturation run; must be 0"),
    /** Verification. */
    VERIFIED("verified", "whether the bytes at the end are those of an independent reference; NO makes every other figure worthless");

    private final String title;
    private final String meaning;

    ComparisonColumn(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    /**
     * {@return what stands above the column}
     *
     * @param unit what is counted, for example packet
     */
    public String title(String unit) {
        return title.replace("%s", unit);
    }

    /** {@return what the column means, for people} */
    public String meaning() {
        return meaning;
    }

    /**
     * {@return what stands in the column}
     *
     * @param r whose row it is
     */
    public String cell(ComparisonRecord r) {
        return switch (this) {
            case PATH -> r.path();
            case RATE -> count(r.rate().unitsPerSecond());
            case BITS -> decimal(r.rate().bitsPerSecond() / 1e9, 3);
            case P50 -> latency(r, r.latencyNs().p50());
            case P99 -> latency(r, r.latencyNs().p99());
            case MAX -> latency(r, r.latencyNs().max());
            case DROPS -> count(r.latencyNs().lost());
            case HOST_MESSAGES -> count(r.host().messages());
            case HOST_INTERRUPTS -> count(r.host().interrupts());
            case HOST_PROCESSOR -> decimal(r.host().cpuShare() * 100, 1) + " %";
            case HOST_MEMORY -> count(r.host().memoryBytes());
            case CROSSINGS -> decimal(r.bus().crossingsPerDataByte(), 2);
            case CARRIED -> count(r.bus().carriedHeaderBytes());
            case PROCESSOR -> decimal(r.units() == 0 ? 0 : busySeconds(r) * 1e9 / r.units(), 0);
            case ALLOCATED -> decimal(r.allocatedBytesPerUnit(), 2);
            case LOST -> count(r.lost());
            case VERIFIED -> r.verified() ? "yes" : "NO";
        };
    }

    private static double busySeconds(ComparisonRecord record) {
        return record.processorSeconds().values().stream().mapToDouble(Double::doubleValue).sum();
    }

    static String latency(ComparisonRecord record, long ns) {
        return record.latencyNs().isKnown() ? decimal(ns / 1e3, 1) : "-";
    }

    static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
