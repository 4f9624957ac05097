package dev.spine.command.route;

import com.google.common.collect.ImmutableMap;
import dev.spine.command.route.service.AccountingReading;
import dev.spine.command.route.service.ServiceReading;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.router.host.RouterCounters;
import dev.spine.system.output.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a router at one time.
 *
 * @param seconds since it began
 * @param ports in order
 * @param routes in the cards' tables, with those of wires, addresses and neighbours
 * @param tableBytes of each card's table that are in use
 * @param missing what the cards have no room for
 * @param kernel what came from the kernel
 * @param policy what the kernel does with packets that the cards do not do
 * @param host what the host's processor moved for it
 * @param services beside the routers, each on each of its cards
 */
record RouterReading(double seconds, List<Port> ports, int routes, int tableBytes, Missing missing, KernelReading kernel,
    KernelFollower.Policy policy, Host host, List<ServiceReading> services) {
    private static final int FLOWS_AT_THE_END = 100;
    private static final int FLOWS_ASKED_FOR = 1_000;

    /** Keeps its own collections. */
    RouterReading {
        ports = List.copyOf(ports);
        services = List.copyOf(services);
    }

    /**
     * A port.
     *
     * @param name of its card
     * @param label what its wire is
     * @param hostInterface name of its interface on the host, empty for none
     * @param link of its wire
     * @param stops how often its router has stopped while its card went on
     * @param counters null while its router does not answer
     */
    record Port(String name, String label, String hostInterface, Link link, long stops, @Nullable RouterCounters counters) {
        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("name", name);
            members.put("wire", label);
            members.put("hostInterface", hostInterface);
            members.put("link", link.state());
            members.put("running", counters != null);
            members.put("stops", stops);
            members.put("framesIn", link.in().frames());
            members.put("bytesIn", link.in().bytes());
            members.put("framesOut", link.out().frames());
            members.put("bytesOut", link.out().bytes());
            members.put("lostIn", link.in().lost());
            members.put("lostOut", link.out().lost());
            if (counters != null) {
                members.put("counters", counters.all());
                members.put("drops", counters.drops());
            }
            return members;
        }
    }

    /**
     * A wire as its card's port sees it.
     *
     * @param state up, down, or gone when what it ends in was deleted
     * @param in from the wire to the card
     * @param out from the card to the wire, what the kernel sends by the host interface included
     */
    record Link(String state, Direction in, Direction out) {
        /** {@return a wire as it is now; roughly, while it runs} */
        static Link of(Wire wire) {
            WirePort port = wire.ports().getFirst();
            return new Link(wire.isGone() ? "gone" : port.link() == LinkState.UP ? "up" : "down", Direction.of(port.received()),
                Direction.of(port.sent()));
        }
    }

    /**
     * One direction of a wire, all frames: what {@code ip -s link} counts on an interface that the kernel itself forwards by.
     *
     * @param frames that passed; a super-packet is one
     * @param bytes theirs, with MAC header
     * @param lost frames that did not pass, by reason; none where there were none
     */
    record Direction(long frames, long bytes, Map<String, Long> lost) {
        /** Keeps its own map. */
        Direction {
            lost = Map.copyOf(lost);
        }

        private static Direction of(WireCounters counters) {
            Map<String, Long> lost = new TreeMap<>();
            for (WireCounters.Counter counter : WireCounters.Counter.values()) {
                if (counter.isDrop() && counters.get(counter) > 0) {
                    lost.put(counter.label(), counters.get(counter));
                }
            }
            return new Direction(counters.frames(), counters.get(WireCounters.Counter.BYTES), lost);
        }
    }

    /**
     * What the host had to do.
     *
     * @param busBytes bytes that it moved over the bus, or that others moved to and from its memory
     */
    record Host(long busBytes) {}

    /** {@return an object with the flows of each accounting, those with the most bytes first, for programs} */
    String flowsJson() {
        List<Object> flows = new ArrayList<>();
        for (ServiceReading service : services) {
            AccountingReading accounting = service.accounting();
            if (accounting != null) {
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("name", service.name());
                members.put("port", service.port());
                members.putAll(accounting.members(FLOWS_ASKED_FOR));
                flows.add(members);
            }
        }
        return JsonText.document(ImmutableMap.of("seconds", seconds, "services", flows));
    }

    /** {@return the figures of the router and its ports, for the control socket} */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("upMs", (long) (seconds * 1_000));
        members.put("routes", routes);
        members.put("tableBytes", tableBytes);
        members.put("missingRoutes", missing.routes());
        members.put("missingNeighbours", missing.neighbours());
        members.put("kernel", kernel.all());
        members.put("notFollowed", policy.notFollowed());
        members.put("rulesOfHost", policy.ofHost());
        members.put("ports", ports.stream().map(Port::members).toList());
        return members;
    }

    /** {@return an object with all figures, for programs} */
    String json() {
        return JsonText.document(ImmutableMap.builder()
            .put("seconds", seconds)
            .put("routes", routes)
            .put("tableBytes", tableBytes)
            .put("missingRoutes", missing.routes())
            .put("missingNeighbours", missing.neighbours())
            .put("hostBusBytes", host.busBytes())
            .put("kernel", kernel.all())
            .put("notFollowed", policy.notFollowed())
            .put("rulesOfHost", policy.ofHost())
            .put("ports", ports.stream().map(RouterReading::port).toList())
            .put("services", services.stream().map(RouterReading::service).toList())
            .build());
    }

    private static Map<String, Object> port(Port port) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", port.name());
        members.put("wire", port.label());
        members.put("hostInterface", port.hostInterface());
        RouterCounters counters = port.counters();
        members.put("running", counters != null);
        members.put("stops", port.stops());
        members.put("link", port.link().state());
        direction(members, "In", port.link().in());
        direction(members, "Out", port.link().out());
        if (counters != null) {
            members.put("counters", new TreeMap<>(counters.all()));
            members.put("drops", new TreeMap<>(counters.drops()));
        }
        return members;
    }

    private static void direction(Map<String, Object> members, String name, Direction direction) {
        members.put("frames" + name, direction.frames());
        members.put("bytes" + name, direction.bytes());
        members.put("lost" + name, new TreeMap<>(direction.lost()));
    }

    private static Map<String, Object> service(ServiceReading service) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", service.name());
        members.put("kind", service.kind());
        members.put("port", service.port());
        members.put("running", service.counters() != null);
        members.put("stops", service.stops());
        service.byUnit().forEach((unit, counters) -> members.put(unit.word(), counters));
        AccountingReading accounting = service.accounting();
        if (accounting != null) {
            members.put("accounting", accounting.members(FLOWS_AT_THE_END));
        }
        return members;
    }
}
