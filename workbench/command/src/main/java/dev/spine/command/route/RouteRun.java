package dev.spine.command.route;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.service.RouteServices;
import dev.spine.command.route.service.ServiceServers;
import dev.spine.device.nic.NicModule;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.device.os.netlink.KernelNetwork;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.RouterHost;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.RouterPort;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.tap.HostTap;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A router in operation: opens what its plan asks for, one after the other, and takes it away again in the opposite order. The command's
 * thread.
 */
final class RouteRun implements AutoCloseable {
    private static final long FIRST_TABLES_SECONDS = 120;
    private static final long IN_FORCE_SECONDS = 20;
    private static final long LOOK_NS = 5_000_000;
    private static final List<String> FORWARDING = List.of("net/ipv4/ip_forward", "net/ipv6/conf/all/forwarding");

    /** Where the routers of this machine meet; the system empties it when it starts. */
    private static final Path SHARED = Path.of("/run/spine");

    private final SpineSystem system;
    private final RoutePlan plan;
    private final Consumer<String> text;
    private final Interruption interruption;
    private final CardNews news = new CardNews();
    private final InterfaceNews interfaces = new InterfaceNews();
    private final List<InterfaceLink> links = new ArrayList<>();
    /** What is to be undone, the last first. */
    private final Deque<Runnable> opened = new ArrayDeque<>();
    private final RouteServices services;
    private final PortWires wires;
    private @Nullable RouterNode node;
    private @Nullable KernelFollower follower;
    private RoutePlan.@Nullable Fixed fixed;

    /**
     * A run.
     *
     * @param system built, not booted; closed by the caller
     * @param plan what it was built for
     * @param text is notified of what happens, a line each
     * @param interruption whether the command was asked to end, also while this opens
     */
    RouteRun(SpineSystem system, RoutePlan plan, Consumer<String> text, Interruption interruption) {
        this.system = system;
        this.plan = plan;
        this.text = text;
        this.interruption = interruption;
        this.wires = new PortWires(plan.ports(), system::wire, text);
        this.services = new RouteServices(key -> new RuntimeClient(system.driver(key.card()),
            system.device(key.card(), key.runtime()).tid(), system.hostMemory(), system.tasks()), text);
    }

    /**
     * Opens everything; returns when the tables are in force on the cards.
     *
     * @return its figures; null when it was asked to end before
     * @throws SystemCallException what the plan asks for cannot be had
     * @throws HostException a card does not do what it must
     * @throws dev.spine.system.file.SystemFileException a service was refused
     */
    @Nullable RouterFigures open() {
        system.boot().orThrow();
        opened.push(() -> system.await("the shutdown", system.driver()::shutdown));
        // Before the first packet has a way, to the host or to another card.
        opened.push(services::close);
        services.open(plan);
        if (plan.source() instanceof RoutePlan.Kernel kernel) {
            openInterfaces(kernel);
        }
        RouterNode router = new RouterNode(new RouterHost(system.driver(), system.host(), system.hostMemory(), system.tasks()),
            plan.settings(), news);
        node = router;
        opened.push(router::close);
        services.join(router);
        for (int number = 1; number <= plan.ports().size(); number++) {
            RoutePlan.Port port = plan.ports().get(number - 1);
            if (interruption.isRequested()) {
                return null;
            }
            int tid = system.device(port.iop(), port.runtime()).tid();
            RuntimeClient runtime = new RuntimeClient(system.driver(port.iop()), tid, system.hostMemory(), system.tasks());
            router.port(new RouterPort(port.iop(), runtime, system.driver(port.iop()), tid, port.hardwareAddress(), port.mtu()),
                services.stages(number));
        }
        switch (plan.source()) {
            case RoutePlan.Kernel kernel -> follow(router, kernel);
            case RoutePlan.Fixed table -> fill(router, table);
        }
        if (interruption.isRequested()) {
            return null;
        }
        replay();
        return new RouterFigures(system, router, plan, follower, services, wires);
    }

    /** {@return how the cards' routers are made} */
    RouterSettings settings() {
        return plan.settings();
    }

    /** {@return what answers clients of the control socket, once {@link #open} has returned figures} */
    RouterControl control(RouterFigures figures) {
        List<NicModule> cards = plan.ports().stream().map(port -> (NicModule) system.device(port.iop(), port.lan()).module()).toList();
        return new RouterControl(Objects.requireNonNull(node), plan, figures, follower, cards, wires);
    }

    private void openInterfaces(RoutePlan.Kernel kernel) {
        NetworkNamespace space = kernel.network();
        KernelNetwork network = KernelNetwork.open(space);
        opened.push(network::close);
        for (int index = 0; index < plan.ports().size(); index++) {
            String name = kernel.interfaces().get(index);
            RoutePlan.Port port = plan.ports().get(index);
            HostTap tap = HostTap.open(system, port.iop(), port.lan(), TapSettings.of(name, space));
            opened.push(tap::close);
            links.add(new InterfaceLink(tap.tap()));
            wires.appears(port.iop(), tap.tap());
            interfaces.add("the host interface " + name + " of " + port.iop(), tap.hostInterface()::isGone);
            text.accept("port " + port.iop() + ": " + wires.label(port.iop()) + ", host interface " + name
                + (kernel.namespace().isEmpty() ? "" : "@" + kernel.namespace()));
        }
        for (String name : FORWARDING) {
            if (network.setting(name).isPresent()) {
                SharedSetting setting = interruption.opens(() -> SharedSetting.open(
                    SHARED.resolve(space.number() + "-" + name.replace('/', '-')), "1", value -> network.setting(name, value)));
                opened.push(setting::close);
                if (setting.before().equals("0")) {
                    text.accept("the kernel forwards, too: " + name + " is 1 until this and all other routers here have ended");
                }
            }
        }
    }

