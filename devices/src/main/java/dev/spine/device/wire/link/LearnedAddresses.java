package dev.spine.device.wire.link;

import java.util.Arrays;

/**
 * Where a switch has last seen each hardware address. Of fixed size: sets of four, the oldest entry of a full set gives way, so that a
 * flood of made-up addresses costs other frames a detour but no memory. Belongs to the switch's agent, or thread.
 */
public final class LearnedAddresses {
    /** What {@link #portOf} returns for an address that was not seen. */
    public static final int UNKNOWN = -1;

    private static final int WAYS = 4;
    private static final long EMPTY = -1;

    private final long[] addresses;
    private final int[] ports;
    private final byte[] oldest;

    /**
     * A table that has seen nothing.
     *
     * @param sets a power of two; each has room for four addresses
     */
    public LearnedAddresses(int sets) {
        if (Integer.bitCount(sets) != 1) {
            throw new IllegalArgumentException("an address table has a power of two of sets, not " + sets);
        }
        this.addresses = new long[sets * WAYS];
        this.ports = new int[sets * WAYS];
        this.oldest = new byte[sets];
        Arrays.fill(addresses, EMPTY);
    }

    private int set(long address) {
        long hash = address * 0x9E37_79B9_7F4A_7C15L;
        return (int) (hash >>> 40) & oldest.length - 1;
    }

    /**
     * Takes note of where an address lives.
     *
     * @param address 48 bits, the source of a frame
     * @param port where it came from, other than {@link #UNKNOWN}
     */
    public void learn(long address, int port) {
        int set = set(address);
        int first = set * WAYS;
        for (int i = first; i < first + WAYS; i++) {
            if (addresses[i] == address || addresses[i] == EMPTY) {
                addresses[i] = address;
                ports[i] = port;
                return;
            }
        }
        int victim = first + oldest[set];
        oldest[set] = (byte) ((oldest[set] + 1) % WAYS);
        addresses[victim] = address;
        ports[victim] = port;
    }

    /**
     * {@return where an address was seen last, {@link #UNKNOWN} if it was not}
     *
     * @param address 48 bits
     */
    public int portOf(long address) {
        int first = set(address) * WAYS;
        for (int i = first; i < first + WAYS; i++) {
            if (addresses[i] == address) {
                return ports[i];
            }
        }
        return UNKNOWN;
    }
}
