package dev.spine.extension.services.host.filter;

import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;

/**
 * Decides about packets by walking through an expression anew for each: what compiled filters are compared with, in what they say and in
 * how long they take. Used by one thread.
 */
public final class ExpressionInterpreter {
    private final Expression expression;
    private byte[] packet = new byte[0];
    /** Bytes that are not there were asked for: the expression is false, whatever else is found. */
    private boolean outside;

    /**
     * Makes an interpreter.
     *
     * @param expression what it decides by
     */
    public ExpressionInterpreter(Expression expression) {
        this.expression = expression;
    }

    /**
     * {@return whether the expression holds}
     *
     * @param frame a packet from its MAC header on
     */
    public boolean holds(byte[] frame) {
        packet = frame;
        outside = false;
        return holds(expression) && !outside;
    }

    private boolean holds(Expression what) {
        return !outside && switch (what) {
            case Expression.All all -> true;
            case Expression.Not not -> !holds(not.of());
            case Expression.And and -> holds(and.left()) && holds(and.right());
            case Expression.Or or -> holds(or.left()) || holds(or.right());
            case Expression.Protocol protocol -> isProtocol(protocol.layer(), protocol.shift());
            case Expression.IpProtocol protocol -> protocol.over() != Layer.IP6 && overIpv4(protocol.number(), protocol.shift())
                || protocol.over() != Layer.IP && overIpv6(protocol.number(), protocol.shift());
            case Expression.EtherType type -> type(type.shift()) == type.number();
            case Expression.Address4 address -> hasAddress(address);
            case Expression.Address6 address -> type(address.shift()) == EtherType.IPV6 && ends(address.direction(), hasPrefix(address, 8),
                () -> hasPrefix(address, 24));
            case Expression.HardwareAddress address -> ends(address.direction(), hardware(6) == address.address(),
                () -> hardware(0) == address.address());
            case Expression.Ports ports -> hasPorts(ports);
            case Expression.Vlan tag -> isTagged(tag.shift()) && (tag.number() < 0 || (load(14 + tag.shift(), 2) & 0xFFF) == tag.number());
            case Expression.Multicast multicast -> isMulticast(multicast.layer(), multicast.shift());
            case Expression.Relation relation -> present(relation.left()) && present(relation.right()) && compare(relation);
        };
    }

    private interface Later {
        boolean holds();
    }

    /** The second end is looked at only where that changes anything. */
    private static boolean ends(Direction direction, boolean source, Later destination) {
        return switch (direction) {
            case SOURCE -> source;
            case DESTINATION -> destination.holds();
            case EITHER -> source || destination.holds();
            case BOTH -> source && destination.holds();
        };
    }

