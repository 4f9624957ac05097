package dev.spine.perf.report;

import java.util.List;
import java.util.Locale;

/** Writes records as comma-separated values, one line each under a header. Any thread. */
public final class RecordCsv {
    private RecordCsv() {}

    /**
     * {@return the lines}
     *
     * @param records the records, in order
     */
    public static String write(List<ComparisonRecord> records) {
        StringBuilder out = new StringBuilder("workload,path,engine,profile,layout,mode,seed,repeat,units,seconds,"
            + "unitsPerSecond,bitsPerSecond,"
            + "p50ns,p90ns,p99ns,p999ns,maxns,lostInPass2,hostMessages,hostInterrupts,hostCpuShare,hostMemoryBytes,dataBytes,"
            + "carriedHeaderBytes,"
            + "controlBytes,crossingsPerDataByte,allocatedBytesPerUnit,lost,verified,route\n");
        for (ComparisonRecord r : records) {
            out.append(String.format(Locale.ROOT, "%s,%s,%s,%s,%s,%s,%d,%d,%d,%.9f,%.1f,%.1f,%s,%s,%s,%s,%s,%d,%d,%d,%.6f,"
                + "%d,%d,%d,%d,%.6f,%.3f,%d,%b,"
                + "\"%s\"%n", r.workload(), r.path(), r.engine(), r.profile(), r.layout(), r.mode(), r.seed(), r.repeat(), r.units(),
                r.seconds(), r.rate().unitsPerSecond(), r.rate().bitsPerSecond(), latency(r, r.latencyNs().p50()),
                latency(r, r.latencyNs().p90()), latency(r, r.latencyNs().p99()), latency(r, r.latencyNs().p999()),
                latency(r, r.latencyNs().max()), r.latencyNs().lost(), r.host().messages(),
                r.host().interrupts(),
                r.host().cpuShare(), r.host().memoryBytes(), r.bus().dataBytes(), r.bus().carriedHeaderBytes(), r.bus().controlBytes(),
                r.bus().crossingsPerDataByte(), r.allocatedBytesPerUnit(), r.lost(), r.verified(), r.route().replace('"', '\'')));
        }
        return out.toString();
    }

    private static String latency(ComparisonRecord record, long ns) {
        return record.latencyNs().isKnown() ? Long.toString(ns) : "";
    }
}
