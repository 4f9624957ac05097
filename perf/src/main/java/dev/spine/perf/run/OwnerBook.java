package dev.spine.perf.run;

import dev.spine.extension.runtime.OwnerLimits;
import dev.spine.perf.control.Peer;
import dev.spine.perf.control.RequestException;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The numbers by which runtimes know users, and what each of them may use. A user keeps his number while the system runs. Any thread.
 */
final class OwnerBook {
    /** The system itself: reaches everything, owns what its file loads. */
    static final int SYSTEM = 0;

    private final Cards cards;
    private final Map<UserPrincipal, Integer> numbers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Set<Integer> unlimited = new HashSet<>();
    private OwnerLimits limits;

    OwnerBook(Cards cards, OwnerLimits limits) {
        this.cards = cards;
        this.limits = limits;
        names.put(SYSTEM, "system");
    }

    /** {@return what a user reaches: his own, or with the rights of an administrator everything} */
    int reach(Peer peer) throws RequestException {
        return peer.isAdministrator() ? SYSTEM : number(peer);
    }

    /**
     * {@return the number under which a user's extensions are loaded}; an administrator has one of his own, too, without limits.
     */
    synchronized int number(Peer peer) throws RequestException {
        Integer known = numbers.get(peer.user());
        if (known != null) {
            return known;
        }
        int number = numbers.size() + 1;
        for (CardRuntime runtime : cards.all()) {
            runtime.limit(number, peer.isAdministrator() ? OwnerLimits.UNLIMITED : limits);
        }
        numbers.put(peer.user(), number);
        names.put(number, peer.name());
        if (peer.isAdministrator()) {
            unlimited.add(number);
        }
        return number;
    }

    /** {@return the user of a number} */
    synchronized String name(int number) {
        return names.getOrDefault(number, "owner " + number);
    }

    /** From now on each user may use so much, those who are known and those who come. */
    synchronized void limit(OwnerLimits newLimits) throws RequestException {
        limits = newLimits;
        for (int number : numbers.values()) {
            if (!unlimited.contains(number)) {
                for (CardRuntime runtime : cards.all()) {
                    runtime.limit(number, newLimits);
                }
            }
        }
    }
}