    private void follow(RouterNode router, RoutePlan.Kernel kernel) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        kernel.interfaces().forEach(name -> ports.put(name, ports.size() + 1));
        KernelFollower following = new KernelFollower(kernel.network(), ports, kernel.tables(), new NodeTables(router),
            new Overflow(plan.settings().tableBytes() >> 10, text), text);
        opened.push(following::close);
        follower = following;
        following.servers(ServiceServers.of(plan.services()));
        if (!await(following)) {
            return;
        }
        text.accept(following.numbers().routes() + " routes and " + following.numbers().neighbours()
            + " neighbours of the kernel are on the cards");
    }

    /** {@return whether the kernel's tables are on the cards; not when this is to end before} */
    private boolean await(KernelFollower following) {
        CompletableFuture<Void> first = following.start().orTimeout(FIRST_TABLES_SECONDS, TimeUnit.SECONDS);
        try {
            while (!first.isDone() && !interruption.isRequested()) {
                LockSupport.parkNanos(LOOK_NS);
            }
            if (first.isDone()) {
                first.join();
            }
            return first.isDone();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            String why = e.getCause() instanceof TimeoutException ? "the cards did not take the kernel's tables in "
                + FIRST_TABLES_SECONDS + " s" : String.valueOf(e.getCause());
            throw new HostException(why);
        }
    }

    private void fill(RouterNode router, RoutePlan.Fixed table) {
        for (int index = 0; index < table.addresses().size(); index++) {
            router.addresses(index + 1, table.addresses().get(index));
        }
        RoutePlan.Fixed old = fixed;
        if (old != null) {
            old.neighbours().stream().filter(each -> !table.neighbours().contains(each))
                .forEach(each -> router.forgetNeighbour(each.port(), each.address()));
        }
        table.neighbours().forEach(each -> router.neighbour(each.port(), each.address(), each.mac()));
        router.replaceRoutes(table.routes());
        boolean isInForce = awaitInForce(router);
        fixed = table;
        text.accept(table.routes().size() + " routes and " + table.neighbours().size() + " neighbours of the file are on the cards"
            + (isInForce ? "" : " that answer; the others get them when they do"));
    }

    /** {@return whether all cards have what was entered}; one that is silent is not waited for without end. */
    private static boolean awaitInForce(RouterNode router) {
        try {
            router.acknowledged().toCompletableFuture().orTimeout(IN_FORCE_SECONDS, TimeUnit.SECONDS).join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }

    /**
     * Follows a plan that was read again, without loss: packets on their way use the old tables or the new ones. The kernel's tables are
     * read again.
     *
     * @param next the plan; only what fills its tables and its services are looked at
     * @throws dev.spine.system.file.SystemFileException a service was refused, and nothing was changed
     */
    void reload(RoutePlan next) {
        if (!next.ports().equals(plan.ports()) || !next.system().service().outline().equals(plan.system().service().outline())) {
            text.accept("nothing was changed: other wires, cards and ports need a restart");
            return;
        }
        try {
            services.follow(next);
        } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
            // What was changed is taken back where the card answers.
            text.accept("the services are as before, as far as the cards answer: " + e.getMessage());
            return;
        }
        KernelFollower following = follower;
        RouterNode router = node;
        if (following != null) {
            following.servers(ServiceServers.of(next.services()));
            following.reload();
            text.accept("the kernel's tables are read again");
        } else if (router != null && next.source() instanceof RoutePlan.Fixed table) {
            fill(router, table);
        }
    }

    /**
     * Tells what has happened to cards and interfaces: {@return why it cannot go on, or null}
     *
     * @throws RuntimeException an agent has failed
     */
    @Nullable String failure() {
        news.notify(text);
        // Nobody else would hear of an agent that failed.
        system.tasks().run(() -> {
            interfaces.look();
            links.forEach(InterfaceLink::look);
        });
        interfaces.notify(text);
        wires.look();
        links.forEach(link -> link.notify(text));
        services.look(running());
        KernelFollower following = follower;
        return following == null ? null : following.failure();
    }

    /** {@return the cards whose routers run: others do not answer, or are about to be loaded anew} */
    private Set<String> running() {
        Set<String> running = new HashSet<>();
        RouterNode router = node;
        for (int number = 1; router != null && number <= plan.ports().size(); number++) {
            if (router.instance(number) != 0) {
                running.add(plan.ports().get(number - 1).iop());
            }
        }
        return running;
    }

    private void replay() {
        for (SystemDescription.PlacedWire placed : plan.system().wires()) {
            Wire wire = system.wire(placed.spec().name()).carrier();
            if (wire instanceof CaptureWire capture && placed.spec() instanceof CaptureKind.Spec spec) {
                Pace pace = switch (spec.replay()) {
                    case RECORDED -> new Pace.AsRecorded();
                    case FAST -> new Pace.AsBuffersReturn();
                    case NONE -> null;
                };
                if (pace != null) {
                    order(capture, ReplayOrder.endless(pace));
                    opened.push(() -> order(capture, ReplayOrder.STOP));
                }
            }
        }
    }

    private void order(CaptureWire wire, ReplayOrder order) {
        system.tasks().run(() -> system.host().context().deliver(wire.orders(), order));
    }

    /** Undoes everything that was done, also after a failure in the middle of it. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().run();
            } catch (SystemCallException | HostException e) {
                text.accept("while ending: " + e.getMessage());
            }
        }
    }
}
