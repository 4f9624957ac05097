package dev.spine.iop.packet.wire;

import com.google.common.net.InetAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * An IP address. Immutable; any thread.
 *
 * @param version 4 or 6
 * @param high the first 64 bits, first byte highest; of an IPv4 address the 32 bits and then 32 zeros
 * @param low the last 64 bits of an IPv6 address; 0 for IPv4
 */
public record Address(int version, long high, long low) implements Comparable<Address> {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** Checks that the parts go together. */
    public Address {
        if (version != 4 && version != 6) {
            throw new IllegalArgumentException("IP has versions 4 and 6, not " + version);
        }
        if (version == 4 && ((int) high != 0 || low != 0)) {
            throw new IllegalArgumentException("an IPv4 address has 32 bits");
        }
    }

    /**
     * {@return an IPv4 address}
     *
     * @param bits its 32 bits, first byte highest
     */
    public static Address v4(int bits) {
        return new Address(4, (long) bits << 32, 0);
    }

    /**
     * {@return an IPv6 address}
     *
     * @param high its first 64 bits
     * @param low its last 64 bits
     */
    public static Address v6(long high, long low) {
        return new Address(6, high, low);
    }

    /**
     * {@return the address of 4 or 16 bytes in network order}
     *
     * @param bytes as they are in a packet
     * @throws IllegalArgumentException when there is another number of them
     */
    public static Address of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return switch (bytes.length) {
            case 4 -> v4(in.getInt());
            case 16 -> v6(in.getLong(), in.getLong());
            default -> throw new IllegalArgumentException("an IP address has 4 or 16 bytes, not " + bytes.length);
        };
    }

    /**
     * {@return the address that a text means} No name is looked up.
     *
     * @param text for example {@code 192.0.2.1} or {@code 2001:db8::1}
     * @throws IllegalArgumentException when it is no address; the message says so in one line
     */
    public static Address parse(String text) {
        if (IPV4.matcher(text).matches()) {
            int bits = 0;
            for (String part : text.split("\\.", -1)) {
                int value = Integer.parseInt(part);
                if (value > 0xFF) {
                    throw new IllegalArgumentException("\"" + text + "\" is no IP address: " + value + " is more than 255");
                }
                bits = bits << 8 | value;
            }
            return v4(bits);
        }
        if (IPV6.matcher(text).matches()) {
            try {
                // Mapped addresses come back as IPv4: write them as such.
                if (InetAddress.ofLiteral(text) instanceof Inet6Address address) {
                    return of(address.getAddress());
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("\"" + text + "\" is no IP address", e);
            }
        }
        throw new IllegalArgumentException("\"" + text + "\" is no IP address");
    }

    /** {@return how many bits such an address has: 32 or 128} */
    public int width() {
        return version == 4 ? Integer.SIZE : 2 * Long.SIZE;
    }

    /** {@return the 32 bits of an IPv4 address, first byte highest} */
    public int bits4() {
        return (int) (high >>> 32);
    }

    /** {@return the 4 or 16 bytes in network order} */
    public byte[] bytes() {
        byte[] bytes = new byte[width() / Byte.SIZE];
        return version == 4 ? ByteBuffer.wrap(bytes).putInt(bits4()).array() : ByteBuffer.wrap(bytes).putLong(high).putLong(low).array();
    }

    /** Commands IPv4 before IPv6, and then by number. */
    @Override
    public int compareTo(Address other) {
        if (version != other.version) {
            return Integer.compare(version, other.version);
        }
        int first = Long.compareUnsigned(high, other.high);
        return first != 0 ? first : Long.compareUnsigned(low, other.low);
    }

    /** {@return the usual text; of IPv6 as RFC 5952 has it} */
    @Override
    public String toString() {
        return InetAddresses.toAddrString(inetAddress());
    }

    /** {@return the text with all zeros: 2001:db8:0:0:0:0:0:1} */
    public String longText() {
        return inetAddress().getHostAddress();
    }

    private InetAddress inetAddress() {
        try {
            // Of 16 bytes that map an IPv4 address, InetAddress would make that.
            return version == 4 ? InetAddress.getByAddress(bytes()) : Inet6Address.getByAddress(null, bytes(), -1);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + width() + " bits", e);
        }
    }
}
