package dev.spine.extension.router.host;

import dev.spine.extension.router.RouterProtocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which the cards' tables name next hops. Routes by the same gateway share one, so that a change of the gateway is one order
 * for all of them. Confined to its router's lock.
 *
 * <p>A next hop that is several has a number, too, and a group of buckets, each of which holds the number of one of them. There are
 * {@link RouterProtocol#MAX_SPREADS} groups; what comes then takes its heaviest way alone, until a group is free.
 */
final class NextHopNumbers {
    private static final int NO_GROUP = -1;

    /** A number in use. */
    private abstract static class Used {
        final int number;
        int routes;
        /** By which the cards know it. */
        byte[] command = {};

        Used(int number) {
            this.number = number;
        }
    }

    /** One next hop. */
    private static final class Hop extends Used {
        HopContent content;

        Hop(int number, HopContent content) {
            super(number);
            this.content = content;
            this.command = CommandWriter.nextHop(number, content);
        }

        /** {@return whether its port, if it has one, is in use} */
        boolean isUsable() {
            return content.action() != RouterProtocol.ACTION_UNREACHABLE;
        }
    }

    /** Several next hops, which are in use by their own numbers. */
    private static final class Group extends Used {
        /** {@link #NO_GROUP} while there is none for it. */
        int group;
        final Hop[] hops;
        final int[] weights;
        int @Nullable[] buckets;

        Group(int number, int group, Hop[] hops, int[] weights, int @Nullable[] before) {
            super(number);
            this.group = group;
            this.hops = hops;
            this.weights = weights;
            this.buckets = before;
            this.command = newCommand();
        }

        /** The places of those whose port is in use, or of all. */
        private int[] usable() {
            int[] usable = IntStream.range(0, hops.length).filter(place -> hops[place].isUsable()).toArray();
            return usable.length > 0 ? usable : IntStream.range(0, hops.length).toArray();
        }

        /** Shares the buckets as things are. */
        byte[] newCommand() {
            int[] places = usable();
            if (group == NO_GROUP) {
                int heaviest = places[0];
                for (int place : places) {
                    heaviest = weights[place] > weights[heaviest] ? place : heaviest;
                }
                return CommandWriter.nextHop(number, hops[heaviest].content);
            }
            buckets = FlowShares.share(RouterProtocol.SPREAD_BUCKETS, Arrays.stream(places).map(place -> hops[place].number).toArray(),
                Arrays.stream(places).map(place -> weights[place]).toArray(), buckets);
            return CommandWriter.spread(number, group, buckets);
        }
    }

    private final int most;
    private final Function<NextHop.Single, HopContent> meaning;
    private final Consumer<byte[]> cards;
    private final Map<NextHop, Used> used = new HashMap<>();
    private final List<@Nullable NextHop> byNumber = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final BitSet groups = new BitSet();
    private final Set<Group> withoutGroup = new LinkedHashSet<>();

    /**
     * None is used.
     *
     * @param most the largest number
     * @param meaning what a next hop is now
     * @param cards are brought commands that say what a number is
     */
    NextHopNumbers(int most, Function<NextHop.Single, HopContent> meaning, Consumer<byte[]> cards) {
        this.most = most;
        this.meaning = meaning;
        this.cards = cards;
        byNumber.add(null);
    }

    /**
     * {@return the number of a next hop for one route more; the cards know it before they have the route}
     *
     * @param hop the next hop
     * @param before the number that the route has had, 0 for none: flows stay where they were as far as that can be
     */
    int take(NextHop hop, int before) {
        Used known = switch (hop) {
            case NextHop.Single single -> single(single);
            case NextHop.Spread spread -> several(spread, before);
        };
        known.routes++;
        return known.number;
    }

    private Hop single(NextHop.Single hop) {
        if (used.get(hop) instanceof Hop known) {
            return known;
        }
        Hop made = new Hop(number(), meaning.apply(hop));
        enter(hop, made);
        return made;
    }

    private Group several(NextHop.Spread spread, int before) {
        if (used.get(spread) instanceof Group known) {
            return known;
        }
        List<NextHop.Way> ways = spread.ways();
        Hop[] hops = new Hop[ways.size()];
        int count = 0;
        try {
            for (; count < hops.length; count++) {
                hops[count] = single(ways.get(count).hop());
                hops[count].routes++;
            }
            int number = number();
            Group made = new Group(number, freeGroup(), hops, ways.stream().mapToInt(NextHop.Way::weight).toArray(), bucketsOf(before));
            if (made.group == NO_GROUP) {
                withoutGroup.add(made);
            }
            enter(spread, made);
            return made;
        } catch (RouterFullException e) {
            for (int i = 0; i < count; i++) {
                release(hops[i].number);
            }
            throw e;
        }
    }

    private int freeGroup() {
        int group = groups.nextClearBit(0);
        if (group == RouterProtocol.MAX_SPREADS) {
            return NO_GROUP;
        }
        groups.set(group);
        return group;
    }

    private int @Nullable[] bucketsOf(int number) {
        NextHop hop = number == 0 ? null : byNumber.get(number);
        return hop != null && used.get(hop) instanceof Group group ? group.buckets : null;
    }

    private int number() {
        int number = free.isEmpty() ? byNumber.size() : free.getFirst();
        if (number > most) {
            throw new RouterFullException(RouterFullException.Resource.NEXT_HOPS, "the cards have room for " + most
                + " next hops: choose more in the router's settings");
        }
        return number;
    }

    /** {@return the next hop that has a number, null for 0} */
    @Nullable NextHop hop(int number) {
        return byNumber.get(number);
    }

    private void enter(NextHop hop, Used made) {
        used.put(hop, made);
        if (made.number == byNumber.size()) {
            byNumber.add(hop);
        } else {
            free.removeFirst();
            byNumber.set(made.number, hop);
        }
        cards.accept(made.command);
    }

    /** A route less has a number. */
    void release(int number) {
        NextHop hop = number == 0 ? null : byNumber.get(number);
        Used known = hop == null ? null : used.get(hop);
        if (known == null || --known.routes > 0) {
            return;
        }
        used.remove(hop);
        byNumber.set(number, null);
        free.addLast(number);
        if (known instanceof Group group) {
            withoutGroup.remove(group);
            if (group.group != NO_GROUP) {
                passOn(group.group);
            }
            for (Hop member : group.hops) {
                release(member.number);
            }
        }
    }

    /** A group is free: whoever waits for one has it. */
    private void passOn(int group) {
        Iterator<Group> waiting = withoutGroup.iterator();
        if (waiting.hasNext()) {
            Group next = waiting.next();
            waiting.remove();
            next.group = group;
            notify(next, next.newCommand());
        } else {
            groups.clear(group);
        }
    }

    /**
     * Tells the cards of every next hop that means something else now: first of those that can be used, then of the groups, then of those
     * that cannot, so that no flow is sent a way that is not there while there is another one.
     */
    void refresh() {
        used.forEach((hop, known) -> {
            if (hop instanceof NextHop.Single single && known instanceof Hop one) {
                one.content = meaning.apply(single);
            }
        });
        notifyHops(Hop::isUsable);
        used.values().forEach(known -> {
            if (known instanceof Group group) {
                notify(group, group.newCommand());
            }
        });
        notifyHops(hop -> !hop.isUsable());
    }

    private void notifyHops(Predicate<Hop> which) {
        used.values().forEach(known -> {
            if (known instanceof Hop hop && which.test(hop)) {
                notify(hop, CommandWriter.nextHop(hop.number, hop.content));
            }
        });
    }

    private void notify(Used known, byte[] command) {
        if (!Arrays.equals(command, known.command)) {
            known.command = command;
            cards.accept(command);
        }
    }

    /** Tells one card all. */
    void bring(Consumer<byte[]> card) {
        used.values().forEach(known -> card.accept(known.command));
    }
}
