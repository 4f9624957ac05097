package dev.spine.command.route;

import dev.spine.extension.router.host.NextHop;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.stream.Collectors;

/** Next hops in words, by the names of the ports. Equal next hops have equal words. Immutable; any thread. */
final class HopText {
    private final List<String> ports;

    /**
     * Words with these names.
     *
     * @param ports names in the order of their numbers, from 1 on
     */
    HopText(List<String> ports) {
        this.ports = List.copyOf(ports);
    }

    /** {@return the name of a port} */
    String port(int number) {
        return number >= 1 && number <= ports.size() ? ports.get(number - 1) : "port " + number;
    }

    /** {@return a next hop, several in the order of their words} */
    String of(NextHop hop) {
        return switch (hop) {
            case NextHop.ToHost() -> "host";
            case NextHop.Own() -> "host, whose own address it is";
            case NextHop.OnLink(int port) -> port(port);
            case NextHop.Via(int port, Address gateway) -> port(port) + " via " + gateway;
            case NextHop.Limited(NextHop.Single way, int mtu) -> of(way) + " mtu " + mtu;
            case NextHop.Blackhole() -> "blackhole";
            case NextHop.Unreachable() -> "unreachable";
            case NextHop.Prohibited() -> "prohibited";
            case NextHop.Spread(List<NextHop.Way> ways) -> ways.stream().map(way -> of(way.hop()) + " weight " + way.weight()).sorted()
                .collect(Collectors.joining(", "));
        };
    }
}
