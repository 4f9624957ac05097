package dev.spine.command.route;

import dev.spine.command.control.ControlLimits;
import dev.spine.command.control.ControlServer;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.option.Verb;
import dev.spine.command.route.plan.CardLayout;
import dev.spine.command.route.plan.DescribedRouter;
import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.plan.StaticTable;
import dev.spine.command.route.plan.TableMemory;
import dev.spine.command.run.HeapReturn;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.device.os.netlink.KernelWatch;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.RouterFullException;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.host.driver.HostException;
import dev.spine.iop.PlainText;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.EngineChoice;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceFile;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.ending.Signals;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.file.TomlFile;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.TapKind;
import dev.spine.system.kind.XdpKind;
import dev.spine.system.output.OutputFile;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine route}: an IP router whose ports are network cards. */
@Command(
    name = "route",
    description = "Routes IP packets from card to card. Each --tap makes a card whose wire ends in a TAP interface, each --xdp one at an"
        + " interface that is there, each --later one whose interface comes later, and all an interface of this machine with the card's"
        + " address: the kernel is the router's network stack, and whatever writes its routes (ip route, BIRD, FRR) drives the cards."
        + " A system file can describe such cards, too. With --table a file says where packets go instead, and with nothing of these a"
        + " demonstration runs that needs no rights."
        + " Network services beside the router are options, or [[service]] tables of a file."
        + " SIGHUP reads the file, or the kernel's tables, again. Ends in order at Ctrl-C or SIGTERM, and removes what"
        + " it made.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    modelTransformer = ServiceOption.Options.class,
    subcommands = {RouteStatusCommand.class, RouteLookupCommand.class, RouteDumpCommand.class, RouteTraceCommand.class,
        RouteAttachCommand.class, RouteDetachCommand.class},
    footer = {
        "  spine route --tap wa@left --tap wb@right --netns router",
        "                           between two network namespaces, the router's interfaces in a third",
        "  spine route SYSTEM.toml  the cards that a system file exports as interfaces of Linux",
        "  spine route --xdp xa --xdp xb",
        "                           between two interfaces that are there, each an end of a virtual pair",
        "  spine route --tap wa@left --later wb",
        "                           the second gets its interface by spine route attach wb wb@right",
        "  spine route --tap wa@left --tap wb@right --filter 'wb:drop tcp port 23' --nat wb:192.0.2.1",
        "                           with services on the cards",
        "  spine route --table TABLE.toml --seconds 10 --json -",
        "  spine route              the demonstration",
        "  spine route lookup 10.0.1.2",
        "                           asks the router that runs: which card, route and neighbour, and why",
        "  docs/routing.md builds a router in five minutes"
    })
