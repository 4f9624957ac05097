package dev.spine.host.lan;

/**
 * What an OSM knows of the port that it has opened. Immutable; any thread.
 *
 * @param hardwareAddress 48 bits, the byte that travels first being the highest
 * @param maxPacketBytes largest frame without check sequence
 * @param maxBuckets buckets that the port can hold
 * @param packetsPerRequest packets that fit one request to send
 */
public record LanPort(long hardwareAddress, int maxPacketBytes, int maxBuckets, int packetsPerRequest) {
    /** What is not known before the port was opened. */
    static final LanPort UNKNOWN = new LanPort(0, 0, 0, 0);
}
