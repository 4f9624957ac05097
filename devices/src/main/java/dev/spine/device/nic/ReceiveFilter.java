package dev.spine.device.nic;

import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.packet.wire.MacAddress;
import java.util.Arrays;

/**
 * Which destinations a device receives: its own address, its alternate addresses, its multicast table, and what the mask of group 0x0001
 * says. Belongs to the IOP's agent.
 */
final class ReceiveFilter {
    /** The most rows of the multicast table. */
    static final int MAX_MULTICAST = 32;
    /** The most alternate addresses. */
    static final int MAX_ALTERNATES = 8;
    /** What the device can do, as group 0x0001 tells it. */
    static final int CAPABILITY = FilterMask.UNICAST_DISABLE | FilterMask.PROMISCUOUS | FilterMask.PROMISCUOUS_MULTICAST
        | FilterMask.BROADCAST_DISABLE | FilterMask.MULTICAST_DISABLE;

    private long activeAddress;
    private int mask;
    private long[] multicast = {};
    private long[] alternates = {};

    ReceiveFilter(long address, int mask) {
        this.activeAddress = address;
        this.mask = mask;
    }

    boolean accepts(long destination) {
        return destination == activeAddress ? (mask & (FilterMask.UNICAST_DISABLE | FilterMask.PROMISCUOUS)) != FilterMask.UNICAST_DISABLE
            : acceptsOther(destination);
    }

    private boolean acceptsOther(long destination) {
        if ((mask & FilterMask.PROMISCUOUS) != 0) {
            return true;
        }
        if (destination == MacAddress.BROADCAST) {
            return (mask & FilterMask.BROADCAST_DISABLE) == 0;
        }
        if (MacAddress.isGroup(destination)) {
            return (mask & FilterMask.PROMISCUOUS_MULTICAST) != 0
                || ((mask & FilterMask.MULTICAST_DISABLE) == 0 && contains(multicast, destination));
        }
        return (mask & FilterMask.UNICAST_DISABLE) == 0 && contains(alternates, destination);
    }

    private static boolean contains(long[] addresses, long address) {
        for (long other : addresses) {
            if (other == address) {
                return true;
            }
        }
        return false;
    }

    long activeAddress() {
        return activeAddress;
    }

    /** False for an address that no station can have. */
    boolean setActiveAddress(long address) {
        if (address == 0 || MacAddress.isGroup(address)) {
            return false;
        }
        activeAddress = address;
        return true;
    }

    int mask() {
        return mask;
    }

    /** False for bits that the device does not have. */
    boolean setMask(long newMask) {
        if ((newMask & ~(CAPABILITY | FilterMask.FUNCTIONAL_DISABLE)) != 0) {
            return false;
        }
        mask = (int) newMask;
        return true;
    }

    /** The rows of one of the two tables, which the device's owner may change. */
    AddressTable multicastTable() {
        return new AddressTable(MAX_MULTICAST) {
            @Override
            long[] rows() {
                return multicast;
            }

            @Override
            void rows(long[] rows) {
                multicast = rows;
            }

            @Override
            boolean isPossible(long address) {
                return MacAddress.isGroup(address) && address != MacAddress.BROADCAST;
            }
        };
    }

    /** The further addresses that the device answers to. */
    AddressTable alternateTable() {
        return new AddressTable(MAX_ALTERNATES) {
            @Override
            long[] rows() {
                return alternates;
            }

            @Override
            void rows(long[] rows) {
                alternates = rows;
            }

            @Override
            boolean isPossible(long address) {
                return address != 0 && !MacAddress.isGroup(address);
            }
        };
    }

    @Override
    public String toString() {
        return "filter of " + MacAddress.format(activeAddress) + ", mask 0x" + Integer.toHexString(mask) + ", groups "
            + Arrays.toString(multicast);
    }
}
