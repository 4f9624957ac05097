package dev.spine.host.nbd;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * Limits of an NBD server. Immutable; any thread.
 *
 * @param connections how many clients may be connected at once, 1 to 1024; more are closed at once
 * @param requests how many requests of one connection may be in flight, 1 to 256; more wait in the socket
 * @param chunks how many pieces of {@link #CHUNK_BYTES} of host memory a connection has for data on its way, 6 to 256
 * @param options how many options a client may send before it begins to transmit, at least 1
 * @param negotiationNs how long the negotiation may take, nanoseconds
 * @param stallNs how long a client may leave a message half sent or replies unread, nanoseconds; for each further 64 KiB that it moves it
 *     has so much time again
 */
public record NbdSettings(int connections, int requests, int chunks, int options, long negotiationNs, long stallNs) {
    /** Bytes of one piece of a connection's memory: a transfer of 256 KiB and room for headers and whole blocks around it. */
    public static final int CHUNK_BYTES = 264 * 1024;

    /** For general use: 16 clients with about 4 MiB each. */
    public static final NbdSettings STANDARD = new NbdSettings(16, 64, 15, 128, 10_000_000_000L, 60_000_000_000L);

    /** Checks the ranges. */
    public NbdSettings {
        checkArgument(connections >= 1 && connections <= 1024, "1 to 1024 connections, got %s", connections);
        checkArgument(requests >= 1 && requests <= 256, "1 to 256 requests of a connection, got %s", requests);
        checkArgument(chunks >= 6 && chunks <= 256, "6 to 256 chunks of a connection, got %s", chunks);
        checkArgument(options >= 1, "at least 1 option, got %s", options);
        checkArgument(negotiationNs > 0 && stallNs > 0, "the times must be above 0");
    }
}
