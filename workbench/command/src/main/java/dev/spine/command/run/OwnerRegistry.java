package dev.spine.command.run;

import dev.spine.command.control.Caller;
import dev.spine.command.control.Peer;
import dev.spine.command.control.RequestException;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers by which runtimes know users, and what each of them may use. A user keeps his number as long as he has a connection or an
 * extension, or a card remembers what he has used or failed by; then the next new user may get it, and inherits nothing. Any thread.
 */
final class OwnerRegistry {
    /** The system itself: reaches everything, owns what its file loads. */
    static final int SYSTEM = 0;

    private final Cards cards;
    private final Map<UserPrincipal, Integer> numbers = new HashMap<>();
    private final Map<UserPrincipal, Set<Caller>> callers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Set<Integer> unlimited = new HashSet<>();
    private OwnerLimits limits;

    OwnerRegistry(Cards cards, OwnerLimits limits) {
        this.cards = cards;
        this.limits = limits;
        names.put(SYSTEM, "system");
    }

    /** A connection asks for something: until it has {@link #left}, its user is not forgotten. */
    synchronized void entered(Caller caller) {
        callers.computeIfAbsent(caller.peer().user(), _ -> new HashSet<>()).add(caller);
    }

    /** A connection has ended. */
    synchronized void left(Caller caller) {
        Set<Caller> others = callers.get(caller.peer().user());
        if (others != null && others.remove(caller) && others.isEmpty()) {
            callers.remove(caller.peer().user());
        }
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
        int number = freeNumber();
        limitOnAllCards(number, peer.isAdministrator() ? OwnerLimits.UNLIMITED : limits);
        numbers.put(peer.user(), number);
        names.put(number, peer.name());
        if (peer.isAdministrator()) {
            unlimited.add(number);
        } else {
            unlimited.remove(number);
        }
        return number;
    }

    /**
     * {@return the lowest number that is nobody's}: who has no connection, and of whom no card has anything to remember, has none any more.
     * What cards have counted of him they forget when they hear the limits of the next one.
     */
    private int freeNumber() throws RequestException {
        Set<Integer> used = new HashSet<>();
        for (CardRuntime runtime : cards.all()) {
            for (OwnerStatus owner : ownersOn(runtime, SYSTEM)) {
                if (owner.isRemembered()) {
                    used.add(owner.owner());
                }
            }
        }
        numbers.entrySet().removeIf(user -> !callers.containsKey(user.getKey()) && !used.contains(user.getValue()));
        used.addAll(numbers.values());
        int number = SYSTEM + 1;
        while (used.contains(number)) {
            number++;
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
                limitOnAllCards(number, newLimits);
            }
        }
    }

    /** A card was reset and has forgotten what its users may use. */
    synchronized void limitAnew(CardRuntime runtime) throws RequestException {
        for (int number : numbers.values()) {
            runtime.limit(number, unlimited.contains(number) ? OwnerLimits.UNLIMITED : limits);
        }
    }

    /** A card that has failed is notified of it when it was reset. */
    private void limitOnAllCards(int number, OwnerLimits newLimits) throws RequestException {
        for (CardRuntime runtime : cards.all()) {
            try {
                runtime.limit(number, newLimits);
            } catch (CardRuntime.NoAnswerException e) {
                // It has failed.
            }
        }
    }

    /** A card that has failed remembers nobody. */
    static List<OwnerStatus> ownersOn(CardRuntime runtime, int reach) throws RequestException {
        try {
            return runtime.owners(reach);
        } catch (CardRuntime.NoAnswerException e) {
            return List.of();
        }
    }
}
