package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.iop.packet.wire.Address;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceFile;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.file.FilePosition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The servers of all services, and nothing that is none. */
class ServiceServersTest {
    private static NetworkService service(NetworkServiceKind kind, Map<String, String> parameters) {
        return new NetworkService(kind.word(), kind, List.of("card0"), NetworkServiceFile.image(kind), parameters, List.of(),
            FilePosition.of("a test"));
    }

    @Test
    void serversOfForwardsAndOfHostingAreFound() {
        Set<Address> servers = ServiceServers.of(List.of(
            service(NetworkServiceKind.NAT, Map.of("outside", "192.0.2.1", "forward", "tcp:80>10.0.0.5:8080, udp:53>10.0.0.6:53,nonsense")),
            service(NetworkServiceKind.HOSTING, Map.of("services", "a,b", "a.at", "tcp:192.0.2.2:80", "a.servers",
                "10.0.0.6:80, 10.0.0.7:80,nowhere", "b.at", "udp:192.0.2.2:53", "b.servers", "10.0.0.8:53")),
            service(NetworkServiceKind.FLOOD, Map.of())));
        assertEquals(Set.of(Address.parse("10.0.0.5"), Address.parse("10.0.0.6"), Address.parse("10.0.0.7"), Address.parse("10.0.0.8")),
            servers);
    }
}
