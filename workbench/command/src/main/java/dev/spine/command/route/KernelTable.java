package dev.spine.command.route;

import dev.spine.command.route.RouterTables.LinkState;
import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import dev.spine.device.os.netlink.KernelListener;
import dev.spine.device.os.netlink.RouteHop;
import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterFullException;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel has, held against what the cards were told. The kernel's events change the one side at once; {@link #flush} brings the
 * other side after it, with the differences alone: a table that is read again changes nothing on the cards where it says the same.
 *
 * <p>One thread.
 */
final class KernelTable implements KernelListener {
    private final Map<String, Integer> portNames;
    private final RouterTables target;
    private final Map<Integer, Integer> ports = new HashMap<>();
    private final Map<Integer, KernelEvent.Link> links = new HashMap<>();
    private final Map<Integer, KernelEvent.NextHop> nextHops = new HashMap<>();
    private final Map<AddressKey, KernelEvent.InterfaceAddress> addresses = new LinkedHashMap<>();
    private final Map<NeighbourKey, Long> neighbours = new HashMap<>();
    private final Set<NeighbourKey> stale = new LinkedHashSet<>();
    private final Map<NeighbourKey, NotifiedNeighbour> notifiedNeighbours = new HashMap<>();
    private final Map<Prefix, RouteEntry> routes = new HashMap<>();
    private final ArrayDeque<Prefix> dirtyRoutes = new ArrayDeque<>();
    private final Set<NeighbourKey> dirtyNeighbours = new LinkedHashSet<>();
    private final Map<Integer, PortState> notifiedPorts = new HashMap<>();
    private final Map<Integer, IntakeSettings> notifiedIntakes = new HashMap<>();
    private List<Address> notifiedHostAddresses = List.of();
    private final Map<Kind, Set<Object>> unseen = new EnumMap<>(Kind.class);
    private final NeighbourShares<Gateway> shares;
    /** Of how many routes over several ways each is a gateway, for those that the cards were told. */
    private final Map<NeighbourKey, Integer> sharing = new LinkedHashMap<>();
    /** Servers of services, and the neighbours by which routes lead to them. */
    private Set<Address> servers = Set.of();
    private Set<Gateway> serverWays = Set.of();
    private boolean sharingChanged;
    private long passedOver;
    private final RouteChoice choice = new RouteChoice(links, ports, nextHops);
    private final IntakeChoice intakes;
    /** Next hops that the kernel has dropped, with all that hangs on them; that is done here before anything else is made of them. */
    private final Set<Integer> goneNextHops = new HashSet<>();
    /** Of which the kernel may have changed something without a word. */
    private final Set<Kind> doubtful = EnumSet.noneOf(Kind.class);
    /** Whether the kernel has said of any way that it does not use it now; it does not say when it does again. */
    private boolean hasDeadWays;
    private int reading;
    private boolean readingRoutes;
    /** Whether an event may be older than the routes that were read. */
    private boolean mayBeOlder;
    private boolean portsChanged;
    private boolean allRoutes;
    /** Of what the target has refused: the neighbours, and whether it was all routes at once. */
    private final Set<NeighbourKey> refusedNeighbours = new LinkedHashSet<>();
    private boolean pieceByPiece;
    private @Nullable RouterFullException refusal;
    /** How many of the routes are marked as refused. */
    private int refusedRoutes;
    /** How many ports have other addresses than they were to be told. */
    private int refusedPorts;
    private int notified;
    private long changes;

    private record AddressKey(int link, Address address, int bits) {}

    private record NeighbourKey(int link, Address address) {}

    /** A neighbour as the cards know it, and as routes name it. */
    private record Gateway(int port, Address address) {}

    /** What the cards were told of a neighbour. */
    private record NotifiedNeighbour(int port, long mac) {}

    /** What a port was told. */
    private record PortState(LinkState state, int mtu, List<InterfaceAddress> addresses, IntakeSettings intake) {}

