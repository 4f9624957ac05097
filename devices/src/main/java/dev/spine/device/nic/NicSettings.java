package dev.spine.device.nic;

import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.packet.wire.MacAddress;

/**
 * What a network device is made of. Any thread.
 *
 * @param name the component's name within its IOP, for example {@code "lan0"}
 * @param hardwareAddress 48 bits, not of a group
 * @param filterMask what it receives at first, bits of {@link FilterMask}
 * @param maxBuckets how many buckets it can hold, 1 to 4096
 * @param sendRequests how many requests to send it works on at once, 1 to 64
 * @param packetsPerRequest how many packets a request to send may hold, 1 to 64
 * @param maxRxBatchCount packets per reply at first; the reply frame bounds it too; at least 1
 * @param maxRxBatchDelayUs how long a packet may wait for others to share its reply at first, microseconds; 0: until the burst ends
 */
public record NicSettings(String name, long hardwareAddress, int filterMask, int maxBuckets, int sendRequests, int packetsPerRequest,
    int maxRxBatchCount, int maxRxBatchDelayUs) {

    /** Checks the ranges. */
    public NicSettings {
        if (hardwareAddress >>> 48 != 0 || MacAddress.isGroup(hardwareAddress)) {
            throw new IllegalArgumentException("device '" + name + "' needs a hardware address of 48 bits that is not a group's, got 0x"
                + Long.toHexString(hardwareAddress));
        }
        check(name, "maxBuckets", maxBuckets, 1, 4096);
        check(name, "sendRequests", sendRequests, 1, 64);
        check(name, "packetsPerRequest", packetsPerRequest, 1, 64);
        check(name, "maxRxBatchCount", maxRxBatchCount, 1, Integer.MAX_VALUE);
        check(name, "maxRxBatchDelayUs", maxRxBatchDelayUs, 0, Integer.MAX_VALUE);
    }

    private static void check(String name, String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("device '" + name + "': " + what + " must be " + least + " to " + most + ", got " + value);
        }
    }

    /**
     * An ordinary device: it receives what is addressed to it, holds 512 buckets, and replies when a burst ends.
     *
     * @param name the component's name within its IOP
     * @param hardwareAddress 48 bits, not of a group
     * @return the settings
     */
    public static NicSettings of(String name, long hardwareAddress) {
        return new NicSettings(name, hardwareAddress, 0, 512, 8, 16, 255, 0);
    }

    /** {@return the same, receiving every packet whatever its destination: for wires that replay other stations' traffic} */
    public NicSettings promiscuous() {
        return new NicSettings(name, hardwareAddress, filterMask | FilterMask.PROMISCUOUS, maxBuckets, sendRequests, packetsPerRequest,
            maxRxBatchCount, maxRxBatchDelayUs);
    }

    /**
     * {@return the same with another number of buckets}
     *
     * @param buckets 1 to 4096
     */
    public NicSettings withBuckets(int buckets) {
        return new NicSettings(name, hardwareAddress, filterMask, buckets, sendRequests, packetsPerRequest, maxRxBatchCount,
            maxRxBatchDelayUs);
    }

    /**
     * {@return the same with another number of requests to send}
     *
     * @param requests that it works on at once, 1 to 64; each takes transmit memory for its packets
     */
    public NicSettings withSendRequests(int requests) {
        return new NicSettings(name, hardwareAddress, filterMask, maxBuckets, requests, packetsPerRequest, maxRxBatchCount,
            maxRxBatchDelayUs);
    }
}
