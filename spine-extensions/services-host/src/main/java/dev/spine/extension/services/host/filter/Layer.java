package dev.spine.extension.services.host.filter;

import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A protocol that an expression names by a word, with its numbers. Any thread. */
public enum Layer {
    /** The MAC header. */
    ETHER(Kind.LINK, 0),
    /** IPv4. */
    IP(Kind.NETWORK, EtherType.IPV4),
    /** IPv6. */
    IP6(Kind.NETWORK, EtherType.IPV6),
    /** ARP. */
    ARP(Kind.NETWORK, EtherType.ARP),
    /** Reverse ARP. */
    RARP(Kind.NETWORK, 0x8035),
    /** TCP over either IP. */
    TCP(Kind.TRANSPORT, Ipv4Header.TCP),
    /** UDP over either IP. */
    UDP(Kind.TRANSPORT, Ipv4Header.UDP),
    /** SCTP over either IP. */
    SCTP(Kind.TRANSPORT, 132),
    /** ICMP. */
    ICMP(Kind.OVER_IPV4, 1),
    /** IGMP. */
    IGMP(Kind.OVER_IPV4, 2),
    /** VRRP. */
    VRRP(Kind.OVER_IPV4, 112),
    /** PIM over either IP. */
    PIM(Kind.TRANSPORT, 103),
    /** The authentication header over either IP. */
    AH(Kind.TRANSPORT, 51),
    /** ESP over either IP. */
    ESP(Kind.TRANSPORT, 50),
    /** ICMPv6. */
    ICMP6(Kind.OVER_IPV6, 58);

    /** Over what a protocol is. */
    public enum Kind {
        /** The frame itself. */
        LINK,
        /** Over Ethernet, by its EtherType. */
        NETWORK,
        /** Over IPv4 and IPv6, by its protocol number. */
        TRANSPORT,
        /** Over IPv4 alone. */
        OVER_IPV4,
        /** Over IPv6 alone. */
        OVER_IPV6
    }

    private final Kind kind;
    private final int number;

    Layer(Kind kind, int number) {
        this.kind = kind;
        this.number = number;
    }

    /** {@return over what it is} */
    public Kind kind() {
        return kind;
    }

    /** {@return its EtherType or protocol number; 0 of the frame} */
    public int number() {
        return number;
    }

    /** {@return whether it has ports} */
    public boolean hasPorts() {
        return this == TCP || this == UDP || this == SCTP;
    }

    /** {@return its word in expressions} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return the protocol of a word, or null}
     *
     * @param word in lower case
     */
    public static @Nullable Layer of(String word) {
        for (Layer layer : values()) {
            if (layer.word().equals(word)) {
                return layer;
            }
        }
        return word.equals("link") ? ETHER : null;
    }
}