    /**
     * Empty.
     *
     * @param ports names of the interfaces that are cards, with the numbers of their ports
     * @param routeTables numbers of the routing tables whose routes are told
     * @param target is told
     * @param share how many neighbours of each port the target is told of, beside those that are gateways of routes
     */
    KernelTable(Map<String, Integer> ports, Collection<Integer> routeTables, RouterTables target, int share) {
        this.intakes = new IntakeChoice(routeTables);
        this.shares = new NeighbourShares<>(share);
        this.portNames = Map.copyOf(ports);
        this.target = target;
    }

    @Override
    public void begins(Kind kind) {
        switch (kind) {
            case LINKS -> unseen.put(kind, new LinkedHashSet<>(links.keySet()));
            case ADDRESSES -> unseen.put(kind, new LinkedHashSet<>(addresses.keySet()));
            case NEIGHBOURS -> unseen.put(kind, new LinkedHashSet<>(neighbours.keySet()));
            case NEXT_HOPS -> unseen.put(kind, new LinkedHashSet<>(nextHops.keySet()));
            case ROUTES -> {
                dropGone();
                hasDeadWays = false;
                reading++;
                readingRoutes = true;
            }
            case SETTINGS, RULES -> intakes.begins(kind);
        }
    }

    @Override
    public void ends(Kind kind, boolean complete) {
        Set<Object> missing = unseen.remove(kind);
        if (kind == Kind.SETTINGS || kind == Kind.RULES) {
            intakes.ends(kind, complete);
            portsChanged = true;
        }
        if (kind == Kind.ROUTES) {
            readingRoutes = false;
            mayBeOlder = true;
            if (complete) {
                routes.forEach((prefix, entry) -> {
                    if (!entry.isOf(reading) && !entry.routes().isEmpty()) {
                        entry.clear();
                        mark(prefix, entry);
                    }
                });
            }
        }
        if (missing == null || !complete) {
            return;
        }
        switch (kind) {
            case LINKS -> missing.forEach(key -> removeLink((Integer) key));
            case ADDRESSES -> missing.forEach(key -> removeAddress((AddressKey) key));
            case NEIGHBOURS -> missing.forEach(key -> neighbour((NeighbourKey) key, OptionalLong.empty()));
            case NEXT_HOPS -> missing.forEach(key -> removeNextHop((Integer) key));
            case ROUTES, SETTINGS, RULES -> { }
        }
    }

    @Override
    public void caughtUp() {
        mayBeOlder = false;
    }

    private void seen(Kind kind, Object key) {
        Set<Object> waiting = unseen.get(kind);
        if (waiting != null) {
            waiting.remove(key);
        }
    }

    @Override
    public void on(KernelEvent event) {
        switch (event) {
            case KernelEvent.Link link -> onLink(link);
            case KernelEvent.InterfaceAddress address -> onAddress(address);
            case KernelEvent.Neighbour neighbour -> {
                NeighbourKey key = new NeighbourKey(neighbour.link(), neighbour.address());
                seen(Kind.NEIGHBOURS, key);
                if (neighbour.change() == Change.SET && neighbour.stale()) {
                    stale.add(key);
                } else {
                    stale.remove(key);
                }
                neighbour(key, neighbour.change() == Change.SET ? neighbour.mac() : OptionalLong.empty());
            }
            case KernelEvent.NextHop hop -> onNextHop(hop);
            case KernelEvent.Route route -> onRoute(route);
            case KernelEvent.Setting setting -> {
                if (setting.isOther()) {
                    // Perhaps ignore_routes_with_linkdown: which ways are out of use is told with routes alone.
                    doubtRoutes();
                }
                intakes.on(setting);
                portsChanged |= setting.link() == KernelEvent.Setting.ALL || ports.containsKey(setting.link());
            }
            case KernelEvent.Rule rule -> {
                if (intakes.on(rule)) {
                    doubtful.add(Kind.RULES);
                }
            }
        }
    }

    private boolean isReading(Kind kind) {
        return unseen.containsKey(kind);
    }

