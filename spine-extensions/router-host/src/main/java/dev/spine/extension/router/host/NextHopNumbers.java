package dev.spine.extension.router.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which the cards' tables name next hops. Routes by the same gateway share one, so that a change of the gateway is one order
 * for all of them. Confined to its router's lock.
 */
final class NextHopNumbers {
    private static final class Used {
        final int number;
        int routes;
        HopContent content;

        Used(int number, HopContent content) {
            this.number = number;
            this.content = content;
        }
    }

    private final int most;
    private final Function<NextHop, HopContent> meaning;
    private final BiConsumer<Integer, HopContent> cards;
    private final Map<NextHop, Used> used = new HashMap<>();
    private final List<@Nullable NextHop> byNumber = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    /**
     * None is used.
     *
     * @param most the largest number
     * @param meaning what a next hop is now
     * @param cards are told what a number is
     */
    NextHopNumbers(int most, Function<NextHop, HopContent> meaning, BiConsumer<Integer, HopContent> cards) {
        this.most = most;
        this.meaning = meaning;
        this.cards = cards;
        byNumber.add(null);
    }

    /** {@return the number of a next hop for one route more; the cards know it before they have the route} */
    int take(NextHop hop) {
        Used known = used.get(hop);
        if (known == null) {
            int number = free.isEmpty() ? byNumber.size() : free.removeFirst();
            if (number > most) {
                throw new RouterFullException("the cards have room for " + most + " next hops: choose more in the router's settings");
            }
            known = new Used(number, meaning.apply(hop));
            used.put(hop, known);
            if (number == byNumber.size()) {
                byNumber.add(hop);
            } else {
                byNumber.set(number, hop);
            }
            cards.accept(number, known.content);
        }
        known.routes++;
        return known.number;
    }

    /** A route less has a number. */
    void release(int number) {
        NextHop hop = number == 0 ? null : byNumber.get(number);
        Used known = hop == null ? null : used.get(hop);
        if (known != null && --known.routes == 0) {
            used.remove(hop);
            byNumber.set(number, null);
            free.addLast(number);
        }
    }

    /** Tells the cards of every next hop that means something else now. */
    void refresh() {
        used.forEach((hop, known) -> {
            HopContent now = meaning.apply(hop);
            if (!now.equals(known.content)) {
                known.content = now;
                cards.accept(known.number, now);
            }
        });
    }

    /** Tells one card all. */
    void bring(BiConsumer<Integer, HopContent> card) {
        used.values().forEach(known -> card.accept(known.number, known.content));
    }
}
