package dev.spine.extension.services.host.filter;

import dev.spine.extension.services.packet.IpPrefix;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the name or number behind qualifiers. */
final class IdentifierParser {
    private final TokenReader tokens;

    IdentifierParser(TokenReader tokens) {
        this.tokens = tokens;
    }

    Expression parse(Qualifiers qualifiers, int shift) throws FilterSyntaxException {
        Token id = tokens.take();
        return switch (qualifiers.type()) {
            case HOST -> host(qualifiers, id, shift);
            case NET -> net(qualifiers, id, shift);
            case PORT -> {
                int port = port(id, id.text());
                yield new Expression.Ports(ported(qualifiers, id), qualifiers.direction(), port, port, shift);
            }
            case PORT_RANGE -> range(qualifiers, id, shift);
            case PROTOCOL -> protocol(qualifiers.layer(), id, shift);
        };
    }

    private Expression host(Qualifiers qualifiers, Token id, int shift) throws FilterSyntaxException {
        if (id.kind() == Token.Kind.HARDWARE || qualifiers.layer() == Layer.ETHER) {
            return hardware(qualifiers, id);
        }
        if (id.kind() == Token.Kind.GROUPS) {
            return address6(qualifiers, id, 128, shift);
        }
        if (id.kind() != Token.Kind.DOTTED || id.text().chars().filter(c -> c == '.').count() != 3) {
            throw TokenReader.wrong(id, id.kind() == Token.Kind.WORD ? "names of hosts are not known here: write the address of "
                + id.shown()
                : "expected an address, found " + id.shown());
        }
        return new Expression.Address4(over4(qualifiers, id), qualifiers.direction(), address4(id), -1, shift);
    }

    private static Expression hardware(Qualifiers qualifiers, Token id) throws FilterSyntaxException {
        if (id.kind() != Token.Kind.HARDWARE || qualifiers.layer() != Layer.ETHER) {
            throw TokenReader.wrong(id, id.kind() == Token.Kind.HARDWARE ? "a hardware address needs 'ether' before it: ether host "
                + id.text() : "expected a hardware address like 2:53:50:4e:0:1, found " + id.shown());
        }
        long address = 0;
        for (String group : id.text().split("[:-]", -1)) {
            address = address << 8 | Integer.parseInt(group, 16);
        }
        return new Expression.HardwareAddress(qualifiers.direction(), address);
    }

    private Expression net(Qualifiers qualifiers, Token id, int shift) throws FilterSyntaxException {
        if (id.kind() == Token.Kind.GROUPS) {
            return address6(qualifiers, id, tokens.takeIf("/") ? bits(128) : 128, shift);
        }
        if (id.kind() != Token.Kind.DOTTED && id.kind() != Token.Kind.NUMBER) {
            throw TokenReader.wrong(id, "expected a net like 10.1.0.0/16, found " + id.shown());
        }
        int groups = 1 + (int) id.text().chars().filter(c -> c == '.').count();
        int address = address4(id);
        int mask;
        if (tokens.takeIf("/")) {
            int bits = bits(32);
            mask = bits == 0 ? 0 : -1 << 32 - bits;
        } else if (tokens.takeIf("mask")) {
            mask = address4(tokens.take());
        } else {
            mask = -1 << 32 - groups * 8;
        }
        if ((address & ~mask) != 0) {
            throw TokenReader.wrong(id, "the net " + id.text() + " has bits behind its mask");
        }
        return new Expression.Address4(over4(qualifiers, id), qualifiers.direction(), address, mask, shift);
    }

    private int bits(int most) throws FilterSyntaxException {
        Token bits = tokens.take();
        int value = bits.kind() == Token.Kind.NUMBER ? TokenReader.number(bits) : -1;
        if (value < 0 || value > most) {
            throw TokenReader.wrong(bits, "expected a number of bits up to " + most + ", found " + bits.shown());
        }
        return value;
    }

