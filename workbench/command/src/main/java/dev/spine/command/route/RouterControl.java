package dev.spine.command.route;

import com.google.common.collect.ImmutableMap;
import dev.spine.command.control.Caller;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.ControlService;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.command.route.plan.RoutePlan;
import dev.spine.device.nic.NicModule;
import dev.spine.extension.router.host.RouteAnswer;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.services.host.filter.FilterAction;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.filter.FilterSyntaxException;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Answers what clients of a router's control socket ask. It changes nothing but the interfaces of ports. */
final class RouterControl implements ControlService {
    /** So that a page is one line of the protocol. */
    private static final int ROWS_OF_PAGE = 5_000;
    private static final int BYTES_OF_PAGE = 512 << 10;
    private static final long ANSWER_SECONDS = 10;

    private final RouterNode node;
    private final RoutePlan plan;
    private final RouterFigures figures;
    private final @Nullable KernelFollower follower;
    private final HopText words;
    private final LookupReply lookups;
    /** The prefixes that each connection is reading. */
    private final Map<Caller, List<Prefix>> dumps = new ConcurrentHashMap<>();
    /** At most one. */
    private final Map<Caller, PacketTrace> traces = new ConcurrentHashMap<>();
    private final List<NicModule> cards;
    private final List<String> ports;
    private final PortWires wires;

    RouterControl(RouterNode node, RoutePlan plan, RouterFigures figures, @Nullable KernelFollower follower, List<NicModule> cards,
        PortWires wires) {
        this.wires = wires;
        this.cards = List.copyOf(cards);
        this.ports = plan.ports().stream().map(RoutePlan.Port::iop).toList();
        this.node = node;
        this.plan = plan;
        this.figures = figures;
        this.follower = follower;
        this.words = new HopText(ports);
        this.lookups = new LookupReply(words, plan.settings().reserved());
    }

    @Override
    public Map<String, Object> perform(Caller caller, ControlRequest request) throws RequestException {
        return switch (request) {
            case ControlRequest.RouteStatus() -> figures.read().members();
            case ControlRequest.RouteLookup(String address) -> lookup(address);
            case ControlRequest.RouteDump(int from) -> dump(caller, from);
            case ControlRequest.RouteTrace(String filter, int packets) -> trace(caller, filter, packets);
            case ControlRequest.RouteTraced() -> traced(caller);
            case ControlRequest.RouteAttach(String port, String name, String namespace) -> {
                wires.attach(port, name, namespace);
                yield ImmutableMap.of();
            }
            case ControlRequest.RouteDetach(String port) -> {
                wires.detach(port);
                yield ImmutableMap.of();
            }
            default -> throw new RequestException(Refusal.NONE, "this is a router, which is asked by spine route status, lookup, dump,"
                + " trace, attach and detach: a system that is controlled is run by spine run");
        };
    }

    private Map<String, Object> lookup(String text) throws RequestException {
        Address address;
        try {
            address = Address.parse(text);
        } catch (IllegalArgumentException e) {
            throw new RequestException(Refusal.MALFORMED, String.valueOf(e.getMessage()));
        }
        KernelFollower following = follower;
        return lookups.members(address, node.lookup(address), following == null ? null : explain(following, address));
    }

    private static KernelAnswer explain(KernelFollower following, Address address) throws RequestException {
        try {
            return following.ask(table -> table.explain(address)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(Refusal.STOPPING, "the router is being stopped");
        } catch (ExecutionException | TimeoutException e) {
            throw new RequestException(Refusal.FAILED, "the kernel's tables are busy, ask again: " + e);
        }
    }

    private Map<String, Object> dump(Caller caller, int from) {
        List<Prefix> all = from == 0 ? node.prefixes().stream().sorted().toList() : dumps.getOrDefault(caller, List.of());
        dumps.put(caller, all);
        List<Object> rows = new ArrayList<>();
        int next = from;
        for (; next < all.size() && rows.size() < ROWS_OF_PAGE; next++) {
            RouteAnswer answer = node.answer(all.get(next));
            // Null: it has gone meanwhile.
            if (answer != null) {
                rows.add(ImmutableMap.of("prefix", answer.prefix().toString(), "because", LookupReply.because(answer.source()),
                    "to", words.of(answer.hop())));
            }
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("routes", rows);
        if (next < all.size()) {
            members.put("next", next);
        } else {
            dumps.remove(caller);
        }
        if (from == 0) {
            members.put("ports", ports);
            if (plan.source() instanceof RoutePlan.Kernel kernel) {
                members.put("kernel", kernel(kernel));
            }
        }
        return members;
    }

    private synchronized Map<String, Object> trace(Caller caller, String filter, int packets) throws RequestException {
        if (!traces.isEmpty()) {
            throw new RequestException(Refusal.BUSY, "somebody traces packets of this router already: try again when he has ended");
        }
        try {
            traces.put(caller, new PacketTrace(cards, ports, FilterRule.of(FilterAction.COUNT, filter).expression(), packets));
        } catch (FilterSyntaxException e) {
            throw new RequestException(Refusal.MALFORMED, "\"" + filter + "\" is no filter: " + e.getMessage());
        }
        return ImmutableMap.of();
    }

    /** As much of it as goes into a line. */
    private Map<String, Object> traced(Caller caller) throws RequestException {
        PacketTrace trace = traces.get(caller);
        if (trace == null) {
            throw new RequestException(Refusal.NONE, "this connection traces nothing: begin with route-trace");
        }
        boolean isFull = trace.isFull();
        List<Object> rows = new ArrayList<>();
        int bytes = 0;
        while (bytes < BYTES_OF_PAGE) {
            PacketTrace.Sight sight = trace.poll();
            if (sight == null) {
                break;
            }
            bytes += sight.frame().remaining();
            rows.add(ImmutableMap.of("packet", sight.packet(), "port", sight.port(), "place", sight.place().name().toLowerCase(Locale.ROOT),
                "timeNs", sight.timeNs(), "frame", Base64.getEncoder().encodeToString(sight.frame().array())));
        }
        return ImmutableMap.of("seen", rows, "full", isFull);
    }

    /** Where a client finds the tables that the cards follow. */
    private static Map<String, Object> kernel(RoutePlan.Kernel kernel) {
        return ImmutableMap.of(
            "namespace", kernel.namespace().isEmpty() ? "/proc/" + ProcessHandle.current().pid() + "/ns/net" : kernel.namespace(),
            "interfaces", kernel.interfaces(), "tables", kernel.tables());
    }

    @Override
    public void ended(Caller caller) {
        dumps.remove(caller);
        PacketTrace trace = traces.remove(caller);
        if (trace != null) {
            trace.close();
        }
    }
}
