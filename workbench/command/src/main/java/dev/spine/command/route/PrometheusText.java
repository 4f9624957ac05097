package dev.spine.command.route;

import dev.spine.command.route.service.AccountingReading;
import dev.spine.command.route.service.CounterUnit;
import dev.spine.command.route.service.ServiceReading;
import dev.spine.extension.router.host.RouterCounters;
import dev.spine.extension.services.host.accounting.FlowCollector;
import dev.spine.iop.PlainText;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.live.WatchReport;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** A reading in the text format of Prometheus. Source: Prometheus documentation, "Exposition formats", version 0.0.4. */
final class PrometheusText {
    private static final double MICROS = 1e6;

    private final StringBuilder out = new StringBuilder();
    private final RouterReading reading;

    private PrometheusText(RouterReading reading) {
        this.reading = reading;
    }

    /** {@return the text} */
    static String of(RouterReading reading) {
        PrometheusText text = new PrometheusText(reading);
        text.write();
        return text.out.toString();
    }

    /** {@return the text with what was seen of extensions that hang, and with every counter of every part} */
    static String of(RouterReading reading, WatchReport watched, Map<String, SortedMap<String, Counters<?>>> counters) {
        PrometheusText text = new PrometheusText(reading);
        text.write();
        text.single("spine_hung_activations_total", "counter", "Calls of extensions that took longer than the limit.",
            watched.hungActivations());
        text.single("spine_failed_cards_total", "counter", "Cards taken out of service because an extension did not come back.",
            watched.failedAgents());
        text.single("spine_abandoned_threads", "gauge", "Threads that were given up and have not ended.", watched.abandonedThreads());
        text.begin("spine_counts_total", "counter", "What each part of the host and of each card has counted.");
        counters.forEach((of, parts) -> parts.forEach((part, counts) -> counts.byLabel().forEach((what, count) ->
            text.line("spine_counts_total", label("of", of) + "," + label("part", part) + "," + label("what", what), count))));
        return text.out.toString();
    }

    private void write() {
        begin("spine_router_up", "gauge", "Whether the router of a port's card answers.");
        reading.ports().forEach(port -> line("spine_router_up", label("port", port.name()), port.counters() == null ? 0 : 1));
        begin("spine_router_link_up", "gauge", "Whether the link of a port's wire is up; not when its interface was deleted.");
        reading.ports().forEach(port -> line("spine_router_link_up", label("port", port.name()), port.link().state().equals("up") ? 1 : 0));
        begin("spine_router_wire_lost_frames_total", "counter", "Frames lost between a card and its wire, by direction and reason.");
        for (RouterReading.Port port : reading.ports()) {
            lost(port.name(), "in", port.link().in().lost());
            lost(port.name(), "out", port.link().out().lost());
        }
        ofWires("spine_router_wire_frames_total", "Frames between a card and its wire, by direction.", RouterReading.Direction::frames);
        ofWires("spine_router_wire_bytes_total", "Their bytes, with MAC header.", RouterReading.Direction::bytes);
        begin("spine_router_stops_total", "counter", "Times that the router of a card has stopped while the card went on.");
        reading.ports().forEach(port -> line("spine_router_stops_total", label("port", port.name()), port.stops()));
        ofPorts("spine_router_forwarded_packets_total", "Packets put on their way out by cards.", RouterCounters::forwarded);
        ofPorts("spine_router_forwarded_bytes_total", "Their bytes, without MAC header.", RouterCounters::forwardedBytes);
        ofPorts("spine_router_sent_frames_total", "Frames that the wire has taken.", RouterCounters::sent);
        ofPorts("spine_router_host_packets_total", "Packets that went on to the host.", RouterCounters::toHost);
        begin("spine_router_dropped_packets_total", "counter", "Packets dropped on a card, by reason.");
        for (RouterReading.Port port : reading.ports()) {
            RouterCounters counters = port.counters();
            if (counters != null) {
                new TreeMap<>(counters.drops()).forEach((reason, count) -> line("spine_router_dropped_packets_total",
                    label("port", port.name()) + "," + label("reason", reason), count));
            }
        }
        single("spine_router_routes", "gauge", "Routes in the cards' tables.", reading.routes());
        single("spine_router_missing_routes", "gauge", "Routes of the kernel that the cards have no room for.",
            reading.missing().routes());
        single("spine_router_missing_neighbours", "gauge", "Neighbours that the cards have no room for.", reading.missing().neighbours());
        single("spine_router_table_bytes", "gauge", "Bytes in use of each card's table.", reading.tableBytes());
        single("spine_router_host_bus_bytes_total", "counter", "Bytes over the bus to, from and by the host.", reading.host().busBytes());
        kernel(reading.kernel());
        policy(reading.policy());
        services();
        accounting();
    }