    private int load(long at, int size) {
        if (at < 0 || at + size > packet.length) {
            outside = true;
            return 0;
        }
        int value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | packet[(int) at + i] & 0xFF;
        }
        return value;
    }

    private int type(int shift) {
        return load(EtherType.OFFSET + shift, 2);
    }

    private boolean isTagged(int shift) {
        int type = type(shift);
        return type == EtherType.VLAN || type == EtherType.SERVICE_VLAN || type == EtherType.OLD_SERVICE_VLAN;
    }

    private boolean overIpv4(int number, int shift) {
        return type(shift) == EtherType.IPV4 && load(14 + 9 + shift, 1) == number;
    }

    private boolean overIpv6(int number, int shift) {
        if (type(shift) != EtherType.IPV6) {
            return false;
        }
        int next = load(14 + 6 + shift, 1);
        return next == number || next == 44 && load(14 + 40 + shift, 1) == number;
    }

    private boolean isProtocol(Layer layer, int shift) {
        return switch (layer.kind()) {
            case LINK -> true;
            case NETWORK -> type(shift) == layer.number();
            case TRANSPORT -> overIpv4(layer.number(), shift) || overIpv6(layer.number(), shift);
            case OVER_IPV4 -> overIpv4(layer.number(), shift);
            case OVER_IPV6 -> overIpv6(layer.number(), shift);
        };
    }

    private boolean hasAddress(Expression.Address4 address) {
        int type = type(address.shift());
        int source;
        int destination;
        if (type == EtherType.IPV4 && (address.in() == null || address.in() == Layer.IP)) {
            source = Ipv4Header.SOURCE;
            destination = Ipv4Header.DESTINATION;
        } else if (type == EtherType.ARP && (address.in() == null || address.in() == Layer.ARP)
            || type == 0x8035 && (address.in() == null || address.in() == Layer.RARP)) {
            source = 14;
            destination = 24;
        } else {
            return false;
        }
        int network = 14 + address.shift();
        if (address.mask() == 0) {
            return true;
        }
        return ends(address.direction(), address.direction() != Direction.DESTINATION && has(address, network + source),
            () -> has(address, network + destination));
    }

    private boolean has(Expression.Address4 address, int at) {
        return (load(at, 4) & address.mask()) == address.address();
    }

    private boolean hasPrefix(Expression.Address6 address, int at) {
        if (at == 8 && address.direction() == Direction.DESTINATION) {
            return false;
        }
        for (int word = 0; word < 4; word++) {
            int bits = Math.clamp(address.bits() - word * 32L, 0, 32);
            long half = word < 2 ? address.high() : address.low();
            int expected = (int) (word % 2 == 0 ? half >>> 32 : half);
            if (bits > 0 && (load(14 + address.shift() + at + word * 4, 4) & -1 << 32 - bits) != expected) {
                return false;
            }
        }
        return true;
    }

    private long hardware(int at) {
        return (load(at, 2) & 0xFFFFL) << 32 | load(at + 2, 4) & 0xFFFF_FFFFL;
    }

    private boolean hasPorts(Expression.Ports ports) {
        int type = type(ports.shift());
        int network = 14 + ports.shift();
        if (type != EtherType.IPV4 && type != EtherType.IPV6) {
            return false;
        }
        int protocol = load(network + (type == EtherType.IPV4 ? 9 : 6), 1);
        if (ports.layer() == null ? protocol != 6 && protocol != 17 && protocol != 132 : protocol != ports.layer().number()) {
            return false;
        }
        int at = network + 40;
        if (type == EtherType.IPV4) {
            if ((load(network + 6, 2) & Ipv4Header.FRAGMENT_OFFSET) != 0) {
                return false;
            }
            at = network + (load(network, 1) & 0xF) * 4;
        }
        int first = at;
        return ends(ports.direction(), ports.direction() != Direction.DESTINATION && inRange(ports, load(first, 2)),
            () -> inRange(ports, load(first + 2, 2)));
    }

    private static boolean inRange(Expression.Ports ports, int port) {
        return port >= ports.first() && port <= ports.last();
    }

    private boolean isMulticast(Layer layer, int shift) {
        return switch (layer) {
            case IP -> type(shift) == EtherType.IPV4 && load(14 + Ipv4Header.DESTINATION + shift, 1) >= 224;
            case IP6 -> type(shift) == EtherType.IPV6 && load(14 + 24 + shift, 1) == 255;
            default -> (load(0, 1) & 1) != 0;
        };
    }

    private boolean present(Arithmetic number) {
        return !outside && switch (number) {
            case Arithmetic.Constant constant -> true;
            case Arithmetic.PacketBytes length -> true;
            case Arithmetic.Binary binary -> present(binary.left()) && present(binary.right());
            case Arithmetic.Accessor accessor -> present(accessor.index()) && present(accessor.layer(), accessor.shift());
        };
    }

    private boolean present(Layer layer, int shift) {
        return switch (layer.kind()) {
            case LINK -> true;
            case NETWORK -> type(shift) == layer.number();
            case TRANSPORT, OVER_IPV4 -> overIpv4(layer.number(), shift) && (load(14 + 6 + shift, 2) & Ipv4Header.FRAGMENT_OFFSET) == 0;
            case OVER_IPV6 -> type(shift) == EtherType.IPV6 && load(14 + 6 + shift, 1) == layer.number();
        };
    }

    private boolean compare(Expression.Relation relation) {
        int left = number(relation.left());
        int right = number(relation.right());
        return !outside && relation.comparison().holds(left, right);
    }

    private int number(Arithmetic number) {
        return switch (number) {
            case Arithmetic.Constant constant -> constant.value();
            case Arithmetic.PacketBytes length -> packet.length;
            case Arithmetic.Binary binary -> {
                int left = number(binary.left());
                int right = number(binary.right());
                if (binary.operator().divides() && right == 0) {
                    outside = true;
                    yield 0;
                }
                yield binary.operator().apply(left, right);
            }
            case Arithmetic.Accessor accessor -> {
                int index = number(accessor.index());
                int base = switch (accessor.layer().kind()) {
                    case LINK -> 0;
                    case NETWORK -> 14 + accessor.shift();
                    case OVER_IPV6 -> 54 + accessor.shift();
                    case TRANSPORT, OVER_IPV4 -> 14 + accessor.shift() + (load(14 + accessor.shift(), 1) & 0xF) * 4;
                };
                yield load(base + index & 0xFFFF_FFFFL, accessor.size());
            }
        };
    }
}
