package dev.spine.device.os.netlink;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address as the kernel tells it. Immutable; any thread.
 *
 * @param version 4 or 6
 * @param high the first 64 bits of a version 6 address; 0 for version 4
 * @param low the last 64 bits, or the 32 bits of a version 4 address without sign
 */
public record IpAddress(int version, long high, long low) {
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    /** Checks the version. */
    public IpAddress {
        if (version != 4 && version != 6) {
            throw new IllegalArgumentException("an address has version 4 or 6, not " + version);
        }
    }

    /**
     * {@return an address of version 4}
     *
     * @param address its 32 bits, the first byte in the highest
     */
    public static IpAddress v4(int address) {
        return new IpAddress(4, 0, Integer.toUnsignedLong(address));
    }

    /**
     * {@return an address of version 6}
     *
     * @param high its first 64 bits
     * @param low its last 64 bits
     */
    public static IpAddress v6(long high, long low) {
        return new IpAddress(6, high, low);
    }

    /** {@return how many bits an address of this version has} */
    public int bits() {
        return Byte.SIZE * byteCount();
    }

    /** {@return how many bytes an address of this version has} */
    int byteCount() {
        return version == 4 ? V4_BYTES : V6_BYTES;
    }

    /** Writes the bytes as they stand in packets. */
    void put(ByteBuffer into) {
        for (int at = byteCount() - 1; at >= 0; at--) {
            into.put((byte) ((at >= Long.BYTES ? high : low) >>> (at % Long.BYTES * Byte.SIZE)));
        }
    }

    /** {@return the usual text: 192.0.2.1, 2001:db8:0:0:0:0:0:1} */
    @Override
    public String toString() {
        ByteBuffer bytes = ByteBuffer.allocate(byteCount());
        put(bytes);
        try {
            return InetAddress.getByAddress(bytes.array()).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
