package dev.spine.command.route.plan;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.system.ExportSpec;
import dev.spine.system.IopDescription;
import dev.spine.system.NetworkService;
import dev.spine.system.SystemDescription;
import dev.spine.system.WireSpec;
import dev.spine.system.file.FilePosition;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.TapKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A router of the cards of a system file: each card that the file exports as an interface of Linux ({@code kind = "host-tap"}) is a port,
 * in the order of the exports. Other cards are booted and left alone. The command's thread.
 */
public final class DescribedRouter {
    /** What a router takes of a card's memory beside its table and its batches. */
    private static final long ROUTER_BYTES = 2L << 20;
    private static final int ETHERNET_MTU = 1_500;
    /** A table takes one part of so many of a card's memory. */
    private static final int TABLE_SHARE = 3;

    private final SystemDescription system;
    private final RouterSettings settings;
    private final int ports;
    private final Map<Long, String> addresses = new HashMap<>();

    private DescribedRouter(SystemDescription system, RouterSettings settings, int ports) {
        this.ports = ports;
        this.system = system;
        this.settings = settings;
    }

    /**
     * {@return the plan of a router}
     *
     * @param system as its file describes it
     * @param settings of the cards' routers
     * @param tables numbers of the kernel's routing tables that count
     * @param file the file's name
     * @throws dev.spine.system.file.SystemFileException for what a router cannot be made of, with line and column
     */
    public static RoutePlan plan(SystemDescription system, RouterSettings settings, List<Integer> tables, String file) {
        List<ExportSpec.HostTap> exports = system.service().exports(ExportSpec.HostTap.class);
        if (exports.size() < 2 || exports.size() > RouterProtocol.MAX_PORTS) {
            throw (exports.isEmpty() ? FilePosition.of(file) : exports.getLast().position()).wrong("a router has 2 to "
                + RouterProtocol.MAX_PORTS + " ports, and this file exports " + exports.size()
                + " cards: give each port an [[export]] of kind \"host-tap\"");
        }
        DescribedRouter router = new DescribedRouter(system, settings, exports.size());
        String namespace = exports.getFirst().namespace();
        List<RoutePlan.Port> ports = new ArrayList<>();
        for (ExportSpec.HostTap export : exports) {
            if (!String.valueOf(namespace).equals(String.valueOf(export.namespace()))) {
                throw export.position().wrong("card '" + export.iop() + "' is in another network namespace than '"
                    + exports.getFirst().iop() + "': a router's interfaces are in one, so give all the same netns");
            }
            ports.add(router.port(export));
        }
        return new RoutePlan(system, ports, settings, new RoutePlan.Kernel(namespace == null ? "" : namespace,
            exports.stream().map(ExportSpec.HostTap::interfaceName).toList(), tables), services(system, ports));
    }

    /**
     * {@return KiB of each card's table when nobody says} The rest of a card's memory is for services and extensions.
     *
     * @param system as its file describes it
     * @param memory of the machine
     */
    public static int tableKib(SystemDescription system, TableMemory memory) {
        List<ExportSpec.HostTap> exports = system.service().exports(ExportSpec.HostTap.class);
        long smallest = system.iops().stream().filter(iop -> exports.stream().anyMatch(export -> export.iop().equals(iop.name())))
            .flatMap(iop -> iop.devices().stream()).filter(device -> device.spec().isRuntime())
            .mapToLong(device -> device.spec().memoryBytes()).min().orElse(0);
        return Math.clamp(smallest / TABLE_SHARE >> 10, TableMemory.MIN_KIB, memory.kib(exports.size()));
    }

    /** {@return the services, each of which is on ports only} */
    private static List<NetworkService> services(SystemDescription system, List<RoutePlan.Port> ports) {
        List<String> names = ports.stream().map(RoutePlan.Port::iop).toList();
        for (NetworkService service : system.service().networkServices()) {
            service.cards().stream().filter(card -> !names.contains(card)).findFirst().ifPresent(card -> {
                throw service.position().wrong("service '" + service.name() + "' is on '" + card
                    + "', which is no port of the router: give it"
                    + " an [[export]] of kind \"host-tap\", or name others of " + String.join(", ", names));
            });
        }
        return system.service().networkServices();
    }

    private RoutePlan.Port port(ExportSpec.HostTap export) {
        IopDescription iop = system.iops().stream().filter(each -> each.name().equals(export.iop())).findFirst().orElseThrow();
        IopDescription.PlacedDevice runtime = iop.devices().stream().filter(device -> device.spec().isRuntime()).findFirst()
            .orElseThrow(() -> export.position().wrong("card '" + iop.name() + "' has no runtime for the router: give it a device of kind"
                + " \"runtime\""));
        long needed = ROUTER_BYTES + settings.tableBytes() + CardLayout.batchBytes(ports, settings);
        if (runtime.spec().memoryBytes() < needed) {
            throw runtime.position().wrong("the runtime of '" + iop.name() + "' has " + runtime.spec().memoryBytes()
                + " bytes of memory, and a router with its table needs " + needed + ": give it more, or take a smaller --table-size");
        }
        LanKind.Spec lan = (LanKind.Spec) iop.devices().stream().map(IopDescription.PlacedDevice::spec)
            .filter(spec -> spec.name().equals(export.device())).findFirst().orElseThrow();
        String other = addresses.put(lan.hardwareAddress(), iop.name());
        if (other != null) {
            throw export.position().wrong("cards '" + other + "' and '" + iop.name() + "' have the same hardware address: give each its own"
                + " by the key address of its device");
        }
        WireSpec wire = system.wires().stream().map(SystemDescription.PlacedWire::spec).filter(spec -> spec.name().equals(lan.wire()))
            .findFirst().orElseThrow();
        String label = wire instanceof TapKind.Spec tap ? StaticTable.label("tap", tap.interfaceName(), tap.namespace())
            : "wire " + wire.name();
        return new RoutePlan.Port(iop.name(), lan.name(), runtime.spec().name(), wire.name(), label, lan.hardwareAddress(),
            wire instanceof TapKind.Spec tap ? tap.mtu() : ETHERNET_MTU);
    }
}
