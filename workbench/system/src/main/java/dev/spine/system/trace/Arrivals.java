package dev.spine.system.trace;

import dev.spine.i2o.unit.DeliveryList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was delivered to agents and not taken by them yet: tells, after each step, what the step has taken. Lists are first in, first out,
 * so the number that a list has lost says which objects. Used by one thread.
 *
 * @param <T> what is known of a delivery
 */
public final class Arrivals<T> {
    private final Map<String, Map<DeliveryList<?>, List<Arrival<T>>>> byAgent = new HashMap<>();

    /** A delivery: when it arrives, and what is known of it. */
    private record Arrival<T>(long timePs, T what) {}

    /** Something is on its way to a list that {@code agent} consumes. */
    public void sent(String agent, DeliveryList<?> list, long arrivalPs, T what) {
        List<Arrival<T>> under = byAgent.computeIfAbsent(agent, _ -> new HashMap<>()).computeIfAbsent(list, _ -> new ArrayList<>());
        int at = under.size();
        // Several senders of one list may be at different distances.
        while (at > 0 && under.get(at - 1).timePs > arrivalPs) {
            at--;
        }
        under.add(at, new Arrival<>(arrivalPs, what));
    }

    /** {@return what has arrived at an agent and waits there} */
    public int waiting(String agent) {
        int count = 0;
        for (DeliveryList<?> list : byAgent.getOrDefault(agent, Map.of()).keySet()) {
            count += list.size();
        }
        return count;
    }

    /** {@return what an agent's step has taken that began at a time; called at its end} */
    public List<T> takenBy(String agent, long beganPs) {
        List<T> taken = new ArrayList<>();
        byAgent.getOrDefault(agent, Map.of()).forEach((list, under) -> {
            int arrived = 0;
            while (arrived < under.size() && under.get(arrived).timePs <= beganPs) {
                arrived++;
            }
            int gone = arrived - list.size();
            if (gone > 0) {
                List<Arrival<T>> first = under.subList(0, gone);
                first.forEach(arrival -> taken.add(arrival.what));
                first.clear();
            }
        });
        return taken;
    }
}