    private void kernel(KernelReading kernel) {
        single("spine_router_kernel_routes", "gauge", "Routes of the kernel that the cards have.", kernel.routes());
        single("spine_router_kernel_neighbours", "gauge", "Neighbours of the kernel that the cards know.", kernel.neighbours());
        begin("spine_router_kernel_messages_total", "counter", "What came from the kernel, by what it was.");
        for (Map.Entry<String, Long> each : new TreeMap<>(kernel.counts()).entrySet()) {
            line("spine_router_kernel_messages_total", label("what", each.getKey()), each.getValue());
        }
        begin("spine_router_in_force_seconds", "summary", "Seconds from the first event of a group of changes until it was in force.");
        out.append(String.format(Locale.ROOT, "spine_router_in_force_seconds_sum %.6f\n", kernel.micros() / MICROS));
        line("spine_router_in_force_seconds_count", "", kernel.groups());
    }

    private void policy(KernelFollower.Policy policy) {
        begin("spine_router_not_followed", "gauge", "Packet filters of the kernel that what the cards forward does not go through.");
        policy.notFollowed().forEach(each -> line("spine_router_not_followed", label("what", each), 1));
        begin("spine_router_host_rules", "gauge", "Rules of the kernel: packets to which one may apply go to the host.");
        policy.ofHost().forEach(each -> line("spine_router_host_rules", label("rule", each), 1));
    }

    private void services() {
        begin("spine_service_up", "gauge", "Whether a service of a card answers.");
        reading.services().forEach(service -> line("spine_service_up", labels(service), service.counters() == null ? 0 : 1));
        begin("spine_service_stops_total", "counter", "Times that a service of a card has stopped while the card went on.");
        reading.services().forEach(service -> line("spine_service_stops_total", labels(service), service.stops()));
        for (CounterUnit unit : CounterUnit.values()) {
            String name = "spine_service_" + unit.word() + "_total";
            begin(name, "counter", "What services have counted in " + unit.word() + ", by the names of their counters.");
            for (ServiceReading service : reading.services()) {
                service.byUnit().getOrDefault(unit, Map.of()).forEach((counter, value) ->
                    line(name, labels(service) + "," + label("what", service.id(counter)), value));
            }
        }
    }

    private void accounting() {
        begin("spine_accounting_flows", "gauge", "Flows in the table of a card's accounting.");
        reading.services().forEach(service -> accountingOf(service, all -> line("spine_accounting_flows", labels(service), all.flows())));
        begin("spine_accounting_missing_records_total", "counter", "Records of flows that did not arrive at the host.");
        reading.services().forEach(service -> accountingOf(service, all -> line("spine_accounting_missing_records_total", labels(service),
            all.records().missing())));
        prefixes("packets", FlowCollector.PrefixTotals::packetsFrom, FlowCollector.PrefixTotals::packetsTo);
        prefixes("bytes", FlowCollector.PrefixTotals::bytesFrom, FlowCollector.PrefixTotals::bytesTo);
    }

    private void prefixes(String unit, ToLongFunction<FlowCollector.PrefixTotals> from, ToLongFunction<FlowCollector.PrefixTotals> to) {
        String name = "spine_accounting_prefix_" + unit + "_total";
        begin(name, "counter", "What accounting has counted in " + unit + " from and to addresses of a prefix.");
        reading.services().forEach(service -> accountingOf(service, all -> all.prefixes().forEach(prefix -> {
            String labels = labels(service) + "," + label("prefix", prefix.text()) + ",";
            line(name, labels + label("direction", "from"), from.applyAsLong(prefix.totals()));
            line(name, labels + label("direction", "to"), to.applyAsLong(prefix.totals()));
        })));
    }

    private static void accountingOf(ServiceReading service, Consumer<AccountingReading> consumer) {
        AccountingReading accounting = service.accounting();
        if (accounting != null) {
            consumer.accept(accounting);
        }
    }

    private static String labels(ServiceReading service) {
        return label("service", service.name()) + "," + label("kind", service.kind()) + "," + label("port", service.port());
    }

    private void lost(String port, String direction, Map<String, Long> losses) {
        new TreeMap<>(losses).forEach((reason, count) -> line("spine_router_wire_lost_frames_total",
            label("port", port) + "," + label("direction", direction) + "," + label("reason", reason), count));
    }

    private void ofWires(String name, String help, ToLongFunction<RouterReading.Direction> figure) {
        begin(name, "counter", help);
        for (RouterReading.Port port : reading.ports()) {
            line(name, label("port", port.name()) + "," + label("direction", "in"), figure.applyAsLong(port.link().in()));
            line(name, label("port", port.name()) + "," + label("direction", "out"), figure.applyAsLong(port.link().out()));
        }
    }

    private void ofPorts(String name, String help, ToLongFunction<RouterCounters> figure) {
        begin(name, "counter", help);
        for (RouterReading.Port port : reading.ports()) {
            RouterCounters counters = port.counters();
            if (counters != null) {
                line(name, label("port", port.name()), figure.applyAsLong(counters));
            }
        }
    }

    private void single(String name, String type, String help, long value) {
        begin(name, type, help);
        line(name, "", value);
    }

    private void begin(String name, String type, String help) {
        out.append(String.format(Locale.ROOT, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type));
    }

    private static String label(String name, String value) {
        return name + "=\"" + PlainText.line(value).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private void line(String name, String labels, long value) {
        out.append(name);
        if (!labels.isEmpty()) {
            out.append('{').append(labels).append('}');
        }
        out.append(' ').append(value).append('\n');
    }
}
