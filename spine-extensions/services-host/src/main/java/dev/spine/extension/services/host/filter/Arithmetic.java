package dev.spine.extension.services.host.filter;

/** A number that an expression computes: 32 bits without sign, as libpcap computes. Immutable; any thread. */
public sealed interface Arithmetic {
    /**
     * A constant.
     *
     * @param value its 32 bits
     */
    record Constant(int value) implements Arithmetic {}

    /** The bytes of the packet. */
    record PacketBytes() implements Arithmetic {}

    /**
     * Bytes of the packet. They are there only in packets that have the protocol.
     *
     * @param layer from whose header on
     * @param index which byte
     * @param size how many: 1, 2 or 4
     * @param shift how far VLAN tags before it move the headers
     */
    record Accessor(Layer layer, Arithmetic index, int size, int shift) implements Arithmetic {}

    /**
     * Two numbers and what is done with them.
     *
     * @param operator what is done
     * @param left the first
     * @param right the second
     */
    record Binary(Operator operator, Arithmetic left, Arithmetic right) implements Arithmetic {}
}