    private void onLink(KernelEvent.Link link) {
        seen(Kind.LINKS, link.index());
        if (link.change() == Change.GONE) {
            removeLink(link.index());
            return;
        }
        if (!isReading(Kind.LINKS)) {
            // An event may be older than what is known: the tables were read after it, and what came before it is told after them.
            lookAgain(link);
        }
        KernelEvent.Link old = links.put(link.index(), link);
        if (old != null && old.equals(link)) {
            return;
        }
        Integer port = portNames.get(link.name());
        Integer before = port == null ? ports.remove(link.index()) : ports.put(link.index(), port);
        portsChanged |= port != null || before != null;
        if (!Objects.equals(port, before) || old == null || old.up() != link.up()) {
            allRoutes = true;
            neighbours.keySet().stream().filter(key -> key.link() == link.index()).forEach(dirtyNeighbours::add);
        }
    }

    /**
     * With an interface that is set down, or whose link does not work, the kernel drops next hops, their places in groups, and routes, and
     * says little of it. Ways of which others are left come back with it, of which it says nothing.
     */
    private void lookAgain(KernelEvent.Link link) {
        if (!link.up() || !link.carrier()) {
            doubtRoutes();
        } else if (hasDeadWays) {
            doubtRoutes();
        }
    }

    /**
     * The kernel tells of links and addresses before it drops what hangs on them. It tells nobody its next hops while it is at that, and
     * those are read before routes.
     */
    private void doubtRoutes() {
        doubtful.add(Kind.NEXT_HOPS);
        doubtful.add(Kind.ROUTES);
    }

    private void removeLink(int index) {
        doubtRoutes();
        KernelEvent.Link old = links.remove(index);
        if (old == null) {
            return;
        }
        portsChanged |= ports.remove(index) != null;
        allRoutes = true;
        List<NeighbourKey> gone = neighbours.keySet().stream().filter(key -> key.link() == index).toList();
        gone.forEach(key -> neighbour(key, OptionalLong.empty()));
        addresses.keySet().removeIf(key -> key.link() == index);
    }

    private void onAddress(KernelEvent.InterfaceAddress address) {
        AddressKey key = new AddressKey(address.link(), address.address(), address.bits());
        seen(Kind.ADDRESSES, key);
        if (address.change() == Change.GONE) {
            doubtRoutes();
            removeAddress(key);
        } else if (!address.usable()) {
            removeAddress(key);
        } else {
            // Ways by an interface without address are out of use, and come back with the first one without a word.
            if (hasDeadWays && !isReading(Kind.ADDRESSES)) {
                doubtRoutes();
            }
            portsChanged |= !address.equals(addresses.put(key, address));
        }
    }

    private void removeAddress(AddressKey key) {
        if (addresses.remove(key) != null) {
            portsChanged = true;
            // The kernel drops routes from an address with it, and does not say so.
            doubtRoutes();
        }
    }

    private void neighbour(NeighbourKey key, OptionalLong mac) {
        if (!mac.isPresent()) {
            // Whoever is a way to a server is asked again at once.
            sharingChanged |= neighbours.remove(key) != null && !servers.isEmpty();
            stale.remove(key);
        } else {
            neighbours.put(key, mac.getAsLong());
        }
        dirtyNeighbours.add(key);
    }

    private void onNextHop(KernelEvent.NextHop hop) {
        seen(Kind.NEXT_HOPS, hop.id());
        if (hop.change() == Change.GONE) {
            removeNextHop(hop.id());
            return;
        }
        if (goneNextHops.contains(hop.id())) {
            dropGone();
        }
        KernelEvent.NextHop old = nextHops.put(hop.id(), hop);
        // Those that are there already may go another way now.
        allRoutes |= old != null && !old.equals(hop) || choice.hasMissed(hop.id());
    }

    private void removeNextHop(int id) {
        nextHops.remove(id);
        goneNextHops.add(id);
    }

    /** With a next hop the kernel drops its places in groups, groups that have no other, and routes, and says nothing of version 4. */
    private void dropGone() {
        if (goneNextHops.isEmpty()) {
            return;
        }
        boolean more = true;
        while (more) {
            more = false;
            for (KernelEvent.NextHop each : List.copyOf(nextHops.values())) {
                List<KernelEvent.NextHop.Member> left = each.group().stream().filter(one -> !goneNextHops.contains(one.id())).toList();
                if (left.isEmpty() && !each.group().isEmpty()) {
                    removeNextHop(each.id());
                    more = true;
                } else if (left.size() < each.group().size()) {
                    nextHops.put(each.id(), new KernelEvent.NextHop(Change.SET, each.id(), null, false, left));
                    allRoutes = true;
                }
            }
        }
        routes.forEach((prefix, entry) -> {
            if (entry.drop(goneNextHops)) {
                mark(prefix, entry);
            }
        });
        goneNextHops.clear();
    }