public final class RouteCommand extends Verb implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MIN_TABLE = 32;
    private static final int MAX_TABLE = 1 << 20;
    private static final int ETHERNET_MTU = 1_500;
    private static final int MAX_ICMP_RATE = 1_000_000;
    /** A second's errors are so many bursts. */
    private static final int ICMP_BURST_SHARE = 20;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double SHOW_EVERY = 1;
    private static final String HOME_AND_CLEAR = "\033[H\033[2J";

    @Parameters(arity = "0..1", paramLabel = "SYSTEM.toml", description = "A system whose file says which cards are ports: those that it"
        + " exports as interfaces of Linux.")
    private @Nullable Path described;

    @Option(names = "--tap", paramLabel = "NAME[@NETNS]", converter = InterfaceOption.Converter.class,
        description = "A card whose wire ends in the TAP interface NAME, in the network namespace NETNS. Once for each port.")
    private List<InterfaceOption> taps = new ArrayList<>();

    @Option(names = "--xdp", paramLabel = "NAME[@NETNS]", converter = InterfaceOption.Converter.class,
        description = "A card that takes the packets of an existing interface, an end of a virtual pair for example: for small packets"
            + " faster than --tap; docs/routing.md has what it asks of the other end. Once for each port; those of --tap come first.")
    private List<InterfaceOption> xdps = new ArrayList<>();

    @Option(names = "--later", paramLabel = "PORT", description = "A card that gets its TAP interface while the router runs, by spine"
        + " route attach. Once for each port; they come after the others.")
    private List<String> laters = new ArrayList<>();

    @Option(names = "--offload", paramLabel = "WHAT", description = "Offloads announced to Linux for packets over the interfaces of"
            + " --tap and --later: segments (super-packets of up to 64 KiB, and"
            + " checksums; makes bulk traffic fast), none. Default: segments, and none with --nat or --shape, which need whole packets.")
    private TapSettings.@Nullable Offload offload;

    @Option(names = "--netns", paramLabel = "NETNS", description = "The network namespace of the router, where each card appears as an"
        + " interface. Default: that of this process.")
    private @Nullable String namespace;

    @Option(names = "--interface", paramLabel = "PREFIX", defaultValue = "spine",
        description = "Those interfaces are called PREFIX0, PREFIX1 and so on. Default: spine.")
    private String prefix = "spine";

    @Option(names = "--kernel-table", paramLabel = "NUMBER", description = "A routing table of the kernel that counts; may be repeated."
        + " Default: 254, the main one.")
    private List<Integer> kernelTables = new ArrayList<>();

    @Option(names = "--table", paramLabel = "FILE", description = "Ports, addresses, neighbours and routes from a TOML file.")
    private @Nullable Path file;

    /** The options of {@link ServiceOption.Options}, as they were given. */
    private final List<ServiceOption> services = new ArrayList<>();

    @Option(names = "--table-size", paramLabel = "KIB", description = "Memory of each card for routes, in KiB. Default: 32768, for a full"
        + " table of the Internet, or as much of it as memory allows, at least 4096; with a system file a third of the smallest card's"
        + " runtime.")
    private @Nullable Integer tableKib;

    @Option(names = "--icmp-rate", paramLabel = "N", description = "ICMP errors of each card in a second, 1 to 1000000, and a twentieth of"
        + " it at once; more are not sent, and counted. Default: 1000.")
    private int icmpRate = RouterSettings.STANDARD.icmpRate();

    @Option(names = "--reserved", paramLabel = "WHAT", defaultValue = "drop",
        description = "What becomes of packets from and to 0.0.0.0/8 and 240.0.0.0/4: drop (RFC 1812), or forward, as Linux does."
            + " Default: drop.")
    private ReservedAddresses reserved = ReservedAddresses.DROP;

    @Option(names = "--metrics", paramLabel = "PORT", description = "Gives metrics for Prometheus at http://127.0.0.1:PORT/metrics, and"
        + " what --account has counted as JSON at /flows; 0 for any free port.")
    private @Nullable Integer metrics;

    @Option(names = "--socket", paramLabel = "PATH", description = "The control socket, for spine route status, lookup, dump, trace, attach"
        + " and detach; for root and the user running the router. Default: route.sock in $XDG_RUNTIME_DIR or in ~/.spine,"
        + " or route-2.sock and so"
        + " on beside other routers.")
    private @Nullable Path socket;

    @Option(names = "--strict", description = "Does not start where the kernel has packet filters for what it forwards: the cards do not"
        + " follow them. Without it a line names them.")
    private boolean strict;

    @Option(names = "--seconds", paramLabel = "S", description = "Ends after S seconds by itself.")
    private @Nullable Integer seconds;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures at the end as JSON to FILE, - for standard output.")
    private @Nullable String json;

    /** As it was at the start: a file that is read again is for the same cards. */
    private final TableMemory memory = TableMemory.now();

    /** Made by picocli, which fills the fields. */
    public RouteCommand() {}

    @Override
    public Integer call() {
        RoutePlan plan = plan();
        if (strict) {
            checkPolicy(plan);
        }
        OutputFile output = json == null ? null : new OutputFile(json);
        if (output != null) {
            output.check();
        }
        PrintWriter out = output != null && output.isStandardOutput() ? commandLine().getErr() : out();
        AtomicBoolean reload = new AtomicBoolean();
        try (Interruption interruption = Interruption.watch();
                HeapReturn _ = HeapReturn.watch();
                ControlSocket control = control(interruption, line -> say(out, line));
                SpineSystem system = EngineChoice.buildLive(SpineComponent.create().systemFactory(), plan.system(), plan.idle(),
                    line -> say(out, line));
                RouteRun run = new RouteRun(system, plan, line -> say(out, line), interruption)) {
            Signals.calls(Signals.HANG_UP, () -> reload.set(true));
            RouterFigures figures = run.open();
            if (figures != null) {
                RouterReading reading = serve(interruption, run, figures, reload, control, out);
                if (output != null) {
                    output.write(reading.json(), out());
                }
            }
            return interruption.exitCode(interruption.isRequested() || run.failure() == null ? 0 : FAILED);
        } catch (SystemCallException e) {
            throw wrong(e.getMessage(), e);
        } catch (RouterFullException e) {
            throw wrong(notEnough(plan.settings(), e), e);
        }
    }

    private static String notEnough(RouterSettings settings, RouterFullException e) {
        return switch (e.resource()) {
            case TABLE -> "--table-size " + (settings.tableBytes() >> 10) + " is not enough for the routes: name more KiB";
            case NEXT_HOPS -> "there are more than " + KernelFollower.NEXT_HOPS + " next hops: use fewer gateways";
        };
    }

    private void checkPolicy(RoutePlan plan) {
        if (!(plan.source() instanceof RoutePlan.Kernel kernel)) {
            throw wrong("--strict is about the kernel's packet filters, and here a file says where packets go: leave it out");
        }
        List<String> filters;
        try {
            filters = KernelFollower.notFollowed(kernel.network());
        } catch (SystemCallException e) {
            throw wrong(e.getMessage(), e);
        }
        if (!filters.isEmpty()) {
            throw wrong("the cards would not follow " + String.join("; ", filters) + ": remove it, do with --filter what it does, or leave"
                + " out --strict");
        }
    }

    private RoutePlan plan() {
        if (tableKib != null && (tableKib < MIN_TABLE || tableKib > MAX_TABLE)) {
            throw wrong("--table-size is " + MIN_TABLE + " to " + MAX_TABLE + " KiB, not " + tableKib);
        }
        if (icmpRate < 1 || icmpRate > MAX_ICMP_RATE) {
            throw wrong("--icmp-rate is 1 to " + MAX_ICMP_RATE + " in a second, not " + icmpRate);
        }
        if (seconds != null && seconds < 1) {
            throw wrong("--seconds is at least 1, not " + seconds);
        }
        if (metrics != null && (metrics < 0 || metrics > 0xFFFF)) {
            throw wrong("--metrics is a port, 0 to 65535, not " + metrics);
        }
        if ((described != null || file != null) && !services.isEmpty()) {
            throw wrong("a file says which services there are, in their order: describe each in a [[service]], and leave out "
                + services.getFirst().option());
        }
        if (described != null) {
            return describedPlan(described);
        }
        if (taps.isEmpty() && xdps.isEmpty() && laters.isEmpty()) {
            if (namespace != null) {
                throw wrong("--netns is for cards with --tap, --xdp or --later: name those");
            }
            return file == null ? StaticTable.demonstration(settings(TableMemory.MIN_KIB), this::services)
                : StaticTable.read(file.toString(), TomlFile.text(file), ports -> settings(memory.kib(ports)));
        }
        if (file != null) {
            throw wrong("--tap, --xdp or --later and --table exclude each other: name the interfaces in the file");
        }
        return interfacePlan();
    }

    /** {@return how the cards' routers are made; with tables of so many KiB when nobody says} */
    private RouterSettings settings(int standardKib) {
        return RouterSettings.STANDARD.withTableBytes((tableKib == null ? standardKib : tableKib) << 10)
            .withNextHops(KernelFollower.NEXT_HOPS).withIcmpLimit(icmpRate, Math.max(1, icmpRate / ICMP_BURST_SHARE))
            .with(reserved);
    }

    private RoutePlan describedPlan(Path systemFile) {
        if (!taps.isEmpty() || !xdps.isEmpty() || !laters.isEmpty() || namespace != null || file != null) {
            throw wrong("a system file says which cards are ports and where their interfaces are: leave out --tap, --xdp, --later, --netns"
                + " and --table");
        }
        SystemDescription system = SpineComponent.create().systemFile().read(systemFile);
        return DescribedRouter.plan(system, settings(DescribedRouter.tableKib(system, memory)), tables(), systemFile.toString());
    }

    private List<Integer> tables() {
        return kernelTables.isEmpty() ? List.of(KernelWatch.MAIN_TABLE) : kernelTables;
    }

    private RoutePlan interfacePlan() {
        int count = taps.size() + xdps.size() + laters.size();
        if (count < 2 || count > RouterProtocol.MAX_PORTS) {
            throw wrong("a router has 2 to " + RouterProtocol.MAX_PORTS + " ports: give as many --tap, --xdp and --later, not " + count);
        }
        if (Stream.concat(taps.stream(), xdps.stream()).distinct().count() < taps.size() + xdps.size()) {
            throw wrong("two --tap or --xdp name the same interface: give each its own");
        }
        CardLayout layout = new CardLayout(settings(memory.kib(count)));
        List<String> interfaces = new ArrayList<>();
        List<InterfaceOption> all = Stream.concat(taps.stream(), xdps.stream()).toList();
        TapSettings.Offload undone = offload();
        for (InterfaceOption tap : taps) {
            layout.add(tap.portName(all), "tap", new TapKind.Spec(wireName(interfaces), tap.interfaceName(), tap.namespace(), undone),
                StaticTable.label("tap", tap.interfaceName(), tap.namespace()), layout.freeAddress(), ETHERNET_MTU);
            interfaces.add(prefix + interfaces.size());
        }
        for (InterfaceOption xdp : xdps) {
            layout.add(xdp.portName(all), "xdp", new XdpKind.Spec(wireName(interfaces), xdp.interfaceName(), xdp.namespace()),
                StaticTable.label("xdp", xdp.interfaceName(), xdp.namespace()), layout.freeAddress(), ETHERNET_MTU);
            interfaces.add(prefix + interfaces.size());
        }
        for (String later : laters) {
            checkLater(later, layout);
            layout.add(later, "tap", TapKind.Spec.later(wireName(interfaces), later, undone), StaticTable.label("tap", later, null),
                layout.freeAddress(), ETHERNET_MTU);
            interfaces.add(prefix + interfaces.size());
        }
        return layout.plan(new RoutePlan.Kernel(namespace == null ? "" : namespace, interfaces, tables()), services(layout.names()));
    }

    private void checkLater(String later, CardLayout layout) {
        // An @ and a comma mean something in other options.
        String wrong = later.matches(".*[@,].*") ? "has an @ or a comma: leave it out" : TapSettings.wrongName(later);
        if (wrong != null) {
            throw wrong("--later: \"" + later + "\" " + wrong);
        }
        if (layout.names().contains(later)) {
            throw wrong("--later " + later + ": another port is called so: give each its own name");
        }
        if (!InterfaceOption.isPortName(later)) {
            throw wrong("--later " + later + ": a part of every system is called so: give the port another name");
        }
    }

    /** A name that no interface has: wires and cards are in one list. */
    private static String wireName(List<String> before) {
        return "wire " + before.size();
    }

    private TapSettings.Offload offload() {
        boolean needsWhole = services.stream().anyMatch(service -> service.kind().stage() != NetworkServiceKind.NO_STAGE);
        return offload != null ? offload : needsWhole ? TapSettings.Offload.NONE : TapSettings.Offload.SEGMENTS;
    }

    /** {@return where the options for services put themselves while the command line is read} */
    List<ServiceOption> services() {
        return services;
    }

    /** {@return the services of the options, in their order, on cards of these names} */
    private List<NetworkService> services(List<String> cards) {
        List<NetworkService> made = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ServiceOption option : services) {
            NetworkService service = option.service(cards, names);
            NetworkServiceFile.checkBeside(service, made, cards);
            names.add(service.name());
            made.add(service);
        }
        return made;
    }

    /** {@return the control socket; null when it cannot be where it is when nobody names it} */
    private @Nullable ControlSocket control(Interruption interruption, Consumer<String> text) {
        try {
            return interruption.opens(() -> RouterSocket.bind(socket));
        } catch (ControlSocket.UnusableException e) {
            if (socket != null) {
                throw wrong(e.getMessage(), e);
            }
            text.accept("there is no control socket: " + e.getMessage());
            return null;
        }
    }

    private RouterReading serve(Interruption interruption, RouteRun run, RouterFigures figures, AtomicBoolean reload,
        @Nullable ControlSocket control, PrintWriter out) {
        Integer port = metrics;
        try (MetricsEndpoint endpoint = port == null ? null : new MetricsEndpoint(port, pages(figures));
                ControlServer server = control == null ? null : new ControlServer(control, ControlLimits.STANDARD, run.control(figures),
                    line -> say(out, line))) {
            if (server != null && control != null) {
                server.start();
                say(out, "control socket at " + control.path());
            }
            if (endpoint != null) {
                say(out, "metrics at http://127.0.0.1:" + endpoint.port() + "/metrics");
            }
            say(out, "routing; Ctrl-C ends it");
            return watch(interruption, run, figures, reload, out);
        } catch (IOException e) {
            throw wrong("--metrics " + port + " cannot be used (" + e.getMessage()
                + "): name another port", e);
        }
    }

    private static Map<String, MetricsEndpoint.Page> pages(RouterFigures figures) {
        return Map.of("/metrics", new MetricsEndpoint.Page(MetricsEndpoint.Page.METRICS, () -> PrometheusText.of(figures.read(),
            figures.watched(), figures.counters())),
            "/flows", new MetricsEndpoint.Page(MetricsEndpoint.Page.JSON, () -> figures.read().flowsJson()));
    }

    private RouterReading watch(Interruption interruption, RouteRun run, RouterFigures figures, AtomicBoolean reload, PrintWriter out) {
        boolean shown = isTerminal();
        RouterReading before = figures.read();
        while (!interruption.isRequested() && run.failure() == null) {
            LockSupport.parkNanos(LOOK_NS);
            if (reload.getAndSet(false)) {
                reload(run, out);
            }
            RouterReading now = figures.read();
            if (now.seconds() - before.seconds() >= SHOW_EVERY) {
                if (shown) {
                    out.print(HOME_AND_CLEAR + RouteDisplay.of(before, now));
                    out.flush();
                }
                before = now;
            }
            if (seconds != null && now.seconds() >= seconds) {
                break;
            }
        }
        String failure = run.failure();
        if (failure != null) {
            say(out, failure);
        }
        return json == null ? figures.read() : figures.last();
    }

    private void reload(RouteRun run, PrintWriter out) {
        try {
            run.reload(plan());
        } catch (SystemFileException e) {
            say(out, "nothing was changed: " + e.getMessage());
        } catch (RouterFullException e) {
            say(out, "the routes are as before: " + notEnough(run.settings(), e));
        } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
            say(out, "not all was read again, send SIGHUP once more: " + e.getMessage());
        }
    }

    @SuppressWarnings("SystemConsoleNull") // Without a terminal JDK 25 does return null.
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static synchronized void say(PrintWriter out, String line) {
        out.println(PlainText.line(line));
        out.flush();
    }
}
