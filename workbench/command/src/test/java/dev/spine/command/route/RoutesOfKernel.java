package dev.spine.command.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the cards have to do for the routes that {@code ip} shows: an account of its own, from what people see, of what the cards are told
 * from messages. Version 6 routes with an MTU are taken for locked ones, since {@code ip -json} does not say.
 */
final class RoutesOfKernel {
    private final Map<Object, Map<String, Object>> nextHops = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Object>>> routes = new TreeMap<>();
    private final Map<String, Integer> ports;

    private RoutesOfKernel(Map<String, Integer> ports) {
        this.ports = ports;
    }

    /**
     * {@return what the cards have to do, in words, by prefix}
     *
     * @param ports numbers of the interfaces that are cards
     * @param v4 what {@code ip -json -4 route show table 254} says
     * @param v6 what {@code ip -json -6 route show table 254} says
     * @param nextHops what {@code ip -json nexthop show} says
     */
    static Map<String, String> read(Map<String, Integer> ports, String v4, String v6, String nextHops) throws IOException {
        RoutesOfKernel kernel = new RoutesOfKernel(ports);
        array(nextHops).forEach(hop -> kernel.nextHops.put(hop.get("id"), hop));
        array(v4).forEach(route -> kernel.enter(route, "0.0.0.0/0", 4));
        array(v6).forEach(route -> kernel.enter(route, "::/0", 6));
        Map<String, String> all = new TreeMap<>();
        kernel.routes.forEach((prefix, some) -> {
            String what = kernel.of(some);
            if (what != null) {
                all.put(prefix, what);
            }
        });
        return all;
    }

    private void enter(Map<String, Object> route, String any, int version) {
        String shown = String.valueOf(route.get("dst"));
        String prefix = shown.equals("default") ? any : shown.contains("/") ? shown : shown + (version == 4 ? "/32" : "/128");
        if (!prefix.startsWith("fe80:")) {
            route.put("version", version);
            routes.computeIfAbsent(Prefix.parse(prefix).toString(), key -> new ArrayList<>()).add(route);
        }
    }

    private @Nullable String of(List<Map<String, Object>> some) {
        if (some.stream().anyMatch(route -> route.containsKey("tos"))) {
            return "host";
        }
        for (Map<String, Object> route : some) {
            String what = of(route);
            if (what != null) {
                return what;
            }
        }
        return null;
    }

    private @Nullable String of(Map<String, Object> route) {
        if (route.containsKey("nhid")) {
            Map<String, Object> object = nextHops.get(route.get("nhid"));
            return object == null ? "host" : numbered(route, object);
        }
        String type = String.valueOf(route.getOrDefault("type", "unicast"));
        return switch (type) {
            case "blackhole", "unreachable", "prohibit" -> type;
            case "unicast" -> over(route, list(route.getOrDefault("nexthops", List.of(route))));
            default -> "host";
        };
    }

    private @Nullable String numbered(Map<String, Object> route, Map<String, Object> object) {
        if (object.containsKey("blackhole")) {
            return "blackhole";
        }
        if (!object.containsKey("group")) {
            return over(route, List.of(object));
        }
        List<Map<String, Object>> hops = new ArrayList<>();
        for (Map<String, Object> member : list(object.get("group"))) {
            Map<String, Object> hop = new LinkedHashMap<>(nextHops.getOrDefault(member.get("id"), Map.of()));
            if (hop.containsKey("blackhole")) {
                return "blackhole";
            }
            hop.put("weight", member.getOrDefault("weight", 1));
            hops.add(hop);
        }
        return over(route, hops);
    }

    private @Nullable String over(Map<String, Object> route, List<Map<String, Object>> hops) {
        Map<String, Integer> ways = new TreeMap<>();
        for (Map<String, Object> hop : hops) {
            if (hop.get("flags") instanceof List<?> flags && flags.contains("dead")) {
                continue;
            }
            Integer port = ports.get(String.valueOf(hop.get("dev")));
            if (port == null) {
                return "host";
            }
            Object gateway = hop.get("via") instanceof Map<?, ?> via ? via.get("host") : hop.get("gateway");
            String way = "port " + port + (gateway == null ? "" : " via " + Address.parse(String.valueOf(gateway))) + limit(route);
            ways.merge(way, (Integer) hop.getOrDefault("weight", 1), Integer::sum);
        }
        if (ways.size() <= 1) {
            return ways.isEmpty() ? null : ways.keySet().iterator().next();
        }
        List<String> texts = new ArrayList<>();
        ways.forEach((way, weight) -> texts.add(way + " weight " + weight));
        return String.join(", ", texts);
    }

    private static String limit(Map<String, Object> route) {
        if (!route.containsKey("metrics") || !(list(route.get("metrics")).getFirst().get("mtu") instanceof Integer mtu)) {
            return "";
        }
        return " mtu " + (route.get("version").equals(6) ? Math.max(mtu, 1_280) : mtu);
    }

    // --- JSON

    @SuppressWarnings("unchecked") // That is how ip writes lists of objects.
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    private static List<Map<String, Object>> array(String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            return parser.nextToken() == JsonToken.START_ARRAY ? list(value(parser)) : List.of();
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_ARRAY -> {
                List<Object> all = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    all.add(value(parser));
                }
                yield all;
            }
            case START_OBJECT -> {
                Map<String, Object> all = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    all.put(name, value(parser));
                }
                yield all;
            }
            case VALUE_NUMBER_INT -> parser.getIntValue();
            default -> parser.getText();
        };
    }

    /** {@return what differs, a line each} */
    static List<String> differences(Map<String, String> kernel, Map<String, String> cards) {
        Set<String> all = new TreeSet<>(kernel.keySet());
        all.addAll(cards.keySet());
        return all.stream().filter(prefix -> !String.valueOf(kernel.get(prefix)).equals(String.valueOf(cards.get(prefix))))
            .map(prefix -> prefix + ": kernel " + kernel.get(prefix) + ", cards " + cards.get(prefix)).toList();
    }
}