    private void onRoute(KernelEvent.Route route) {
        Prefix prefix = new Prefix(route.destination(), route.bits());
        if (isLinkLocal(prefix)) {
            return;
        }
        if (goneNextHops.contains(route.nextHop())) {
            dropGone();
        }
        hasDeadWays |= route.hops().stream().anyMatch(RouteHop::dead);
        RouteEntry entry = routes.computeIfAbsent(prefix, key -> new RouteEntry());
        boolean certain = true;
        if (readingRoutes) {
            entry.read(route, reading);
        } else if (route.change() == Change.SET) {
            certain = entry.set(route, reading, mayBeOlder);
        } else {
            certain = entry.gone(route);
        }
        if (!certain) {
            doubtRoutes();
        }
        mark(prefix, entry);
    }

    /** Such destinations are of one link each, and nobody forwards to them. */
    private static boolean isLinkLocal(Prefix prefix) {
        return prefix.bits() >= 10 && isLinkLocal(prefix.address());
    }

    private static boolean isLinkLocal(Address address) {
        return address.version() == 6 && address.high() >>> 54 == 0xFE80 >>> 6;
    }

    private void mark(Prefix prefix, RouteEntry entry) {
        if (entry.mark()) {
            dirtyRoutes.add(prefix);
        }
    }

    /** {@return whether {@link #doubtful} has tables} */
    boolean isDoubtful() {
        return !doubtful.isEmpty();
    }

    /** {@return the tables of which the kernel may have changed something without a word since this was asked last: to be read again} */
    Set<Kind> doubtful() {
        Set<Kind> tables = EnumSet.copyOf(doubtful);
        doubtful.clear();
        return tables;
    }

    /** {@return the ports that are part of a bridge, a bond or a VRF, for people: what is set there is not theirs} */
    List<String> partsOfOthers() {
        return links.values().stream().filter(link -> link.master() != 0 && ports.containsKey(link.index()))
            .map(link -> link.name() + " is part of " + name(link.master()) + ", whose addresses and routes are not this port's")
            .sorted().toList();
    }

    private String name(int index) {
        KernelEvent.Link link = links.get(index);
        return link == null ? "interface " + index : link.name();
    }

    /** {@return the rules for which packets go to the host, for people} */
    List<String> rulesOfHost() {
        return intakes.rulesOfHost();
    }

    /** {@return whether {@link #flush} has something to tell} */
    boolean isBehind() {
        return portsChanged || allRoutes || !goneNextHops.isEmpty() || !dirtyNeighbours.isEmpty() || !dirtyRoutes.isEmpty();
    }

    /**
     * Tells the target what it does not know yet: ports first, neighbours, then routes up to a number.
     *
     * @param limit of routes that are told, so that a storm of them does not keep others waiting
     * @return how many changes were told
     * @throws RouterFullException the target has refused something; all else was told. {@link #tryAgain} has that told again
     */
    int flush(int limit) {
        long before = changes;
        refusal = null;
        dropGone();
        if (portsChanged) {
            portsChanged = false;
            notifyPorts();
        }
        dirtyNeighbours.forEach(key -> {
            if (!isTaken(() -> notifyNeighbour(key))) {
                refusedNeighbours.add(key);
            }
        });
        dirtyNeighbours.clear();
        if (allRoutes) {
            allRoutes = false;
            routes.forEach(this::mark);
        }
        if (notified == 0 && dirtyRoutes.size() > limit && !pieceByPiece && !isTaken(this::notifyAllRoutes)) {
            // As many of them as there is room for.
            pieceByPiece = true;
            routes.forEach(this::mark);
        }
        for (int count = 0; count < limit && !dirtyRoutes.isEmpty(); ) {
            Prefix prefix = dirtyRoutes.remove();
            RouteEntry entry = Objects.requireNonNull(routes.get(prefix));
            entry.unmark();
            int[] taken = {1};
            refusedRoutes += entry.note(isTaken(() -> taken[0] = notifyRoute(prefix, entry) ? 1 : 0));
            count += taken[0];
        }
        if (changes > before) {
            followServers();
        }
        RouterFullException refused = refusal;
        if (refused != null) {
            throw refused;
        }
        return (int) (changes - before);
    }

