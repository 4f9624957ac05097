package dev.spine.command.route.service;

import dev.spine.extension.services.nat.PortForward;
import dev.spine.iop.packet.wire.Address;
import dev.spine.system.NetworkService;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The servers to which services send connections: those of {@code forward} of masquerading, and of {@code NAME.servers} of virtual hosting.
 * What a service has rewritten cannot go by way of the host, so a card has to know the neighbour before the first client calls. Any thread.
 */
public final class ServiceServers {
    private static final String SERVERS = ".servers";

    private ServiceServers() {}

    /**
     * {@return the addresses of all of them; what is no server is told by the card that reads it}
     *
     * @param services of a router
     */
    public static Set<Address> of(List<NetworkService> services) {
        Set<Address> all = new LinkedHashSet<>();
        for (NetworkService service : services) {
            switch (service.kind()) {
                case NAT -> parts(service.parameters().getOrDefault("forward", "")).forEach(part -> addForward(part, all));
                case HOSTING -> {
                    for (Map.Entry<String, String> parameter : service.parameters().entrySet()) {
                        if (parameter.getKey().endsWith(SERVERS)) {
                            parts(parameter.getValue()).forEach(part -> addServer(part, all));
                        }
                    }
                }
                default -> { }
            }
        }
        return all;
    }

    private static List<String> parts(String text) {
        return List.of(text.split(","));
    }

    private static void addForward(String text, Set<Address> to) {
        try {
            to.add(Address.v4(PortForward.parse(text.strip()).address()));
        } catch (IllegalArgumentException _) {
            // Nothing is sent there.
        }
    }

    private static void addServer(String text, Set<Address> to) {
        int colon = text.lastIndexOf(':');
        try {
            to.add(Address.parse(text.substring(0, Math.max(0, colon)).strip()));
        } catch (IllegalArgumentException _) {
            // Nothing is sent there.
        }
    }
}
