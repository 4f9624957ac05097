package dev.spine.perf.ardma;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What operations did, one after the other. Any thread.
 *
 * @param lookups how many operations: lookups, searches, or what is done with files
 * @param seconds they took, by the client's clock
 * @param trips round trips, as the server's card has counted requests
 * @param calls of routines that the server has run
 * @param frames that client and server have sent
 * @param wireBytes of those
 * @param steps that the code has made, wherever it ran
 * @param clientHostSeconds for which the client's host has worked
 * @param clientCardSeconds for which its card has worked
 * @param serverCardSeconds for which the server's card has worked
 * @param serverMessages that the server's host has sent and received
 * @param serverInterrupts of the server's host
 * @param serverHostBytes of the server host's memory that were read or written over its bus
 * @param isRight whether each lookup has found the value that is there
 */
public record LookupReading(int lookups, double seconds, long trips, long calls, long frames, long wireBytes, long steps,
    double clientHostSeconds, double clientCardSeconds, double serverCardSeconds, long serverMessages, long serverInterrupts,
    long serverHostBytes, boolean isRight) {
    private static final double US_PER_SECOND = 1e6;

    /** {@return microseconds of a lookup, the mean} */
    public double latencyUs() {
        return seconds * US_PER_SECOND / lookups;
    }

    /**
     * {@return the part of a lookup, the mean}
     *
     * @param ofAll what all lookups did
     */
    public double each(long ofAll) {
        return ofAll / (double) lookups;
    }

    /** {@return the fields of a record, with the operations by a name of their own} */
    Map<String, Object> record(String operations) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(operations, lookups);
        fields.put("latencyUs", latencyUs());
        fields.put("roundTrips", trips);
        fields.put("frames", frames);
        fields.put("wireBytes", wireBytes);
        fields.put("steps", steps);
        fields.put("clientHostSeconds", clientHostSeconds);
        fields.put("clientCardSeconds", clientCardSeconds);
        fields.put("serverCardSeconds", serverCardSeconds);
        fields.put("serverHostMessages", serverMessages);
        fields.put("serverHostInterrupts", serverInterrupts);
        fields.put("serverHostMemoryBytes", serverHostBytes);
        fields.put("verified", isRight);
        return fields;
    }

    /** {@return whether the server's host had no part in it} */
    public boolean isServerHostLeftAlone() {
        return serverMessages == 0 && serverInterrupts == 0 && serverHostBytes == 0;
    }
}
