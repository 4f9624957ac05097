package dev.spine.device.wire.link;

import dev.spine.iop.packet.wire.MacAddress;
import java.util.Arrays;
import java.util.List;

/** Which hardware address is at which port, known from the start. Does not change; asking allocates nothing. */
final class FixedAddresses {
    /** The port of an address that is nowhere. */
    static final int NONE = -1;

    /** In order, and the port of each. */
    private final long[] sorted;
    private final int[] ports;

    FixedAddresses(String wire, List<Long> addresses) {
        this.sorted = addresses.stream().mapToLong(Long::longValue).sorted().toArray();
        this.ports = new int[sorted.length];
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException(wire + " has the address " + MacAddress.format(sorted[i]) + " twice");
            }
        }
        for (int port = 0; port < sorted.length; port++) {
            ports[Arrays.binarySearch(sorted, addresses.get(port))] = port;
        }
    }

    /** The port of an address, or {@link #NONE}. */
    int portOf(long address) {
        int at = Arrays.binarySearch(sorted, address);
        return at < 0 ? NONE : ports[at];
    }
}
