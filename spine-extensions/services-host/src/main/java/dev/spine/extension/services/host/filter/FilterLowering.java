package dev.spine.extension.services.host.filter;

import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import org.jspecify.annotations.Nullable;

/**
 * Says what an expression means in comparisons of bytes of a packet, as libpcap's gencode.c does for Ethernet: in the same order, with the
 * same tests that a protocol is there before its bytes are looked at.
 */
final class FilterLowering {
    private static final int TYPE_AT = EtherType.OFFSET;
    private static final int NETWORK_AT = EtherType.HEADER_BYTES;
    private static final int IPV6_BYTES = 40;
    private static final int FRAGMENT_HEADER = 44;
    private static final int[] TAGS = {EtherType.VLAN, EtherType.SERVICE_VLAN, EtherType.OLD_SERVICE_VLAN};
    private static final Layer[] WITH_PORTS = {Layer.TCP, Layer.UDP, Layer.SCTP};

    private FilterLowering() {}

    static Condition of(Expression expression) {
        return switch (expression) {
            case Expression.All all -> Condition.ALWAYS;
            case Expression.Not not -> Condition.not(of(not.of()));
            case Expression.And and -> and(of(and.left()), of(and.right()));
            case Expression.Or or -> or(of(or.left()), of(or.right()));
            case Expression.Protocol protocol -> protocol(protocol.layer(), protocol.shift());
            case Expression.IpProtocol protocol -> ipProtocol(protocol.over(), protocol.number(), protocol.shift());
            case Expression.EtherType type -> type(type.number(), type.shift());
            case Expression.Address4 address -> address4(address);
            case Expression.Address6 address -> ends(address.direction(), address6(address, 8), address6(address, 24));
            case Expression.HardwareAddress address -> ends(address.direction(), hardware(address, 6), hardware(address, 0));
            case Expression.Ports ports -> ports(ports);
            case Expression.Vlan tag -> tag(tag);
            case Expression.Multicast multicast -> multicast(multicast.layer(), multicast.shift());
            case Expression.Relation relation -> relation(relation);
        };
    }

    private static Condition and(Condition left, Condition right) {
        return left == Condition.ALWAYS ? right : new Condition.And(left, right);
    }

    private static Condition or(Condition left, Condition right) {
        return left == Condition.NEVER ? right : new Condition.Or(left, right);
    }

    private static Condition equal(Value value, int number) {
        return new Condition.Test(value, Comparison.EQUAL, new Value.Constant(number));
    }

    private static Value load(int offset, int size) {
        return new Value.Load(null, offset, size);
    }

    private static Condition type(int number, int shift) {
        return equal(load(TYPE_AT + shift, 2), number);
    }

    private static Condition ends(Direction direction, Condition source, Condition destination) {
        return switch (direction) {
            case SOURCE -> source;
            case DESTINATION -> destination;
            case EITHER -> or(source, destination);
            case BOTH -> and(source, destination);
        };
    }

    private static Condition protocol(Layer layer, int shift) {
        return switch (layer.kind()) {
            case LINK -> Condition.ALWAYS;
            case NETWORK -> type(layer.number(), shift);
            case TRANSPORT -> ipProtocol(null, layer.number(), shift);
            case OVER_IPV4 -> ipProtocol(Layer.IP, layer.number(), shift);
            case OVER_IPV6 -> ipProtocol(Layer.IP6, layer.number(), shift);
        };
    }

    private static Condition ipProtocol(@Nullable Layer over, int number, int shift) {
        int network = NETWORK_AT + shift;
        Condition four = and(type(Layer.IP.number(), shift), equal(load(network + 9, 1), number));
        Condition behindFragment = and(equal(load(network + 6, 1), FRAGMENT_HEADER), equal(load(network + IPV6_BYTES, 1), number));
        Condition six = and(type(Layer.IP6.number(), shift), or(equal(load(network + 6, 1), number), behindFragment));
        return over == null ? or(four, six) : over == Layer.IP ? four : six;
    }

    private static Condition address4(Expression.Address4 address) {
        if (address.in() != null) {
            return address4(address, address.in());
        }
        return or(or(address4(address, Layer.IP), address4(address, Layer.ARP)), address4(address, Layer.RARP));
    }

    private static Condition address4(Expression.Address4 address, Layer in) {
        int source = in == Layer.IP ? Ipv4Header.SOURCE : 14;
        int destination = in == Layer.IP ? 16 : 24;
        return ends(address.direction(), address4(address, in, source), address4(address, in, destination));
    }

    private static Condition address4(Expression.Address4 address, Layer in, int at) {
        return and(type(in.number(), address.shift()), masked(NETWORK_AT + address.shift() + at, address.address(), address.mask()));
    }

    /** Where no bit counts, nothing is loaded. */
    private static Condition masked(int offset, int bits, int mask) {
        return mask == 0 ? Condition.ALWAYS
            : equal(Value.of(Operator.AND, load(offset, 4), new Value.Constant(mask)), bits);
    }

    private static Condition address6(Expression.Address6 address, int at) {
        Condition all = type(Layer.IP6.number(), address.shift());
        for (int word = 0; word < 4; word++) {
            int bits = Math.clamp(address.bits() - word * 32L, 0, 32);
            long half = word < 2 ? address.high() : address.low();
            int value = (int) (word % 2 == 0 ? half >>> 32 : half);
            if (bits > 0) {
                all = and(all, masked(NETWORK_AT + address.shift() + at + word * 4, value, -1 << 32 - bits));
            }
        }
        return all;
    }

    private static Condition hardware(Expression.HardwareAddress address, int at) {
        return and(equal(load(at + 2, 4), (int) address.address()), equal(load(at, 2), (int) (address.address() >>> 32)));
    }

