package dev.spine.perf.route;

import dev.spine.device.os.netlink.Hop;
import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.extension.router.host.NextHop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All routes that the kernel has for one prefix, best first, and what the cards were told.
 *
 * <p>Which of two routes a message speaks of follows the kernel's own rules. Version 4: routes of one prefix differ by priority and type of
 * service, and those that do not differ, by what they say. Version 6: the ways of one priority are one route, which grows and shrinks.
 * Source: Linux net/ipv4/fib_trie.c, net/ipv6/ip6_fib.c.
 */
final class RouteEntry {
    private List<KernelEvent.Route> routes = List.of();
    private @Nullable NextHop told;
    private int generation;
    private boolean dirty;
    private boolean refused;

    /** A route that is there; the first of a reading takes the place of all that were known before. */
    void read(KernelEvent.Route route, int reading) {
        if (generation != reading) {
            generation = reading;
            routes = List.of(route);
        } else {
            add(route);
        }
    }

    /** Whether a reading has mentioned it. */
    boolean isOf(int reading) {
        return generation == reading;
    }

    /** A route that is there from now on. */
    void set(KernelEvent.Route route, int reading) {
        generation = reading;
        if (route.replaces()) {
            replace(route);
        } else {
            add(route);
        }
    }

    private void replace(KernelEvent.Route route) {
        List<KernelEvent.Route> kept = new ArrayList<>(routes);
        if (route.destination().version() == 6) {
            kept.removeIf(each -> each.priority() == route.priority());
        } else {
            for (KernelEvent.Route each : routes) {
                if (each.priority() == route.priority() && each.special() == route.special()) {
                    kept.remove(each);
                    break;
                }
            }
        }
        routes = kept;
        add(route);
    }

    private void add(KernelEvent.Route route) {
        List<KernelEvent.Route> sorted = new ArrayList<>(routes.size() + 1);
        sorted.addAll(routes);
        sorted.removeIf(each -> isSame(each, route)
            || route.destination().version() == 6 && each.priority() == route.priority() && !each.hops().isEmpty()
            && route.hops().containsAll(each.hops()));
        int at = 0;
        while (at < sorted.size() && sorted.get(at).priority() <= route.priority()) {
            at++;
        }
        sorted.add(at, route);
        routes = sorted.size() == 1 ? List.of(route) : sorted;
    }

    private static boolean isSame(KernelEvent.Route one, KernelEvent.Route other) {
        return one.priority() == other.priority() && one.special() == other.special() && one.type() == other.type()
            && one.nextHop() == other.nextHop() && one.hops().equals(other.hops());
    }

    /** A route that is no longer there. */
    void gone(KernelEvent.Route route) {
        List<KernelEvent.Route> kept = new ArrayList<>(routes);
        if (!kept.removeIf(each -> isSame(each, route))) {
            if (route.destination().version() == 6) {
                kept.replaceAll(each -> each.priority() == route.priority() ? without(each, route.hops()) : each);
                kept.removeIf(each -> each.priority() == route.priority() && each.hops().isEmpty() && each.nextHop() == 0
                    && each.type() == route.type());
            } else {
                removeOnlyOne(kept, route);
            }
        }
        routes = kept.isEmpty() ? List.of() : kept;
    }

    private static KernelEvent.Route without(KernelEvent.Route route, List<Hop> hops) {
        return new KernelEvent.Route(route.change(), route.table(), route.destination(), route.bits(), route.special(), route.type(),
            route.priority(), route.protocol(), route.hops().stream().filter(hop -> !hops.contains(hop)).toList(), route.nextHop(), false);
    }

    /** The kernel may describe a route a little otherwise when it goes, when its interface is going, too. */
    private static void removeOnlyOne(List<KernelEvent.Route> kept, KernelEvent.Route route) {
        List<KernelEvent.Route> like = kept.stream()
            .filter(each -> each.priority() == route.priority() && each.special() == route.special()).toList();
        if (like.size() == 1) {
            kept.removeAll(like);
        }
    }

    /** None is known any more. */
    void clear() {
        routes = List.of();
    }

    /** What the kernel has, the best first. */
    List<KernelEvent.Route> routes() {
        return routes;
    }

    @Nullable NextHop told() {
        return told;
    }

    void tell(@Nullable NextHop hop) {
        told = hop;
    }

    /** Whether it has to be looked at; false when that was known already. */
    boolean mark() {
        boolean news = !dirty;
        dirty = true;
        return news;
    }

    void unmark() {
        dirty = false;
    }

    /** Whether the cards have had no room for what was to be told last. */
    boolean isRefused() {
        return refused;
    }

    /** The cards had room for what was to be told, or had not: {@return 1 when one route more is refused, -1 one less, or 0} */
    int note(boolean isTaken) {
        int more = (isTaken ? 0 : 1) - (refused ? 1 : 0);
        refused = !isTaken;
        return more;
    }
}
