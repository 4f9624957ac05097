package dev.spine.command.route;

import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.RouteHop;
import dev.spine.device.os.netlink.RouteType;
import dev.spine.extension.router.host.NextHop;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All routes that the kernel has for one prefix, best first, and what the cards were told.
 *
 * <p>Which of two routes a message speaks of follows the kernel's own rules. Version 4: routes of one prefix differ by priority and type of
 * service, and those that do not differ, by what they say; of those the first counts, and a new one comes where the message says. Version
 * 6: the ways by gateways of one priority are one route, which grows and shrinks. A route by the number of a next hop is the same whatever
 * that means. Where a message can be about more than one, the kernel has to be asked: what is known then is a guess until it has answered.
 * Source: Linux net/ipv4/fib_trie.c, net/ipv6/ip6_fib.c.
 */
final class RouteEntry {
    /** Source: Linux include/uapi/linux/rtnetlink.h, {@code RTPROT_RA}. */
    private static final int ROUTER_ADVERTISEMENT = 9;

    private List<KernelEvent.Route> routes = List.of();
    private @Nullable NextHop notified;
    private int generation;
    private boolean dirty;
    private boolean refused;
    /** Whether an event that may be older than the last reading has replaced a route, which the kernel may have all the same. */
    private boolean isShaky;
    /**
     * Whether the kernel's table does not show all of it: of version 6 ways that are one route the metrics of the first alone, and no route
     * that lies between two of them.
     */
    private boolean isPartlyShown;

    /** A route that is there; the first of a reading takes the place of all that were known before. The kernel tells none twice. */
    void read(KernelEvent.Route route, int reading) {
        isShaky &= generation == reading;
        List<KernelEvent.Route> all = new ArrayList<>(generation == reading ? routes : List.of());
        generation = reading;
        insert(all, route);
        keep(all);
    }

    /** Whether a reading has mentioned it. */
    boolean isOf(int reading) {
        return generation == reading;
    }

    /**
     * A route that is there from now on: {@return false when the kernel may have another one that looks the same, and has to be asked}
     *
     * @param mayBeOlder whether the kernel may have said so before the last reading: then it took the place of another route than here
     */
    boolean set(KernelEvent.Route route, int reading, boolean mayBeOlder) {
        generation = reading;
        List<KernelEvent.Route> all = new ArrayList<>(routes);
        boolean certain = true;
        switch (route.place()) {
            case ALONE -> {
                all.removeIf(each -> isBeside(each, route));
                insert(all, route);
            }
            case IN_PLACE_OF_FIRST -> {
                KernelEvent.Route same = same(all, route);
                if (same != null) {
                    // Told so as well: its next hop is another one now.
                    certain = firstBeside(all, route) == all.indexOf(same);
                    all.set(all.indexOf(same), route);
                } else {
                    isShaky |= mayBeOlder && firstBeside(all, route) >= 0;
                    replace(all, route);
                }
            }
            case FIRST -> {
                certain = all.stream().noneMatch(each -> isSame(each, route));
                int first = firstBeside(all, route);
                if (first >= 0) {
                    all.add(first, route);
                } else {
                    insert(all, route);
                }
            }
            case LAST, NOTIFIED -> {
                int sibling = route.destination().version() == 6 ? firstPart(all, route) : -1;
                if (sibling >= 0) {
                    // The kernel tells the metrics of one way: here of the new one, in a table of the first.
                    certain = all.get(sibling).metrics().equals(route.metrics());
                    isPartlyShown |= !certain;
                    all.set(sibling, route);
                    all.removeIf(each -> each != route && isPart(each, route));
                } else {
                    certain = all.stream().noneMatch(each -> isSame(each, route));
                    insert(all, route);
                }
            }
        }
        List<KernelEvent.Route> beside = route.destination().version() == 6 ? all.stream().filter(each -> isBeside(each, route)).toList()
            : List.of();
        isPartlyShown |= beside.size() > 1 && beside.stream().anyMatch(each -> each.hops().size() > 1);
        keep(all);
        return certain;
    }

    private void keep(List<KernelEvent.Route> all) {
        routes = all.size() <= 1 ? List.copyOf(all) : all;
    }

    /** Behind all of its priority and of lower ones. */
    private static void insert(List<KernelEvent.Route> all, KernelEvent.Route route) {
        int at = all.size();
        while (at > 0 && all.get(at - 1).priority() > route.priority()) {
            at--;
        }
        all.add(at, route);
    }

    /** Version 6 replaces one that can or cannot have siblings, as the new one can, if there is such a one. */
    private static void replace(List<KernelEvent.Route> all, KernelEvent.Route route) {
        int first = -1;
        for (int at = 0; at < all.size(); at++) {
            boolean better = route.destination().version() == 6 && first >= 0 && canHaveSiblings(all.get(first)) != canHaveSiblings(route)
                && canHaveSiblings(all.get(at)) == canHaveSiblings(route);
            if (isBeside(all.get(at), route) && (first < 0 || better)) {
                first = at;
            }
        }
        if (first >= 0) {
            all.set(first, route);
        } else {
            insert(all, route);
        }
    }

