package dev.spine.command.route.plan;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.packet.wire.Address;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.SystemDescription;
import dev.spine.system.kind.TapKind;
import dev.spine.system.kind.XdpKind;
import java.util.List;
import java.util.Map;

/**
 * What {@code spine route} is to do: a system, which of its cards are ports, and who says where packets go. Any thread.
 *
 * @param system wires and cards
 * @param ports in order; the first is port 1
 * @param settings of the routers on the cards
 * @param source who fills the tables
 * @param services beside the routers, in the order in which packets come to them
 */
public record RoutePlan(SystemDescription system, List<Port> ports, RouterSettings settings, Source source, List<NetworkService> services) {
    /** Name of the network device on a card that no file describes. */
    static final String LAN = "lan";
    /** Name of the runtime on such a card. */
    static final String RUNTIME = "runtime";

    /**
     * Keeps its own lists.
     *
     * @throws dev.spine.system.file.SystemFileException a service cannot work with what the wires leave undone
     */
    public RoutePlan {
        ports = List.copyOf(ports);
        services = List.copyOf(services);
        services.forEach(service -> checkWires(service, system));
    }

    /** A stage before the wire that copies, or rewrites, a frame would have it leave with the work undone that its sender left. */
    private static void checkWires(NetworkService service, SystemDescription system) {
        if (service.kind().stage() == NetworkServiceKind.NO_STAGE) {
            return;
        }
        for (SystemDescription.PlacedWire wire : system.wires()) {
            if (wire.spec() instanceof TapKind.Spec tap && tap.offload() != TapSettings.Offload.NONE) {
                throw service.position().wrong("service '" + service.name()
                    + "' needs whole packets, and Linux leaves work undone with those"
                    + " of " + tap.interfaceName() + ": give every TAP interface of the router offload none");
            }
        }
    }

    /** {@return how the thread of the cards backs off: interfaces of Linux wake it where there are any} */
    public IdlePolicy idle() {
        boolean isWoken = system.wires().stream()
            .anyMatch(wire -> wire.spec() instanceof TapKind.Spec || wire.spec() instanceof XdpKind.Spec);
        return isWoken ? IdlePolicy.WOKEN : IdlePolicy.BACK_OFF;
    }

    /**
     * A card that is a port.
     *
     * @param iop the card
     * @param lan its network device
     * @param runtime its runtime
     * @param wireName name of its wire
     * @param wire what its wire is, for people
     * @param hardwareAddress of the card
     * @param mtu largest IP packet of its wire
     */
    public record Port(String iop, String lan, String runtime, String wireName, String wire, long hardwareAddress, int mtu) {}

    /** Who fills the tables. */
    public sealed interface Source {}

    /**
     * The kernel, to which the cards appear as interfaces.
     *
     * @param namespace name or path of the router's network namespace, empty for that of this process
     * @param interfaces names of the interfaces, in the order of the ports
     * @param tables numbers of the routing tables
     */
    public record Kernel(String namespace, List<String> interfaces, List<Integer> tables) implements Source {
        /** Keeps its own lists. */
        public Kernel {
            interfaces = List.copyOf(interfaces);
            tables = List.copyOf(tables);
        }

        /**
         * {@return the router's network namespace}
         *
         * @throws dev.spine.device.os.SystemCallException there is none of that name
         */
        public NetworkNamespace network() {
            return namespace.isEmpty() ? NetworkNamespace.OWN : NetworkNamespace.of(namespace);
        }
    }

    /**
     * A file.
     *
     * @param addresses of ports, in their order
     * @param neighbours of ports
     * @param routes all
     */
    public record Fixed(List<List<InterfaceAddress>> addresses, List<FixedNeighbour> neighbours,
        Map<Prefix, NextHop> routes) implements Source {
        /** Keeps its own collections. */
        public Fixed {
            addresses = List.copyOf(addresses);
            neighbours = List.copyOf(neighbours);
            routes = Map.copyOf(routes);
        }
    }

    /**
     * A machine on the wire of a port.
     *
     * @param port number of the port
     * @param address its address
     * @param mac its hardware address
     */
    public record FixedNeighbour(int port, Address address, long mac) {}
}
