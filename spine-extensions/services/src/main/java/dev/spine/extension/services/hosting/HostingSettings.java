package dev.spine.extension.services.hosting;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * What the operator says of virtual hosting, as parameters of the extension.
 *
 * @param services in the order in which they were named
 * @param connections how many are followed at a time
 * @param requests of how many connections the first request is waited for at a time
 * @param headBytes how much of a first request is kept
 * @param mss the largest segment that clients are asked to send
 * @param timeOutsMs how long an unused connection lives, by stage
 * @param requestMs how long a first request may take to come
 * @param order the priority number of the packet handlers, lower than the router's
 */
record HostingSettings(List<VirtualService> services, int connections, int requests, int headBytes, int mss, List<Integer> timeOutsMs,
    int requestMs, int order) {
    private static final int MAX_SERVICES = 32;
    private static final int MAX_SERVERS = 32;
    private static final int MAX_HOSTS = 64;
    private static final int MAX_NAME = 253;
    private static final int STANDARD_ORDER = -20;

    /**
     * {@return the settings that the parameters of an extension say}
     *
     * @param context the extension's
     * @throws IllegalArgumentException when one is missing or wrong; the text is for people
     */
    static HostingSettings of(ExtensionContext context) {
        List<String> names = ExtensionParameters.list(context, "services");
        if (names.isEmpty() || names.size() > MAX_SERVICES) {
            throw new IllegalArgumentException("virtual hosting needs the parameter services with 1 to " + MAX_SERVICES
                + " names, as in services=shop,blog");
        }
        List<VirtualService> services = new ArrayList<>();
        for (String name : names) {
            services.add(service(context, name));
        }
        for (int i = 0; i < services.size(); i++) {
            for (int j = 0; j < i; j++) {
                checkPair(services.get(i), services.get(j));
            }
        }
        int transitory = seconds(context, "tcp-transitory-timeout", 240);
        return new HostingSettings(services, number(context, "connections", 4_096, 16, 1_000_000), number(context, "requests", 64, 1, 256),
            number(context, "head-bytes", 4_096, 512, 16_384), number(context, "mss", 1_460, 536, 8_960),
            List.of(transitory, 1_000, transitory, seconds(context, "udp-timeout", 300), seconds(context, "tcp-timeout", 7_440)),
            seconds(context, "request-timeout", 10), number(context, "order", STANDARD_ORDER, -32_768, 32_767));
    }

    private static VirtualService service(ExtensionContext context, String name) {
        String at = context.parameter(name + ".at");
        if (at == null) {
            throw new IllegalArgumentException("the service " + name + " needs the parameter " + name + ".at, as in " + name
                + ".at=tcp:192.0.2.1:80");
        }
        Endpoint endpoint = Endpoint.parse(at.trim());
        List<Endpoint> servers = new ArrayList<>();
        for (String server : ExtensionParameters.list(context, name + ".servers")) {
            servers.add(Endpoint.of(endpoint.protocol(), server));
        }
        if (servers.isEmpty() || servers.size() > MAX_SERVERS) {
            throw new IllegalArgumentException("the parameter " + name + ".servers has 1 to " + MAX_SERVERS
                + " servers, as in " + name + ".servers=10.0.0.5:8080,10.0.0.6:8080");
        }
        List<String> hosts = new ArrayList<>();
        for (String host : ExtensionParameters.list(context, name + ".hosts")) {
            hosts.add(host(name, host));
        }
        if (hosts.size() > MAX_HOSTS || !hosts.isEmpty() && endpoint.protocol() != PacketHeaders.TCP) {
            throw new IllegalArgumentException("the parameter " + name + ".hosts has at most " + MAX_HOSTS + " names, and tcp at its end");
        }
        return new VirtualService(name, endpoint, hosts, servers);
    }

    private static String host(String service, String text) {
        StringBuilder lower = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean star = c == '*' && i == 0 && text.length() > 2 && text.charAt(1) == '.';
            boolean fits = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_';
            if (!fits && !star || text.length() > MAX_NAME) {
                throw new IllegalArgumentException("'" + text + "' of " + service + ".hosts is no name of a host: write shop.example.org or"
                    + " *.example.org");
            }
            lower.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
        }
        return lower.toString();
    }

    private static void checkPair(VirtualService one, VirtualService other) {
        if (!one.endpoint().equals(other.endpoint())) {
            return;
        }
        if (one.hosts().isEmpty() && other.hosts().isEmpty()) {
            throw new IllegalArgumentException("the services " + other.name() + " and " + one.name()
                + " are at one endpoint and have no hosts: give one of them the parameter hosts");
        }
        for (String host : one.hosts()) {
            if (other.hosts().contains(host)) {
                throw new IllegalArgumentException("the services " + other.name() + " and " + one.name() + " have both the host " + host);
            }
        }
    }

    private static int number(ExtensionContext context, String name, int standard, int least, int most) {
        return (int) ExtensionParameters.number(context, name, standard, least, most);
    }

    private static int seconds(ExtensionContext context, String name, int standard) {
        return number(context, name, standard, 1, 1_000_000) * 1_000;
    }

    /** {@return the endpoints, each once} */
    List<Endpoint> endpoints() {
        List<Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            if (!endpoints.contains(services.get(i).endpoint())) {
                endpoints.add(services.get(i).endpoint());
            }
        }
        return endpoints;
    }
}
