package dev.spine.host.display;

/**
 * What a display has counted since it was made, group 0x0100. Immutable; any thread.
 *
 * @param puts messages of runs or packets
 * @param runsPut runs that are on the screen
 * @param runsRefused runs that were refused
 * @param packetsPut video packets that are on the screen
 * @param packetsRefused video packets that were refused
 * @param bytesPulled bytes that the display has fetched
 * @param bytesConverted those of them that it stored in another format
 * @param transfersRefused transfers that the bus refused
 * @param timesHeld how often requests had to wait
 * @param requestsRefused requests that were refused as a whole
 * @param windowChanges windows made, moved and destroyed
 * @param grantsGiven grants that peers were given
 * @param grantsRevoked those of them that have ended
 */
public record DisplayStatistics(long puts, long runsPut, long runsRefused, long packetsPut, long packetsRefused, long bytesPulled,
    long bytesConverted, long transfersRefused, long timesHeld, long requestsRefused, long windowChanges, long grantsGiven,
    long grantsRevoked) {}