    /** Of less than four groups, the first ones. */
    private static int address4(Token id) throws FilterSyntaxException {
        String[] groups = id.text().split("\\.", -1);
        if (groups.length > 4 || id.kind() != Token.Kind.DOTTED && id.kind() != Token.Kind.NUMBER) {
            throw TokenReader.wrong(id, "expected an address, found " + id.shown());
        }
        int address = 0;
        for (int i = 0; i < 4; i++) {
            int group = 0;
            if (i < groups.length) {
                group = groups[i].length() > 3 ? 256 : Integer.parseInt(groups[i]);
            }
            if (group > 255) {
                throw TokenReader.wrong(id, "'" + id.text() + "' is no address: its numbers go up to 255");
            }
            address = address << 8 | group;
        }
        return address;
    }

    private static @Nullable Layer over4(Qualifiers qualifiers, Token id) throws FilterSyntaxException {
        Layer layer = qualifiers.layer();
        if (layer == null || layer == Layer.IP || layer == Layer.ARP || layer == Layer.RARP) {
            return layer;
        }
        throw TokenReader.wrong(id, "'" + layer.word() + "' has no IPv4 addresses: write " + layer.word() + " and host " + id.text());
    }

    private static Expression address6(Qualifiers qualifiers, Token id, int bits, int shift) throws FilterSyntaxException {
        Layer layer = qualifiers.layer();
        if (layer != null && layer != Layer.IP6) {
            throw TokenReader.wrong(id, "'" + layer.word() + "' has no IPv6 addresses: write " + layer.word() + " and host " + id.text());
        }
        try {
            IpPrefix whole = IpPrefix.parse(id.text());
            IpPrefix prefix = new IpPrefix(6, whole.high(), whole.low(), bits);
            if (prefix.high() != whole.high() || prefix.low() != whole.low()) {
                throw TokenReader.wrong(id, "the net " + id.text() + " has bits behind its mask");
            }
            return new Expression.Address6(qualifiers.direction(), prefix.high(), prefix.low(), bits, shift);
        } catch (IllegalArgumentException e) {
            throw TokenReader.wrong(id, "'" + id.text() + "' is no IPv6 address");
        }
    }

    private static @Nullable Layer ported(Qualifiers qualifiers, Token id) throws FilterSyntaxException {
        Layer layer = qualifiers.layer();
        if (layer != null && !layer.hasPorts()) {
            throw TokenReader.wrong(id, "'" + layer.word() + "' has no ports: write " + layer.word() + " and port " + id.text());
        }
        return layer;
    }

    private static int port(Token id, String text) throws FilterSyntaxException {
        Integer named = FilterNames.PORTS.get(text.toLowerCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        int number;
        try {
            number = Integer.decode(text);
        } catch (NumberFormatException e) {
            number = -1;
        }
        if (number < 0 || number > 0xFFFF) {
            throw TokenReader.wrong(id, "'" + text + "' is no port: write a number from 0 to 65535");
        }
        return number;
    }

    private static Expression range(Qualifiers qualifiers, Token id, int shift) throws FilterSyntaxException {
        String[] ends = id.text().split("-", 2);
        int first = port(id, ends[0]);
        int last = port(id, ends[ends.length - 1]);
        return new Expression.Ports(ported(qualifiers, id), qualifiers.direction(), Math.min(first, last), Math.max(first, last), shift);
    }

    private static Expression protocol(@Nullable Layer over, Token id, int shift) throws FilterSyntaxException {
        String word = id.text().startsWith("\\") ? id.text().substring(1) : id.text();
        Layer named = Layer.of(word);
        int number;
        if (id.kind() == Token.Kind.NUMBER) {
            number = TokenReader.number(id);
        } else if (named != null && named != Layer.ETHER && named.kind() == Layer.Kind.NETWORK == (over == Layer.ETHER)) {
            number = named.number();
        } else {
            throw TokenReader.wrong(id, id.shown() + " is no protocol here: write its number");
        }
        if (over == Layer.ETHER) {
            if (number < 0x600 || number > 0xFFFF) {
                throw TokenReader.wrong(id, "an EtherType is 0x600 to 0xffff, not " + id.text());
            }
            return new Expression.EtherType(number, shift);
        }
        if (over != null && over != Layer.IP && over != Layer.IP6) {
            throw TokenReader.wrong(id, "'" + over.word() + "' has no protocols above it");
        }
        if (number < 0 || number > 255) {
            throw TokenReader.wrong(id, "a protocol number is 0 to 255, not " + id.text());
        }
        return new Expression.IpProtocol(over, number, shift);
    }
}
