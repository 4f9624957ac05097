package dev.spine.extension.services.host.filter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds at a node on whatever way a packet came there: numbers that are in local variables, and bounds that were checked. */
final class Established {
    private final Set<Value> computed;
    /** For a base, null for none, how many bytes behind it are in the packet. */
    private final Map<@Nullable Value, Integer> checked;

    Established() {
        this(new HashSet<>(), new HashMap<>());
    }

    private Established(Set<Value> computed, Map<@Nullable Value, Integer> checked) {
        this.computed = computed;
        this.checked = checked;
    }

    Established copy() {
        return new Established(new HashSet<>(computed), new HashMap<>(checked));
    }

    /** Leaves what holds on another way, too. */
    void meet(Established other) {
        computed.retainAll(other.computed);
        checked.replaceAll((base, bytes) -> Math.min(bytes, other.checked(base)));
    }

    boolean isComputed(Value value) {
        return computed.contains(value);
    }

    void compute(Value value) {
        computed.add(value);
    }

    int checked(@Nullable Value base) {
        return checked.getOrDefault(base, 0);
    }

    void check(@Nullable Value base, int bytes) {
        checked.merge(base, bytes, Math::max);
    }
}
