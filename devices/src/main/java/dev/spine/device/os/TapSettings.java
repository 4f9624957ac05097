package dev.spine.device.os;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a TAP interface is to be. Any thread.
 *
 * @param name of the interface, 1 to 15 characters
 * @param namespace where it is
 * @param mtu largest packet behind the Ethernet header, {@value #MIN_MTU} to {@value #MAX_MTU}; empty: as the system makes it, 1500
 * @param hardwareAddress of the interface, 48 bits; empty: the system chooses one at random
 * @param offload what the system may leave undone with packets, and may be given undone
 * @param start whether the interface is set up, or made later
 */
public record TapSettings(String name, NetworkNamespace namespace, OptionalInt mtu, OptionalLong hardwareAddress, Offload offload,
    Start start) {
    /** The smallest MTU of an Ethernet interface. */
    public static final int MIN_MTU = 68;
    /** The largest MTU of a TAP interface. */
    public static final int MAX_MTU = 65_521;

    /** Checksums and the cutting of large packets: whose work it is. */
    public enum Offload {
        /** The system does all of it: packets are complete. */
        NONE,
        /** Packets carry a word that says what is still to be done: super-packets of up to 64 KiB, checksums. */
        SEGMENTS
    }

    /** What state a new interface gets. */
    public enum Start {
        /** It is set up. */
        UP,
        /** It is left as it is: somebody else sets it up. */
        AS_IT_IS,
        /** There is none at first: see {@link TapDevice#attach}, which sets it up. */
        LATER
    }

    /** Checks name and ranges. */
    public TapSettings {
        String wrong = wrongName(name);
        if (wrong != null) {
            throw new IllegalArgumentException("interface name \"" + name + "\" " + wrong);
        }
        if (mtu.isPresent() && (mtu.getAsInt() < MIN_MTU || mtu.getAsInt() > MAX_MTU)) {
            throw new IllegalArgumentException("interface '" + name + "': the MTU must be " + MIN_MTU + " to " + MAX_MTU + ", got "
                + mtu.getAsInt());
        }
    }

    /**
     * {@return settings of an interface that the system makes as it likes, and that is set up}
     *
     * @param name of the interface
     * @param namespace where it is
     */
    public static TapSettings of(String name, NetworkNamespace namespace) {
        return new TapSettings(name, namespace, OptionalInt.empty(), OptionalLong.empty(), Offload.NONE, Start.UP);
    }

    /**
     * {@return the same with another MTU}
     *
     * @param bytes {@value #MIN_MTU} to {@value #MAX_MTU}
     */
    public TapSettings withMtu(int bytes) {
        return new TapSettings(name, namespace, OptionalInt.of(bytes), hardwareAddress, offload, start);
    }

    /**
     * {@return the same with a hardware address}
     *
     * @param address 48 bits, first byte highest
     */
    public TapSettings withAddress(long address) {
        return new TapSettings(name, namespace, mtu, OptionalLong.of(address), offload, start);
    }

    /**
     * {@return the same with other work left undone}
     *
     * @param other what
     */
    public TapSettings with(Offload other) {
        return new TapSettings(name, namespace, mtu, hardwareAddress, other, start);
    }

    /**
     * {@return the same with another state at first}
     *
     * @param other which
     */
    public TapSettings with(Start other) {
        return new TapSettings(name, namespace, mtu, hardwareAddress, offload, other);
    }

    /**
     * {@return the same for another interface}
     *
     * @param otherName of the interface, 1 to 15 characters
     * @param place where it is
     */
    public TapSettings with(String otherName, NetworkNamespace place) {
        return new TapSettings(otherName, place, mtu, hardwareAddress, offload, start);
    }

    /**
     * {@return what is wrong with a name of an interface, completing "name x ..."; null when nothing is}
     *
     * @param name any text
     */
    public static @Nullable String wrongName(String name) {
        if (name.length() > 15) {
            return "is too long: Linux takes up to 15 characters";
        }
        // The system would take a percent sign for a number that it chooses, and a colon for an alias.
        return name.matches("[A-Za-z0-9._@+=,~^-]{1,15}") && !name.equals(".") && !name.equals("..") ? null
            : "is not a valid interface name: write 1 to 15 letters, digits, hyphens, dots or underscores";
    }
}
