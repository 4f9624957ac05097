package dev.spine.host.lan;

/**
 * What a LAN port has counted since it was made, group 0x0100. Immutable; any thread.
 *
 * @param packetsTransmitted packets that left on the wire
 * @param bytesTransmitted their bytes
 * @param packetsReceived packets that went on to a user
 * @param bytesReceived their bytes
 * @param transmitErrors packets that could not be sent
 * @param receiveErrors packets that came damaged or did not fit
 * @param noBuffer packets that found no buffer or bucket
 * @param resets how often the port was reset
 * @param suspends how often it was suspended
 */
public record LanStatistics(long packetsTransmitted, long bytesTransmitted, long packetsReceived, long bytesReceived,
    long transmitErrors, long receiveErrors, long noBuffer, long resets, long suspends) {}
