package dev.spine.extension.router.host.address;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.packet.wire.Address;

/**
 * The addresses that begin with the same bits. Immutable; any thread.
 *
 * @param address the first of them: the bits behind the prefix are 0
 * @param bits how many bits they share, 0 to the address's width
 */
public record Prefix(Address address, int bits) implements Comparable<Prefix> {
    /** Clears the bits behind the prefix. */
    public Prefix {
        if (bits < 0 || bits > address.width()) {
            throw new IllegalArgumentException(
                "a prefix of IPv" + address.version() + " has 0 to " + address.width() + " bits, not " + bits);
        }
        address = new Address(address.version(), address.high() & mask(bits), address.low() & mask(bits - Long.SIZE));
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : -1L << Math.max(0, Long.SIZE - bits);
    }

    /**
     * {@return an IPv4 prefix}
     *
     * @param address its 32 bits, of which those behind the prefix do not matter
     * @param bits 0 to 32
     */
    public static Prefix v4(int address, int bits) {
        return new Prefix(Address.v4(address), bits);
    }

    /**
     * {@return the prefix that a text means; an address alone is the prefix of all its bits}
     *
     * @param text for example {@code 192.0.2.0/24} or {@code 2001:db8::/32}
     * @throws IllegalArgumentException when it is none, or bits behind it are set; the message says so in one line
     */
    public static Prefix parse(String text) {
        int slash = text.indexOf('/');
        Address address = Address.parse(slash < 0 ? text : text.substring(0, slash));
        int bits = address.width();
        if (slash >= 0) {
            String number = text.substring(slash + 1);
            checkArgument(number.matches("\\d{1,3}"), "\"%s\" is no prefix: its length is no number", text);
            bits = Integer.parseInt(number);
        }
        Prefix prefix = new Prefix(address, bits);
        checkArgument(prefix.address.equals(address), "\"%s\" has bits behind its prefix: write %s", text, prefix);
        return prefix;
    }

    /**
     * {@return whether an address begins with these bits}
     *
     * @param other an address of either version
     */
    public boolean contains(Address other) {
        return other.version() == address.version() && ((other.high() ^ address.high()) & mask(bits)) == 0
            && ((other.low() ^ address.low()) & mask(bits - Long.SIZE)) == 0;
    }

    /** Commands by address, of equal addresses the shorter prefix first. */
    @Override
    public int compareTo(Prefix other) {
        int byAddress = address.compareTo(other.address);
        return byAddress != 0 ? byAddress : Integer.compare(bits, other.bits);
    }

    /** {@return the usual text, address and length} */
    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
