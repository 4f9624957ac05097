package dev.spine.extension.router.host;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.router.DropReason;
import dev.spine.extension.router.EgressStages;
import dev.spine.extension.router.RouterExtension;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.router.host.fib.RouteTable;
import dev.spine.host.driver.ConfigurationListener;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A router whose ports are network cards: keeps addresses, neighbours and routes, loads the router extension onto each card, and brings
 * every change to all of them. The cards forward from one to the other; the host gets what is for itself, and what is unusual.
 *
 * <p>Any thread outside the host's agent may call any method; calls take turns. A call returns when the change is entered, in the order of
 * the calls; {@link #acknowledged} tells when it is in force. Each change of one route, and each replacement of all, comes into force on a
 * card between two packets.
 *
 * <p>A card that is reset is loaded again and gets everything, as soon as its IOP is back; until then nothing goes by it. The same happens
 * when only the extension has stopped, by a failure or because somebody has unloaded it: after 100 ms, and the later the more often in a
 * row, at most after 30 s. A {@link RouterListener} is notified of both.
 */
public final class RouterNode implements AutoCloseable, HostWork {
    private static final String NAME = "router";
    private static final String DROPPED = "dropped: ";

    private final RouterHost host;
    private final RouterSettings settings;
    private final RouterListener listener;
    private final byte[] image = PackagedExtension.image(NAME, RouterExtension.class);
    private final long key;
    private final RouteTable table;
    private final NextHopNumbers numbers;
    private final RouteRegistry book;
    private final List<PortState> ports = new ArrayList<>();
    private List<Address> hostAddresses = List.of();
    private final Object adding = new Object();
    private final AtomicBoolean waking = new AtomicBoolean();

    /** Read by the host's agent, changed under the lock. */
    private volatile List<CardFeed> feeds = List.of();
    /** The host's agent's: closed ones whose memory their cards may still read. */
    private final List<CardFeed> leaving = new ArrayList<>();

    private final Acknowledgements acknowledgements = new Acknowledgements();

    /**
     * A router without ports.
     *
     * @param host its node
     * @param settings how the routers of the cards are made
     */
    public RouterNode(RouterHost host, RouterSettings settings) {
        this(host, settings, RouterListener.NONE);
    }

    /**
     * A router without ports.
     *
     * @param host its node
     * @param settings how the routers of the cards are made
     * @param listener is notified of what happens to them
     */
    public RouterNode(RouterHost host, RouterSettings settings, RouterListener listener) {
        this.host = host;
        this.settings = settings;
        this.listener = listener;
        this.key = host.tasks().call(() -> host.agent().context().secret());
        this.table = new RouteTable(settings.tableBytes(), RouteTable.PART_BYTES,
            (part, bytes) -> toAll(CommandWriter.table(part, bytes)));
        this.numbers = new NextHopNumbers(settings.nextHops(), this::meaning, this::toAll);
        this.book = new RouteRegistry(table, numbers);
        host.tasks().run(() -> {
            host.agent().register(this);
            host.driver().addConfigurationListener(new Lives());
        });
    }

    // --- ports

    /**
     * Makes a card a port: loads the router onto it, and connects it with the others. Returns when it runs. The stages before its wire are
     * those of the settings.
     *
     * @param card the card
     * @return the port's number, from 1 on
     * @throws HostException when the extension could not be loaded, with the runtime's verdict
     * @throws IllegalStateException when the router has as many ports as it can
     */
    public int port(RouterPort card) {
        return port(card, settings.egress());
    }

    /**
     * Makes a card a port as {@link #port(RouterPort)} does, with stages of its own: a masquerading router has the stage on the card that
     * is outside, and on no other.
     *
     * @param card the card
     * @param egress the stages before its wire, as the parameter {@code egress} has them; empty for none
     * @return the port's number, from 1 on
     * @throws HostException when the extension could not be loaded, with the runtime's verdict
     * @throws IllegalStateException when the router has as many ports as it can
     */
    public int port(RouterPort card, String egress) {
        CardFeed feed;
        // Not under the lock that the host's agent takes: it is asked for something here.
        synchronized (adding) {
            int number = feeds.size() + 1;
            checkState(number <= RouterProtocol.MAX_PORTS, "a router has at most %s ports", RouterProtocol.MAX_PORTS);
            feed = host.tasks().call(() -> new CardFeed(number, card, host, image, settings.withEgress(egress).options(number, key), key,
                new Cards()));
            synchronized (this) {
                ports.add(new PortState(feed));
                List<CardFeed> all = new ArrayList<>(feeds);
                all.add(feed);
                feeds = List.copyOf(all);
            }
        }
        wake();
        host.tasks().await("the router of port " + feed.number(), () -> feed.isRunning() || feed.failure() != null);
        HostException failure = host.tasks().call(feed::failure);
        if (failure != null) {
            leave(feed);
            throw new HostException("the router cannot be loaded onto " + card.name() + ": " + failure.getMessage());
        }
        return feed.number();
    }

    /** A card cannot be a port; where others have come after it meanwhile it keeps its number, and is tried again. */
    private void leave(CardFeed feed) {
        synchronized (adding) {
            synchronized (this) {
                if (feeds.getLast() != feed) {
                    return;
                }
                feeds = feeds.stream().filter(other -> other != feed).toList();
                ports.removeIf(state -> state.feed() == feed);
            }
            host.tasks().run(() -> {
                feed.close();
                free(feed);
            });
        }
    }

    private PortState state(int port) {
        checkArgument(port >= 1 && port <= ports.size(), "the router has no port %s: it has %s", port, ports.size());
        return ports.get(port - 1);
    }

    /**
     * Sets the addresses of a port, all of them. Their wires become routes, and packets for the addresses themselves, for the broadcast
     * addresses of the wires and for the routers' anycast addresses go to the host. The first of each version is where ICMP errors come
     * from; of IPv6 the first that is no link-local one.
     *
     * @param port the port
     * @param addresses of the port
     */
    public void addresses(int port, List<InterfaceAddress> addresses) {
        synchronized (this) {
            PortState state = state(port);
            state.addresses(addresses);
            enterAddresses();
            state.sources().forEach(state.feed().commands()::enter);
        }
        wake();
    }

    /**
     * Sets the addresses of the host that are at none of the ports, all of them: a loopback interface's, or those of interfaces that are no
     * cards. Packets for them go to the host.
     *
     * @param addresses of both versions
     */
    public void hostAddresses(List<Address> addresses) {
        synchronized (this) {
            hostAddresses = List.copyOf(addresses);
            enterAddresses();
        }
        wake();
    }

    private void enterAddresses() {
        Map<Integer, List<InterfaceAddress>> all = new LinkedHashMap<>();
        ports.forEach(each -> all.put(each.feed().number(), each.addresses()));
        book.addresses(all, hostAddresses);
        toAll(CommandWriter.own(book.ownBits()));
    }

    /**
     * A neighbour on the wire of a port is known: packets to it, and by it, go from card to card.
     *
     * @param port the port
     * @param address the neighbour's
     * @param hardwareAddress its hardware address, low 48 bits
     */
    public void neighbour(int port, Address address, long hardwareAddress) {
        synchronized (this) {
            state(port);
            book.neighbour(port, address, hardwareAddress);
        }
        wake();
    }

    /**
     * A neighbour is not known any more: packets to it, and by it, go to the host, which may find it again.
     *
     * @param port the port
     * @param address the neighbour's
     */
    public void forgetNeighbour(int port, Address address) {
        synchronized (this) {
            state(port);
            book.neighbour(port, address, null);
        }
        wake();
    }

    /**
     * Sets the largest IP packet that is sent by a port; never more than the {@link RouterPort#mtu} of its card.
     *
     * @param port the port
     * @param mtu 68 to 65535
     */
    public void mtu(int port, int mtu) {
        RouterPort.checkMtu(mtu);
        synchronized (this) {
            state(port).mtu(mtu);
            numbers.refresh();
        }
        wake();
    }

    /**
     * Sets whether a port is in use. Packets that routes send by one that is not are dropped, and their senders told that the host cannot
     * be reached.
     *
     * @param port the port
     * @param up whether it is
     */
    public void up(int port, boolean up) {
        synchronized (this) {
            state(port).up(up);
            numbers.refresh();
        }
        wake();
    }

    /**
     * Sets which packets that come in by a port the cards may forward; all of them before that.
     *
     * @param port the port
     * @param intake which
     */
    public void intake(int port, IntakeSettings intake) {
        synchronized (this) {
            PortState state = state(port);
            state.intake(intake);
            state.feed().commands().enter(state.intake());
        }
        wake();
    }

    /**
     * Sets the stages before a port's wire, all of them, from the next frame on. One that is not there lets nothing pass: load it before it
     * is named here, and unload it when it is named no more and that is {@linkplain #acknowledged in force}.
     *
     * @param port the port
     * @param stages numbers of {@link EgressStages} in the order in which frames go through them, at most
     *     {@value RouterProtocol#MAX_STAGES}; empty for none
     * @throws IllegalArgumentException when there are more, or one is no such number
     */
    public void stages(int port, List<Integer> stages) {
        if (stages.size() > RouterProtocol.MAX_STAGES || stages.stream().anyMatch(stage -> stage < 1 || stage > EgressStages.LAST)) {
            throw new IllegalArgumentException("there are at most " + RouterProtocol.MAX_STAGES + " stages before a wire, with numbers of 1"
                + " to " + EgressStages.LAST + ", not " + stages);
        }
        synchronized (this) {
            PortState state = state(port);
            state.stages(stages);
            state.feed().commands().enter(CommandWriter.stages(stages));
        }
        wake();
    }

    // --- routes

    /**
     * Sets a route, new or other than before.
     *
     * @param prefix of the destinations
     * @param nextHop where to
     * @throws RouterFullException when the cards have no room for it; everything is as before
     */
    public void route(Prefix prefix, NextHop nextHop) {
        synchronized (this) {
            checkPorts(nextHop);
            book.route(prefix, nextHop);
        }
        wake();
    }

    private void checkPorts(NextHop nextHop) {
        switch (nextHop) {
            case NextHop.OnLink(int port) -> state(port);
            case NextHop.Via(int port, _) -> state(port);
            case NextHop.Limited(NextHop.Single hop, _) -> checkPorts(hop);
            case NextHop.Spread(List<NextHop.Way> ways) -> ways.forEach(way -> checkPorts(way.hop()));
            case NextHop.ToHost _, NextHop.Own _, NextHop.Blackhole _, NextHop.Unreachable _, NextHop.Prohibited _ -> { }
        }
    }

    /**
     * Removes a route that was set; nothing happens when there is none.
     *
     * @param prefix of the destinations
     * @throws RouterFullException when the cards have no room for the change; everything is as before
     */
    public void removeRoute(Prefix prefix) {
        synchronized (this) {
            book.route(prefix, null);
        }
        wake();
    }

    /**
     * Replaces all routes that were set, at once: a packet finds its way among the old ones or among the new ones. Wires, own addresses and
     * neighbours of the ports stay.
     *
     * @param routes the new ones
     * @throws RouterFullException when the cards have no room for old and new ones beside each other; everything is as before
     */
    public void replaceRoutes(Map<Prefix, NextHop> routes) {
        synchronized (this) {
            routes.values().forEach(this::checkPorts);
            book.replace(routes);
        }
        wake();
    }

    /**
     * {@return what the cards' tables say of an address, by the longest prefix that matches; null when there is no route} It is what is
     * entered: {@link #acknowledged} tells when that is in force.
     *
     * @param address any
     */
    public synchronized @Nullable RouteAnswer lookup(Address address) {
        for (int bits = address.width(); bits >= 0; bits--) {
            RouteAnswer answer = answer(new Prefix(address, bits));
            if (answer != null) {
                return answer;
            }
        }
        return null;
    }

    /**
     * {@return what the cards' tables say of exactly this prefix, or null}
     *
     * @param prefix any
     */
    public synchronized @Nullable RouteAnswer answer(Prefix prefix) {
        NextHop hop = numbers.hop(table.get(prefix));
        if (hop == null) {
            return null;
        }
        List<RouteAnswer.Way> ways = switch (hop) {
            case NextHop.Single single -> List.of(way(single, 1));
            case NextHop.Spread spread -> spread.ways().stream().map(way -> way(way.hop(), way.weight())).toList();
        };
        return new RouteAnswer(prefix, book.source(prefix), hop, ways);
    }

    private RouteAnswer.Way way(NextHop.Single hop, int weight) {
        HopContent content = meaning(hop);
        boolean isByPort = hop.byPort() != 0;
        RouteAnswer.Action action = switch (content.action()) {
            case RouterProtocol.ACTION_FORWARD -> RouteAnswer.Action.FORWARD;
            case RouterProtocol.ACTION_HOST -> isByPort ? RouteAnswer.Action.FIND_NEIGHBOUR : RouteAnswer.Action.TO_HOST;
            case RouterProtocol.ACTION_OWN -> RouteAnswer.Action.TO_HOST;
            case RouterProtocol.ACTION_BLACKHOLE -> RouteAnswer.Action.BLACKHOLE;
            case RouterProtocol.ACTION_PROHIBITED -> RouteAnswer.Action.PROHIBITED;
            default -> isByPort ? RouteAnswer.Action.PORT_DOWN : RouteAnswer.Action.UNREACHABLE;
        };
        return new RouteAnswer.Way(hop, weight, action, content.mtu(), content.destination());
    }

    /** {@return the prefixes of all routes in the cards' tables, in no order} */
    public synchronized List<Prefix> prefixes() {
        return book.prefixes();
    }

    /** {@return how many routes the cards' tables have, those of wires, addresses and neighbours included} */
    public synchronized int tableSize() {
        return table.size();
    }

    /** {@return bytes of each card's forwarding table that are in use} */
    public synchronized int tableBytes() {
        return table.usedBytes();
    }

    /** What a next hop means as things are. */
    private HopContent meaning(NextHop.Single hop) {
        return switch (hop) {
            case NextHop.ToHost _ -> HopContent.of(RouterProtocol.ACTION_HOST);
            case NextHop.Own _ -> HopContent.of(RouterProtocol.ACTION_OWN);
            case NextHop.OnLink(int port) -> state(port).towards(null);
            case NextHop.Via(int port, Address gateway) -> state(port).towards(book.hardwareAddress(port, gateway));
            case NextHop.Limited(NextHop.Single way, int mtu) -> meaning(way).within(mtu);
            case NextHop.Blackhole _ -> HopContent.of(RouterProtocol.ACTION_BLACKHOLE);
            case NextHop.Unreachable _ -> HopContent.of(RouterProtocol.ACTION_UNREACHABLE);
            case NextHop.Prohibited _ -> HopContent.of(RouterProtocol.ACTION_PROHIBITED);
        };
    }

    // --- in force

    /**
     * {@return completed when every change so far is in force on every card, and nothing that was decided before can still leave} It is
     * completed on the host's agent: go on elsewhere if that may take long. Frames that a stage holds back, such as a shaper, are not
     * waited for.
     */
    public CompletionStage<Void> acknowledged() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        synchronized (this) {
            acknowledgements.ask(future, feeds);
        }
        wake();
        return future;
    }

    // --- the cards

    private void toAll(byte[] command) {
        feeds.forEach(feed -> feed.commands().enter(command));
    }

    /** Has the host's agent look at what was entered. */
    private void wake() {
        if (waking.compareAndSet(false, true)) {
            host.tasks().run(() -> {
                waking.set(false);
                doWork(Integer.MAX_VALUE);
            });
        }
    }

    /** Called by the host's agent. */
    @Override
    public int doWork(int limit) {
        int work = 0;
        List<CardFeed> all = feeds;
        // In each cycle of the host: an iterator would be an object each time.
        for (int i = 0; i < all.size(); i++) {
            work += all.get(i).doWork();
        }
        return work + acknowledgements.progress(feeds);
    }

    private byte[] portCommand(CardFeed feed) {
        return CommandWriter.port(feed.number(), host.driver().iopId(feed.port().iop()), feed.port().tid(), feed.instance());
    }

    /** Brings a card all that it has to know. */
    private void bring(CardFeed card) {
        CommandQueue commands = card.commands();
        List<Integer> stages = state(card.number()).stages();
        if (stages != null) {
            commands.enter(CommandWriter.stages(stages));
        }
        for (CardFeed other : feeds) {
            if (other != card && other.instance() != 0) {
                commands.enter(portCommand(other));
            }
        }
        commands.enter(state(card.number()).intake());
        state(card.number()).sources().forEach(commands::enter);
        commands.enter(CommandWriter.own(book.ownBits()));
        numbers.bring(commands::enter);
        table.bringAnew((part, bytes) -> commands.enter(CommandWriter.table(part, bytes)));
    }

    /** What happens to extensions on cards; on the host's agent. */
    private final class Cards implements CardFeed.Listener {
        @Override
        public void onRunning(CardFeed card) {
            synchronized (RouterNode.this) {
                bring(card);
                byte[] command = portCommand(card);
                feeds.forEach(other -> {
                    if (other != card) {
                        other.commands().enter(command);
                    }
                });
            }
            listener.onRunning(card.port().name());
        }

        @Override
        public void onGone(CardFeed card) {
            toAll(CommandWriter.portGone(card.number()));
        }

        @Override
        public void onStopped(CardFeed card, String why) {
            listener.onStopped(card.port().name(), why);
        }

        @Override
        public void onTableRefused(CardFeed card) {
            synchronized (RouterNode.this) {
                card.commands().forgetTable();
                bring(card);
            }
        }
    }

    /** What happens to cards; on the host's agent. */
    private final class Lives implements ConfigurationListener {
        @Override
        public void onLost(IopDriver iop) {
            feeds.forEach(feed -> {
                if (feed.port().iop() == iop) {
                    feed.onLost();
                }
            });
            leaving.forEach(feed -> {
                if (feed.port().iop() == iop) {
                    feed.onUnloaded();
                }
            });
            leaving.removeIf(CardFeed::free);
        }

        @Override
        public void onOperational(IopDriver iop) {
            feeds.forEach(feed -> {
                if (feed.port().iop() == iop) {
                    feed.onBack();
                }
            });
        }
    }

    // --- for people

    /**
     * {@return what the router of a port's card has counted}
     *
     * @param port the port
     * @throws dev.spine.extension.host.ExtensionRefusedException when it does not run now
     */
    public RouterCounters counters(int port) {
        CardFeed feed;
        synchronized (this) {
            feed = state(port).feed();
        }
        Map<String, Long> all = feed.port().runtime().inspect(feed.instance(), 0).counters();
        Map<String, Long> drops = new LinkedHashMap<>();
        for (DropReason reason : DropReason.values()) {
            long count = all.getOrDefault(reason.title(), 0L);
            if (count > 0) {
                drops.put(reason.title().substring(DROPPED.length()), count);
            }
        }
        return new RouterCounters(all.getOrDefault("forwarded packets", 0L), all.getOrDefault("forwarded bytes", 0L),
            all.getOrDefault("sent frames", 0L), all.getOrDefault("to host packets", 0L), drops, all);
    }

    /** {@return the instance number of the router on a port's card; 0 while it does not run} */
    public synchronized int instance(int port) {
        return state(port).feed().instance();
    }

    /**
     * {@return how often the router of a port has stopped while its card went on: by a failure, or because somebody has unloaded it}
     *
     * @param port the port
     */
    public synchronized long stops(int port) {
        return state(port).feed().stops();
    }

    /**
     * Unloads the routers from all cards, those included that come after one that cannot be unloaded. What waits for an acknowledgement is
     * told that it will not come.
     *
     * @throws HostException a card did not let it: the others have, and what was not unloaded goes with the next reset of its card
     */
    @Override
    public void close() {
        List<CardFeed> ending = feeds;
        int[] instances = new int[ending.size()];
        host.tasks().run(() -> {
            host.agent().deregister(this);
            feeds = List.of();
            for (int i = 0; i < instances.length; i++) {
                instances[i] = ending.get(i).close();
            }
            acknowledgements.fail(new HostException("the router was closed"));
        });
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < instances.length; i++) {
            String why = unload(ending.get(i), instances[i]);
            if (why != null) {
                kept.add(ending.get(i).port().name() + ": " + why);
            }
        }
        if (!kept.isEmpty()) {
            throw new HostException("not every card's router was unloaded: " + String.join("; ", kept));
        }
    }

    /** {@return why a card keeps its router, or null} */
    private @Nullable String unload(CardFeed feed, int instance) {
        String why = null;
        try {
            if (instance != 0) {
                feed.port().runtime().unload(instance);
                host.tasks().run(feed::onUnloaded);
            }
        } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
            why = String.valueOf(e.getMessage());
        }
        host.tasks().run(() -> free(feed));
        return why;
    }

    private void free(CardFeed feed) {
        if (!feed.free()) {
            leaving.add(feed);
        }
    }
}
