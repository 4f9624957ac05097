package dev.spine.extension.services.host.filter;

import org.jspecify.annotations.Nullable;

/**
 * What an expression says, as a tree. Shifts are how far VLAN tags that the expression asked for before move the headers behind them, in
 * bytes. Immutable; any thread.
 */
public sealed interface Expression {
    /** Every packet. */
    record All() implements Expression {}

    /**
     * Packets for which another expression does not hold.
     *
     * @param of the other
     */
    record Not(Expression of) implements Expression {}

    /**
     * Both hold.
     *
     * @param left looked at first
     * @param right looked at when the first holds
     */
    record And(Expression left, Expression right) implements Expression {}

    /**
     * At least one holds.
     *
     * @param left looked at first
     * @param right looked at when the first does not hold
     */
    record Or(Expression left, Expression right) implements Expression {}

    /**
     * Packets of a protocol.
     *
     * @param layer the protocol
     * @param shift of the headers
     */
    record Protocol(Layer layer, int shift) implements Expression {}

    /**
     * A protocol number in an IP header.
     *
     * @param over {@link Layer#IP}, {@link Layer#IP6}, or null for either
     * @param number 0 to 255
     * @param shift of the headers
     */
    record IpProtocol(@Nullable Layer over, int number, int shift) implements Expression {}

    /**
     * An EtherType.
     *
     * @param number 1,536 to 65,535
     * @param shift of the headers
     */
    record EtherType(int number, int shift) implements Expression {}

    /**
     * An IPv4 address, or the first bits of one.
     *
     * @param in {@link Layer#IP}, {@link Layer#ARP}, {@link Layer#RARP}, or null for all of them
     * @param direction which end
     * @param address its bits; 0 where the mask is 0
     * @param mask which count
     * @param shift of the headers
     */
    record Address4(@Nullable Layer in, Direction direction, int address, int mask, int shift) implements Expression {}

    /**
     * An IPv6 address, or the first bits of one.
     *
     * @param direction which end
     * @param high its first 64 bits; 0 behind the prefix
     * @param low its last 64 bits; 0 behind the prefix
     * @param bits how many count, 0 to 128
     * @param shift of the headers
     */
    record Address6(Direction direction, long high, long low, int bits, int shift) implements Expression {}

    /**
     * A hardware address.
     *
     * @param direction which end
     * @param address its 48 bits
     */
    record HardwareAddress(Direction direction, long address) implements Expression {}

    /**
     * Ports of unfragmented packets and first fragments.
     *
     * @param layer {@link Layer#TCP}, {@link Layer#UDP}, {@link Layer#SCTP}, or null for all of them
     * @param direction which end
     * @param first the lowest port
     * @param last the highest port
     * @param shift of the headers
     */
    record Ports(@Nullable Layer layer, Direction direction, int first, int last, int shift) implements Expression {}

    /**
     * A VLAN tag.
     *
     * @param number of the VLAN, or -1 for any
     * @param shift of the tag by tags before it
     */
    record Vlan(int number, int shift) implements Expression {}

    /**
     * Packets to many.
     *
     * @param layer {@link Layer#ETHER}, {@link Layer#IP} or {@link Layer#IP6}
     * @param shift of the headers
     */
    record Multicast(Layer layer, int shift) implements Expression {}

    /**
     * A comparison of numbers. It does not hold in packets that lack a protocol whose bytes it names.
     *
     * @param left the first
     * @param comparison how
     * @param right the second
     */
    record Relation(Arithmetic left, Comparison comparison, Arithmetic right) implements Expression {}
}
