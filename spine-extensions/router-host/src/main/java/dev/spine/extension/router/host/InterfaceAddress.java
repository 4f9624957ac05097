package dev.spine.extension.router.host;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;

/**
 * An address of a port, and which others are on the same wire. Any thread.
 *
 * @param address the port's own
 * @param bits of the prefix that it shares with its neighbours
 */
public record InterfaceAddress(Address address, int bits) {
    /** Checks the bits. */
    public InterfaceAddress {
        new Prefix(address, bits);
    }

    /**
     * {@return the address of a text}
     *
     * @param text for example {@code 192.0.2.1/24}
     * @throws IllegalArgumentException when it is none; the message says so in one line
     */
    public static InterfaceAddress parse(String text) {
        int slash = text.indexOf('/');
        Address address = Address.parse(slash < 0 ? text : text.substring(0, slash));
        checkArgument(slash < 0 || text.substring(slash + 1).matches("\\d{1,3}"), "\"%s\" is no address with a prefix length", text);
        return new InterfaceAddress(address, slash < 0 ? address.width() : Integer.parseInt(text.substring(slash + 1)));
    }

    /** {@return the prefix of the wire} */
    public Prefix prefix() {
        return new Prefix(address, bits);
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