    private static Condition ports(Expression.Ports ports) {
        int network = NETWORK_AT + ports.shift();
        Condition six = and(type(Layer.IP6.number(), ports.shift()), and(withPorts(ports, network + 6), portsAt(ports, null,
            network + IPV6_BYTES)));
        Condition four = and(type(Layer.IP.number(), ports.shift()), and(withPorts(ports, network + 9),
            and(firstFragment(ports.shift()), portsAt(ports, headerBytes(network), network))));
        return or(six, four);
    }

    private static Condition withPorts(Expression.Ports ports, int at) {
        if (ports.layer() != null) {
            return equal(load(at, 1), ports.layer().number());
        }
        Condition any = Condition.NEVER;
        for (Layer layer : WITH_PORTS) {
            any = or(any, equal(load(at, 1), layer.number()));
        }
        return any;
    }

    private static Condition portsAt(Expression.Ports ports, @Nullable Value base, int offset) {
        return ends(ports.direction(), port(ports, new Value.Load(base, offset, 2)), port(ports, new Value.Load(base, offset + 2, 2)));
    }

    private static Condition port(Expression.Ports ports, Value port) {
        if (ports.first() == ports.last()) {
            return equal(port, ports.first());
        }
        return and(new Condition.Test(port, Comparison.NOT_LESS, new Value.Constant(ports.first())),
            new Condition.Test(port, Comparison.NOT_GREATER, new Value.Constant(ports.last())));
    }

    private static Condition firstFragment(int shift) {
        return equal(Value.of(Operator.AND, load(NETWORK_AT + shift + 6, 2), new Value.Constant(Ipv4Header.FRAGMENT_OFFSET)), 0);
    }

    /** The bytes of an IPv4 header. */
    private static Value headerBytes(int network) {
        return Value.of(Operator.MULTIPLY, Value.of(Operator.AND, load(network, 1), new Value.Constant(0xF)), new Value.Constant(4));
    }

    private static Condition tag(Expression.Vlan tag) {
        Condition any = Condition.NEVER;
        for (int type : TAGS) {
            any = or(any, type(type, tag.shift()));
        }
        return tag.number() < 0 ? any : and(any,
            equal(Value.of(Operator.AND, load(NETWORK_AT + tag.shift(), 2), new Value.Constant(0xFFF)), tag.number()));
    }

    private static Condition multicast(Layer layer, int shift) {
        int network = NETWORK_AT + shift;
        return switch (layer) {
            case IP -> and(type(layer.number(), shift),
                new Condition.Test(load(network + 16, 1), Comparison.NOT_LESS, new Value.Constant(224)));
            case IP6 -> and(type(layer.number(), shift), equal(load(network + 24, 1), 255));
            default -> new Condition.Test(Value.of(Operator.AND, load(0, 1), new Value.Constant(1)), Comparison.DIFFERENT,
                new Value.Constant(0));
        };
    }

    private static Condition relation(Expression.Relation relation) {
        Condition test = new Condition.Test(value(relation.left()), relation.comparison(), value(relation.right()));
        return and(present(relation.left()), and(present(relation.right()), test));
    }

    /** That a packet has the protocols whose bytes a number is made of. */
    private static Condition present(Arithmetic number) {
        return switch (number) {
            case Arithmetic.Binary binary -> {
                Condition left = present(binary.left());
                Condition right = present(binary.right());
                yield right == Condition.ALWAYS ? left : and(left, right);
            }
            case Arithmetic.Accessor accessor -> {
                Condition index = present(accessor.index());
                Condition own = present(accessor.layer(), accessor.shift());
                yield own == Condition.ALWAYS ? index : and(index, own);
            }
            case Arithmetic.Constant constant -> Condition.ALWAYS;
            case Arithmetic.PacketBytes length -> Condition.ALWAYS;
        };
    }

    private static Condition present(Layer layer, int shift) {
        return switch (layer.kind()) {
            case LINK -> Condition.ALWAYS;
            case NETWORK -> type(layer.number(), shift);
            case TRANSPORT, OVER_IPV4 -> and(type(Layer.IP.number(), shift), and(protocol(layer, shift), firstFragment(shift)));
            case OVER_IPV6 -> and(type(Layer.IP6.number(), shift), equal(load(NETWORK_AT + shift + 6, 1), layer.number()));
        };
    }

    private static Value value(Arithmetic number) {
        return switch (number) {
            case Arithmetic.Constant constant -> new Value.Constant(constant.value());
            case Arithmetic.PacketBytes length -> new Value.Length();
            case Arithmetic.Binary binary -> Value.of(binary.operator(), value(binary.left()), value(binary.right()));
            case Arithmetic.Accessor accessor -> accessor(accessor);
        };
    }

    private static Value accessor(Arithmetic.Accessor accessor) {
        int network = NETWORK_AT + accessor.shift();
        Value index = value(accessor.index());
        Value base = switch (accessor.layer().kind()) {
            case TRANSPORT, OVER_IPV4 -> headerBytes(network);
            case LINK, NETWORK, OVER_IPV6 -> null;
        };
        int offset = switch (accessor.layer().kind()) {
            case LINK -> 0;
            case NETWORK, TRANSPORT, OVER_IPV4 -> network;
            case OVER_IPV6 -> network + IPV6_BYTES;
        };
        if (index instanceof Value.Constant constant) {
            return new Value.Load(base, offset + constant.number(), accessor.size());
        }
        return new Value.Load(base == null ? index : Value.of(Operator.ADD, base, index), offset, accessor.size());
    }
}