    /** Tells something: what is refused must not keep back what comes after it, which may make room. */
    private boolean isTaken(Runnable notifying) {
        try {
            notifying.run();
            return true;
        } catch (RouterFullException e) {
            refusal = e;
            return false;
        }
    }

    private void notifyPorts() {
        refusedPorts = 0;
        notifyHostAddresses();
        portNames.forEach((name, port) -> {
            PortState state = state(port);
            PortState old = notifiedPorts.get(port);
            if (!state.intake().equals(notifiedIntakes.getOrDefault(port, IntakeSettings.OPEN))) {
                target.intake(port, state.intake());
                notifiedIntakes.put(port, state.intake());
                changes++;
            }
            if (old == null || !old.addresses().equals(state.addresses())) {
                if (!isTaken(() -> target.addresses(port, state.addresses()))) {
                    refusedPorts++;
                    return;
                }
                changes++;
            }
            if (state.mtu() > 0 && (old == null || old.mtu() != state.mtu())) {
                target.mtu(port, state.mtu());
                changes++;
            }
            if (old == null || old.state() != state.state()) {
                target.up(port, state.state());
                changes++;
            }
            notifiedPorts.put(port, state);
        });
    }

    /** What is for the host is so by whatever card it comes. */
    private void notifyHostAddresses() {
        List<Address> others = addresses.keySet().stream().filter(key -> !ports.containsKey(key.link()))
            .map(AddressKey::address).filter(address -> !isLinkLocal(address)).distinct().toList();
        if (!others.equals(notifiedHostAddresses) && isTaken(() -> target.hostAddresses(others))) {
            notifiedHostAddresses = others;
            changes++;
        }
    }

    private PortState state(int port) {
        KernelEvent.Link link = null;
        for (Map.Entry<Integer, Integer> each : ports.entrySet()) {
            if (each.getValue() == port) {
                link = links.get(each.getKey());
            }
        }
        if (link == null) {
            return new PortState(LinkState.DOWN, 0, List.of(), IntakeSettings.OPEN);
        }
        int index = link.index();
        List<InterfaceAddress> own = new ArrayList<>();
        addresses.keySet().stream().filter(key -> key.link() == index)
            .forEach(key -> own.add(new InterfaceAddress(key.address(), key.bits())));
        return new PortState(link.up() ? LinkState.UP : LinkState.DOWN, link.mtu(), own, intakes.of(link));
    }

    private void notifyNeighbour(NeighbourKey key) {
        Integer port = ports.get(key.link());
        Long mac = port == null ? null : neighbours.get(key);
        NotifiedNeighbour now = port == null || mac == null ? null : new NotifiedNeighbour(port, mac);
        NotifiedNeighbour old = notifiedNeighbours.get(key);
        Address address = key.address();
        if (Objects.equals(now, old)) {
            if (now != null) {
                enter(new Gateway(now.port(), address));
            }
            return;
        }
        if (old != null && (now == null || now.port() != old.port())) {
            forget(key, old);
        }
        if (now != null) {
            Gateway neighbour = new Gateway(now.port(), address);
            if (old == null && stale.contains(key) && shares.isFull(now.port()) && !shares.isGateway(neighbour)) {
                // Nobody speaks to it: none that is spoken to goes for it.
                passedOver++;
                return;
            }
            enter(neighbour);
            target.neighbour(now.port(), address, now.mac());
            notifiedNeighbours.put(key, now);
        }
        changes++;
    }

    private void forget(NeighbourKey key, NotifiedNeighbour old) {
        Address address = key.address();
        target.forgetNeighbour(old.port(), address);
        shares.leave(old.port(), new Gateway(old.port(), address));
        notifiedNeighbours.remove(key);
    }