    private static boolean canHaveSiblings(KernelEvent.Route route) {
        return route.nextHop() == 0 && route.type() == RouteType.UNICAST && route.protocol() != ROUTER_ADVERTISEMENT
            && !route.hops().isEmpty() && route.hops().stream().allMatch(hop -> hop.gateway() != null);
    }

    private static int firstBeside(List<KernelEvent.Route> all, KernelEvent.Route route) {
        for (int at = 0; at < all.size(); at++) {
            if (isBeside(all.get(at), route)) {
                return at;
            }
        }
        return -1;
    }

    private static int firstPart(List<KernelEvent.Route> all, KernelEvent.Route route) {
        for (int at = 0; at < all.size(); at++) {
            if (isPart(all.get(at), route)) {
                return at;
            }
        }
        return -1;
    }

    /** Whether a version 6 route has grown: the kernel tells all ways then, those that were told before among them. */
    private static boolean isPart(KernelEvent.Route part, KernelEvent.Route whole) {
        return isBeside(part, whole) && canHaveSiblings(part) && canHaveSiblings(whole)
            && RouteHop.ways(whole.hops()).containsAll(RouteHop.ways(part.hops()));
    }

    /** Whether two routes of the prefix differ by nothing that has the kernel look at one before the other. */
    private static boolean isBeside(KernelEvent.Route one, KernelEvent.Route other) {
        return one.table() == other.table() && one.priority() == other.priority() && one.selector() == other.selector();
    }

    private static boolean isSame(KernelEvent.Route one, KernelEvent.Route other) {
        return isBeside(one, other) && one.nextHop() == other.nextHop()
            && (one.nextHop() != 0 || one.type() == other.type() && RouteHop.ways(one.hops()).equals(RouteHop.ways(other.hops())));
    }

    /** A route that is no longer there: {@return false when it is not clear which one, and the kernel has to be asked} */
    boolean gone(KernelEvent.Route route) {
        List<KernelEvent.Route> all = new ArrayList<>(routes);
        boolean certain = true;
        KernelEvent.Route same = same(all, route);
        if (same != null) {
            certain = all.stream().filter(each -> isSame(each, route)).count() == 1;
            all.remove(same);
        } else if (route.destination().version() == 6) {
            all.replaceAll(each -> isBeside(each, route) && canHaveSiblings(each) ? without(each, route.hops()) : each);
            certain = all.equals(routes) ? all.stream().noneMatch(each -> isBeside(each, route)) : true;
            all.removeIf(each -> isBeside(each, route) && each.hops().isEmpty() && each.nextHop() == 0 && each.type() == route.type());
        } else {
            certain = all.stream().noneMatch(each -> isBeside(each, route));
            removeOnlyOne(all, route);
        }
        keep(all);
        return certain && !isShaky && !isPartlyShown;
    }

    /** The one that is most like it: several may differ by what is not looked at here, the address that packets come from for example. */
    private static KernelEvent.@Nullable Route same(List<KernelEvent.Route> all, KernelEvent.Route route) {
        KernelEvent.Route found = null;
        for (KernelEvent.Route each : all) {
            if (isSame(each, route) && (found == null || found.protocol() != route.protocol() && each.protocol() == route.protocol())) {
                found = each;
            }
        }
        return found;
    }

    private static KernelEvent.Route without(KernelEvent.Route route, List<RouteHop> hops) {
        List<RouteHop> ways = RouteHop.ways(hops);
        return new KernelEvent.Route(route.change(), route.table(), route.destination(), route.bits(), route.selector(), route.type(),
            route.priority(), route.protocol(), route.hops().stream().filter(hop -> !ways.contains(hop.way())).toList(), route.nextHop(),
            route.metrics(), route.place());
    }

    /** The kernel may describe a route a little otherwise when it goes, when its interface is going, too. */
    private static void removeOnlyOne(List<KernelEvent.Route> kept, KernelEvent.Route route) {
        List<KernelEvent.Route> like = kept.stream().filter(each -> isBeside(each, route)).toList();
        if (like.size() == 1) {
            kept.removeAll(like);
        }
    }

    /** The kernel has dropped next hops, and all routes by them: {@return whether there were any} */
    boolean drop(Set<Integer> nextHops) {
        if (routes.stream().noneMatch(each -> nextHops.contains(each.nextHop()))) {
            return false;
        }
        keep(routes.stream().filter(each -> !nextHops.contains(each.nextHop())).toList());
        return true;
    }

    /** None is known any more. */
    void clear() {
        routes = List.of();
    }

    /** What the kernel has, the best first. */
    List<KernelEvent.Route> routes() {
        return routes;
    }

    @Nullable NextHop notified() {
        return notified;
    }

    void notify(@Nullable NextHop hop) {
        notified = hop;
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
