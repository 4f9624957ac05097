package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What longest-prefix match means, written down as it is defined: a map for each length, the longest asked first. */
final class NaiveRoutes {
    private final Map<Integer, Map<Prefix, Integer>> byLength4 = new TreeMap<>(java.util.Comparator.reverseOrder());
    private final Map<Integer, Map<Prefix, Integer>> byLength6 = new TreeMap<>(java.util.Comparator.reverseOrder());

    private Map<Integer, Map<Prefix, Integer>> of(Address address) {
        return address.version() == 4 ? byLength4 : byLength6;
    }

    void set(Prefix prefix, int hop) {
        of(prefix.address()).computeIfAbsent(prefix.bits(), _ -> new HashMap<>()).put(prefix, hop);
    }

    void remove(Prefix prefix) {
        Map<Prefix, Integer> same = of(prefix.address()).get(prefix.bits());
        if (same != null) {
            same.remove(prefix);
            if (same.isEmpty()) {
                of(prefix.address()).remove(prefix.bits());
            }
        }
    }

    int lookup(Address address) {
        for (Map.Entry<Integer, Map<Prefix, Integer>> length : of(address).entrySet()) {
            Integer hop = length.getValue().get(new Prefix(address, length.getKey()));
            if (hop != null) {
                return hop;
            }
        }
        return 0;
    }

    Map<Prefix, Integer> all() {
        Map<Prefix, Integer> all = new HashMap<>();
        byLength4.values().forEach(all::putAll);
        byLength6.values().forEach(all::putAll);
        return all;
    }
}
