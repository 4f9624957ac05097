package dev.spine.command.route;

import dev.spine.command.route.service.CounterUnit;
import dev.spine.command.route.service.ServiceReading;
import dev.spine.extension.router.host.RouterCounters;
import dev.spine.system.output.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Two readings of a router as a table for people: rates between them, and sums. */
final class RouteDisplay {
    private RouteDisplay() {}

    /** {@return the text} */
    static String of(RouterReading before, RouterReading now) {
        double seconds = Math.max(1e-3, now.seconds() - before.seconds());
        TextTable table = new TextTable("port", "wire", "host", "forwarded/s", "Mbit/s", "to host/s", "dropped/s", "forwarded", "dropped");
        for (int index = 0; index < now.ports().size(); index++) {
            RouterReading.Port port = now.ports().get(index);
            table.row(row(port, before.ports().get(index).counters(), seconds).toArray(String[]::new));
        }
        StringBuilder text = new StringBuilder(table.toString());
        text.append(String.format(Locale.ROOT, "%,d routes, %,d bytes of each card's table; host memory touched: %,d bytes/s%n",
            now.routes(), now.tableBytes(), (long) ((now.host().busBytes() - before.host().busBytes()) / seconds)));
        if (!now.missing().isNone()) {
            text.append("no room on the cards for ").append(now.missing().text()).append('\n');
        }
        now.policy().notFollowed().forEach(each -> text.append("not followed by the cards: ").append(each).append('\n'));
        now.policy().ofHost().forEach(each -> text.append("to the host by a rule: ").append(each).append('\n'));
        now.ports().forEach(port -> {
            lost(text, port.name() + " lost from the wire", port.link().in().lost());
            lost(text, port.name() + " lost to the wire", port.link().out().lost());
            RouterCounters counters = port.counters();
            if (counters != null && !counters.drops().isEmpty()) {
                text.append(port.name()).append(" dropped");
                new TreeMap<>(counters.drops()).forEach((reason, count) ->
                    text.append(String.format(Locale.ROOT, "  %s: %,d", reason, count)));
                text.append('\n');
            }
        });
        if (!now.services().isEmpty()) {
            text.append('\n').append(services(before, now, seconds));
        }
        return text.toString();
    }

    /** What services have counted: packets, connections and so on with the rate of each, bytes as bits. What is 0 is left out. */
    private static String services(RouterReading before, RouterReading now, double seconds) {
        TextTable table = new TextTable("service", "kind", "port", "counter", "now", "sum");
        for (ServiceReading service : now.services()) {
            Map<String, Long> old = before.services().stream().filter(service::isOfSame).findFirst()
                .flatMap(each -> Optional.ofNullable(each.counters())).orElse(Map.of());
            boolean shown = false;
            for (Map.Entry<CounterUnit, Map<String, Long>> unit : service.byUnit().entrySet()) {
                for (Map.Entry<String, Long> counter : unit.getValue().entrySet()) {
                    if (counter.getValue() != 0) {
                        shown = true;
                        double rate = (counter.getValue() - old.getOrDefault(counter.getKey(), counter.getValue())) / seconds;
                        table.row(service.name(), service.kind(), service.port(), counter.getKey(), unit.getKey() == CounterUnit.BYTES
                            ? String.format(Locale.ROOT, "%.1f Mbit/s", rate * 8 / 1e6) : count(rate) + " " + unit.getKey().word() + "/s",
                            count((double) counter.getValue()));
                    }
                }
            }
            if (!shown) {
                table.row(service.name(), service.kind(), service.port(), service.counters() == null ? "does not answer" : "nothing yet",
                    "", "");
            }
        }
        return table.toString();
    }

    private static void lost(StringBuilder text, String what, Map<String, Long> losses) {
        if (!losses.isEmpty()) {
            text.append(what);
            new TreeMap<>(losses).forEach((reason, count) -> text.append(String.format(Locale.ROOT, "  %s: %,d", reason, count)));
            text.append('\n');
        }
    }

    private static List<String> row(RouterReading.Port port, @Nullable RouterCounters before, double seconds) {
        RouterCounters now = port.counters();
        String wire = port.link().state().equals("up") ? port.label() : port.label() + " (" + port.link().state() + ")";
        if (now == null) {
            return List.of(port.name(), wire, port.hostInterface(), "does not answer", "", "", "", "", "");
        }
        long packets = before == null ? 0 : now.forwarded() - before.forwarded();
        long bytes = before == null ? 0 : now.forwardedBytes() - before.forwardedBytes();
        long host = before == null ? 0 : now.toHost() - before.toHost();
        long drops = before == null ? 0 : now.dropped() - before.dropped();
        return List.of(port.name(), wire, port.hostInterface(), count(packets / seconds),
            String.format(Locale.ROOT, "%.1f", bytes * 8 / seconds / 1e6), count(host / seconds), count(drops / seconds),
            count((double) now.forwarded()), count((double) now.dropped()));
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
}
