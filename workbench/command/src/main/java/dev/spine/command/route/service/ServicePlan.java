package dev.spine.command.route.service;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.extension.services.accounting.AccountingProtocol;
import dev.spine.system.DevicePlacement;
import dev.spine.system.ExtensionSpec;
import dev.spine.system.IopDescription;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Which extensions are to be on which cards beside the routers, and in which order packets come to them. */
final class ServicePlan {
    /** Parameter: the priority number of a service's packet handler. */
    static final String ORDER = "order";
    /** Parameter: the host's handler of what accounting has counted. */
    static final String HANDLER = "handler";

    /** For records and for totals. */
    private static final int HANDLERS_OF_ONE = 2;
    /** Behind those of an accounting that a system file describes under a runtime. */
    private static final int FIRST_HANDLER = AccountingProtocol.RECORDS_HANDLER + HANDLERS_OF_ONE;

    private ServicePlan() {}

    /**
     * {@return the extensions, those of the system file first, then the services of each port in their order}
     *
     * @param plan what the router is to do
     * @param present what is there, whose priority numbers are kept where that can be
     * @throws dev.spine.system.file.SystemFileException an extension cannot be beside a router
     */
    static Map<PlannedExtension.Key, PlannedExtension> of(RoutePlan plan, Collection<PlannedExtension> present) {
        Map<PlannedExtension.Key, PlannedExtension> wanted = new LinkedHashMap<>();
        for (IopDescription iop : plan.system().iops()) {
            for (IopDescription.PlacedDevice device : iop.devices()) {
                device.extensions().forEach(extension -> put(wanted, ofFile(iop.name(), device.spec().name(), extension)));
            }
        }
        Map<String, Integer> before = new HashMap<>();
        Map<PlannedExtension.Key, String> handlers = new HashMap<>();
        for (PlannedExtension each : present) {
            String order = each.parameters().get(ORDER);
            if (!each.key().kind().equals(PlannedExtension.OF_FILE) && order != null) {
                before.put(id(each.key().kind(), each.key().name()), Integer.parseInt(order));
            }
            String handler = each.parameters().get(HANDLER);
            if (handler != null) {
                handlers.put(each.key(), handler);
            }
        }
        Map<String, Integer> orders = ServiceOrder.of(plan.services().stream().map(service -> id(service.kind().word(), service.name()))
            .toList(), before);
        for (RoutePlan.Port port : plan.ports()) {
            Set<String> taken = new HashSet<>();
            for (NetworkService service : plan.services()) {
                if (service.isOn(port.iop())) {
                    put(wanted, service(port, service, orders.getOrDefault(id(service.kind().word(), service.name()), 0), handlers, taken));
                }
            }
        }
        return wanted;
    }

    private static void put(Map<PlannedExtension.Key, PlannedExtension> wanted, PlannedExtension extension) {
        wanted.put(extension.key(), extension);
    }

    private static String id(String kind, String name) {
        return kind + " " + name;
    }

    private static PlannedExtension ofFile(String card, String runtime, ExtensionSpec extension) {
        if (extension.placement() == DevicePlacement.HOST) {
            throw extension.position().wrong("extension '" + extension.name()
                + "' is placed on the host, where a router has the network stack"
                + " of Linux: place it on the card");
        }
        return new PlannedExtension(new PlannedExtension.Key(card, runtime, PlannedExtension.OF_FILE, extension.name()), extension.image(),
            extension.parameters(), NetworkServiceKind.NO_STAGE, extension.position());
    }

    private static PlannedExtension service(RoutePlan.Port port, NetworkService service, int order,
        Map<PlannedExtension.Key, String> handlers, Set<String> taken) {
        PlannedExtension.Key key = new PlannedExtension.Key(port.iop(), port.runtime(), service.kind().word(), service.name());
        Map<String, String> parameters = new LinkedHashMap<>(service.parameters());
        if (service.kind() != NetworkServiceKind.SHAPING) {
            // What only sees frames that leave has no packet handler.
            parameters.put(ORDER, Integer.toString(order));
        }
        if (service.kind() == NetworkServiceKind.ACCOUNTING) {
            String handler = handlers.getOrDefault(key, "");
            int next = FIRST_HANDLER;
            while (handler.isEmpty() || taken.contains(handler)) {
                String free = Integer.toString(next);
                handler = taken.contains(free) || handlers.entrySet().stream().anyMatch(other -> other.getKey().card().equals(port.iop())
                    && other.getValue().equals(free)) ? "" : free;
                next += HANDLERS_OF_ONE;
            }
            taken.add(handler);
            parameters.put(HANDLER, handler);
        }
        return new PlannedExtension(key, service.image(), parameters, service.kind().stage(), service.position());
    }
}