    /** A neighbour has a place; another one may make room for it, which is told again when the kernel is notified of it. */
    private void enter(Gateway neighbour) {
        Gateway gone = shares.enter(neighbour.port(), neighbour);
        if (gone == null) {
            return;
        }
        target.forgetNeighbour(gone.port(), gone.address());
        NeighbourKey key = keyOf(gone);
        if (key != null) {
            notifiedNeighbours.remove(key);
        }
        passedOver++;
        changes++;
    }

    private @Nullable NeighbourKey keyOf(Gateway gateway) {
        for (Map.Entry<Integer, Integer> each : ports.entrySet()) {
            if (each.getValue() == gateway.port()) {
                return new NeighbourKey(each.getKey(), gateway.address());
            }
        }
        return null;
    }

    /** Which neighbours are gateways of routes that the cards have been told. */
    private void noteGateway(@Nullable NextHop old, @Nullable NextHop hop) {
        if (Objects.equals(old, hop)) {
            return;
        }
        if (hop instanceof NextHop.Spread) {
            gateways(hop).forEach(gateway -> noteSharing(gateway, 1));
        }
        if (old instanceof NextHop.Spread) {
            gateways(old).forEach(gateway -> noteSharing(gateway, -1));
        }
        Set<Gateway> before = gateways(old);
        Set<Gateway> now = gateways(hop);
        for (Gateway gateway : now) {
            if (!before.contains(gateway) && shares.takeGateway(gateway)) {
                noteChanged(gateway);
            }
        }
        for (Gateway gateway : before) {
            if (!now.contains(gateway) && shares.releaseGateway(gateway)) {
                noteChanged(gateway);
            }
        }
    }

    private void noteSharing(Gateway gateway, int more) {
        NeighbourKey key = keyOf(gateway);
        if (key != null) {
            sharingChanged |= sharing.merge(key, more, (one, other) -> one + other == 0 ? null : one + other) != null;
        }
    }

    private static Set<Gateway> gateways(@Nullable NextHop hop) {
        return switch (hop) {
            case NextHop.Via(int port, Address address) -> Set.of(new Gateway(port, address));
            case NextHop.Limited(NextHop.Single way, _) -> gateways(way);
            case NextHop.Spread(List<NextHop.Way> ways) -> {
                Set<Gateway> all = new LinkedHashSet<>();
                ways.forEach(way -> all.addAll(gateways(way.hop())));
                yield all;
            }
            case null, default -> Set.of();
        };
    }

    /**
     * Sets the servers to which services send connections. The neighbours by which they are reached are as gateways of routes: asked for
     * until they are known, and in no share.
     *
     * @param all of them
     */
    void servers(Set<Address> all) {
        servers = Set.copyOf(all);
        followServers();
    }

    private void followServers() {
        Set<Gateway> before = serverWays;
        Set<Gateway> now = new LinkedHashSet<>();
        servers.forEach(server -> now.addAll(waysTo(server)));
        if (now.equals(before)) {
            return;
        }
        serverWays = now;
        sharingChanged = true;
        now.stream().filter(way -> !before.contains(way) && shares.takeGateway(way)).forEach(this::noteChanged);
        before.stream().filter(way -> !now.contains(way) && shares.releaseGateway(way)).forEach(this::noteChanged);
    }

    /** The neighbours by which an address is reached, as the cards have been told. */
    private Set<Gateway> waysTo(Address address) {
        for (int bits = address.width(); bits >= 0; bits--) {
            RouteEntry entry = routes.get(new Prefix(address, bits));
            NextHop hop = entry == null ? null : entry.notified();
            if (hop != null) {
                return gateways(hop instanceof NextHop.Single single ? single.towards(address) : hop);
            }
        }
        return Set.of();
    }

    /** It has a place beside the shares, or needs one in them. */
    private void noteChanged(Gateway gateway) {
        NeighbourKey key = keyOf(gateway);
        if (key != null && neighbours.containsKey(key)) {
            dirtyNeighbours.add(key);
        }
    }

    /** {@return how often a neighbour was not told, or not any more, because its port has as many as may be} */
    long passedOver() {
        return passedOver;
    }

