package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlCounters;
import dev.spine.command.route.service.ServiceReading;
import dev.spine.iop.engine.live.WatchReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Metrics as Prometheus wants them: base units, one unit a metric, labels of few values. */
class PrometheusTextTest {
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(\\{[^}]*})? (\\S+)");

    private static RouterReading reading() {
        RouterReading.Port port = new RouterReading.Port("wa", "tap wa@left", "spine0", new RouterReading.Link("up",
            new RouterReading.Direction(7, 700, Map.of()), new RouterReading.Direction(5, 500, Map.of("dropped: link down", 2L))), 0, null);
        ServiceReading filter = new ServiceReading("edge", "filter", "wa", 0,
            Map.of("passed", 3L, "dropped", 1L, "1 drop tcp port 23 or host \"x\"", 1L, "12 count icmp", 2L), null);
        return new RouterReading(1.5, List.of(port), 10, 4_096, new Missing(4, 1, 0),
            new KernelReading(8, 2, 3, 1_500_000, Map.of("changes told", 12L)),
            new KernelFollower.Policy(List.of("nft chain inet guard forward (hook forward, policy drop, 0 rules)"),
                List.of("IPv4 rule 5 from 10.66.0.0/16 to all")), new RouterReading.Host(0), List.of(filter));
    }

    private static String text() {
        return PrometheusText.of(reading());
    }

    private static boolean has(String line) {
        return text().lines().anyMatch(line::equals);
    }

    @Test
    void everyCounterOfEveryPartIsThere() {
        ControlCounters counters = new ControlCounters();
        counters.increment(ControlCounters.Counter.CONNECTIONS);
        String text = PrometheusText.of(reading(), new WatchReport(0, 0, 0, List.of()),
            Map.of("host", new TreeMap<>(Map.of("socket \"1\"", counters))));
        String part = "spine_counts_total{of=\"host\",part=\"socket \\\"1\\\"\",what=\"";
        assertTrue(text.contains(part + "connections\"} 1\n"), text);
        assertTrue(text.contains(part + "turned away\"} 0\n"), text);
    }

    @Test
    void whatTheCardsHaveNoRoomForIsAGauge() {
        assertTrue(has("spine_router_missing_routes 4"), text());
        assertTrue(has("spine_router_missing_neighbours 1"), text());
        assertTrue(has("# TYPE spine_router_missing_routes gauge"), text());
    }

    @Test
    void whatTheCardsDoNotDoIsNamed() {
        assertTrue(has("spine_router_not_followed{what=\"nft chain inet guard forward (hook forward, policy drop, 0 rules)\"} 1"), text());
        assertTrue(has("spine_router_host_rules{rule=\"IPv4 rule 5 from 10.66.0.0/16 to all\"} 1"), text());
    }

    @Test
    void timesAreSecondsInAMetricOfTheirOwn() {
        assertTrue(has("spine_router_in_force_seconds_sum 1.500000"), text());
        assertTrue(has("spine_router_in_force_seconds_count 3"), text());
        assertFalse(text().contains("microseconds"), text());
        assertTrue(has("spine_router_kernel_routes 8"), text());
        assertTrue(has("spine_router_kernel_messages_total{what=\"changes told\"} 12"), text());
    }

    @Test
    void aRuleOfAFilterIsItsNumber() {
        assertTrue(has("spine_service_packets_total{service=\"edge\",kind=\"filter\",port=\"wa\",what=\"rule 1\"} 1"), text());
        assertTrue(has("spine_service_packets_total{service=\"edge\",kind=\"filter\",port=\"wa\",what=\"rule 12\"} 2"), text());
        assertTrue(has("spine_service_packets_total{service=\"edge\",kind=\"filter\",port=\"wa\",what=\"dropped\"} 1"), text());
        assertFalse(text().contains("tcp port"), text());
    }

    @Test
    void everyFrameBetweenACardAndItsWireIsCounted() {
        assertTrue(has("spine_router_wire_frames_total{port=\"wa\",direction=\"in\"} 7"), text());
        assertTrue(has("spine_router_wire_bytes_total{port=\"wa\",direction=\"out\"} 500"), text());
    }

    @Test
    void everyMetricIsDescribedOnceAndEverySampleIsANumber() {
        Set<String> described = new TreeSet<>();
        for (String line : text().lines().toList()) {
            if (line.startsWith("# HELP ")) {
                assertTrue(described.add(line.split(" ")[2]), line);
            } else if (!line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                String name = sample.group(1);
                assertTrue(described.contains(name) || described.contains(name.replaceFirst("_(sum|count)$", "")), line);
                assertEquals(Double.parseDouble(sample.group(3)), Double.parseDouble(sample.group(3)), line);
            }
        }
    }
}