    private boolean notifyRoute(Prefix prefix, RouteEntry entry) {
        NextHop hop = choice.of(entry.routes());
        NextHop old = entry.notified();
        if (Objects.equals(hop, old)) {
            if (entry.routes().isEmpty()) {
                routes.remove(prefix);
            }
            return false;
        }
        // The target may refuse: then the entry says so, and it is tried again.
        if (hop == null) {
            target.removeRoute(prefix);
            notified--;
        } else {
            target.route(prefix, hop);
            notified += old == null ? 1 : 0;
        }
        entry.notify(hop);
        noteGateway(old, hop);
        changes++;
        if (entry.routes().isEmpty()) {
            routes.remove(prefix);
        }
        return true;
    }

    /** At the beginning the cards have nothing, and a whole table goes to them in one piece. */
    private void notifyAllRoutes() {
        Map<Prefix, NextHop> all = new LinkedHashMap<>();
        for (Prefix prefix : dirtyRoutes) {
            RouteEntry entry = Objects.requireNonNull(routes.get(prefix));
            entry.unmark();
            NextHop hop = choice.of(entry.routes());
            if (hop != null) {
                all.put(prefix, hop);
            }
        }
        dirtyRoutes.clear();
        target.replaceRoutes(all);
        all.forEach((prefix, hop) -> {
            Objects.requireNonNull(routes.get(prefix)).notify(hop);
            noteGateway(null, hop);
        });
        notified = all.size();
        changes += notified;
    }

    /** {@return how many routes the cards have been told and have not been told to remove} */
    int notifiedRoutes() {
        return notified;
    }

    /** {@return what the cards have otherwise than the kernel, because the target had no room for it} */
    Missing missing() {
        return new Missing(refusedRoutes, refusedNeighbours.size(), refusedPorts);
    }

    /** {@return how many neighbours the cards know} */
    int notifiedNeighbours() {
        return notifiedNeighbours.size();
    }

    /** {@return how many changes were told so far} */
    long changes() {
        return changes;
    }

    /** Has everything told again that the target refused. */
    void tryAgain() {
        allRoutes = true;
        portsChanged = true;
        dirtyNeighbours.addAll(refusedNeighbours);
        refusedNeighbours.clear();
    }

    /** Visits neighbours that the cards know and of which the kernel has not heard for a while: links and addresses. */
    void eachStaleNeighbour(BiConsumer<Integer, Address> visitor) {
        stale.forEach(key -> {
            if (notifiedNeighbours.containsKey(key)) {
                visitor.accept(key.link(), key.address());
            }
        });
    }

    /**
     * Visits gateways of routes over several ways, and ways to servers, that nobody knows: links and addresses. The host gets flows of the
     * first, but sends them by a way of its own choice, and gets nothing that is for a server; so the kernel may never ask for them.
     */
    void eachUnknownGateway(BiConsumer<Integer, Address> visitor) {
        sharingChanged = false;
        Set<NeighbourKey> wanted = new LinkedHashSet<>(sharing.keySet());
        serverWays.forEach(way -> {
            NeighbourKey key = keyOf(way);
            if (key != null) {
                wanted.add(key);
            }
        });
        wanted.forEach(key -> {
            if (!neighbours.containsKey(key)) {
                visitor.accept(key.link(), key.address());
            }
        });
    }

    /** {@return whether there may be others to visit since} {@link #eachUnknownGateway}. */
    boolean hasNewGateways() {
        return sharingChanged;
    }

    /** {@return what the kernel says of an address, by the longest prefix of which the cards are to know} */
    KernelAnswer explain(Address address) {
        KernelRouteText words = new KernelRouteText(links, ports, nextHops);
        for (int bits = address.width(); bits >= 0; bits--) {
            Prefix prefix = new Prefix(address, bits);
            RouteEntry entry = routes.get(prefix);
            if (entry != null && choice.of(entry.routes()) != null) {
                return new KernelAnswer(prefix, entry.routes().stream().map(words::of).toList(), entry.isRefused());
            }
        }
        return KernelAnswer.NONE;
    }

    /** {@return what the cards were told of a prefix, null for nothing} */
    @Nullable NextHop notifiedOf(Prefix prefix) {
        RouteEntry entry = routes.get(prefix);
        return entry == null ? null : entry.notified();
    }
}
