package dev.spine.perf.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.plan.RoutePlanner.Route;
import dev.spine.perf.plan.RoutePlanner.Routes;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan for a system file is of that file's own cards, beside runs of just these cards. */
@Tag("SN-18")
class PlannedSystemTest {
    /** Of a run: units at its beginning and end do not meet a busy machine. */
    private static final double EDGES = 1.03;
    private static final double NEAR = 1.15;

    @TempDir
    private Path scratch;

    private SystemDescription system(String screen, String runtime) throws IOException {
        return SpineComponent.create().systemFile().read(Files.writeString(scratch.resolve("system.toml"), """
            name = "own"

            [[wire]]
            kind = "link"
            name = "cable"
            receive-buffers = 64

            [[iop]]
            name = "monitor"
            host-frames = 32

            [[iop.device]]
            kind = "display"
            %s

            [[iop]]
            name = "idle"

            [[iop]]
            name = "left"
            frame-bytes = 256

            [[iop.device]]
            kind = "lan"
            name = "port"
            wire = "cable"
            address = "02:00:00:00:00:01"

            [[iop.device]]
            kind = "runtime"
            name = "spine"
            memory = "%s"

            [[iop.device]]
            kind = "forwarder"

            [[iop.device]]
            kind = "bridge"

            [[iop.device]]
            kind = "mover"

            [[iop]]
            name = "right"

            [[iop.device]]
            kind = "lan"
            wire = "cable"
            address = "02:00:00:00:00:02"

            [[iop.device]]
            kind = "runtime"
            memory = "%2$s"

            [[iop]]
            name = "store"

            [[iop.device]]
            kind = "disk"
            queue-depth = 64
            block-size = 1024
            """.formatted(screen, runtime)));
    }

    private static Map<String, UnitWork> plans(SystemDescription system, String from, String to, String profile) throws PlanException {
        Routes routes = new RoutePlanner(system).between(from, to);
        FittedCards fitted = BuiltInTransfer.of(routes.kind()).fitted(system, routes.source(), routes.destination(), 64, 1);
        Map<String, UnitWork> plans = new HashMap<>();
        for (Route route : routes.routes()) {
            if (route.possible()) {
                plans.put(route.path(), fitted.named(UnitCounter.count(routes.kind().workload(64, 1, fitted), route.path(), profile)));
            }
        }
        return plans;
    }

    private static void holdsBesideRuns(SystemDescription system, String from, String to, String profile) throws PlanException {
        Routes routes = new RoutePlanner(system).between(from, to);
        FittedCards fitted = BuiltInTransfer.of(routes.kind()).fitted(system, routes.source(), routes.destination(), 64, 1);
        Map<String, UnitWork> plans = plans(system, from, to, profile);
        assertFalse(plans.isEmpty());
        plans.forEach((path, plan) -> {
            PathReading run = routes.kind().workload(64, 1, fitted).pass().read(profile, path, MeasurementObserver.NONE);
            double most = plan.limit().unitsPerSecond();
            String notified = String.format(Locale.ROOT, "%s, %s to %s, %s: plan %.0f/s by %s, run %.0f/s with %s", profile, from, to, path,
                most, plan.bounds(), run.rate(), run.busyShares());
            assertTrue(run.rate() <= most * EDGES && run.rate() >= most / NEAR, notified);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "lanai-33 | left/port | monitor/display", "lanai-33 with bus.topology=switched | left/port | monitor/display",
        "lanai-33 with dma.channels=4 | left/port | right/lan", "iop-250 | left/port | store/disk",
    })
    @Tag("full")
    void aPlanOfAFileIsAnUpperBoundNearTheRunOfItsOwnCards(String profile, String from, String to) throws IOException, PlanException {
        holdsBesideRuns(system("width = 800\nheight = 600", "16M"), from, to, profile);
    }

    @Test
    void whatACardConvertsIsCountedOnTheCardThatTheFileDescribes() throws IOException, PlanException {
        Map<String, UnitWork> equal = plans(system("width = 640\nheight = 480", "1M"), "left/port", "monitor/display", "lanai-33");
        Map<String, UnitWork> other = plans(system("width = 640\nheight = 480\nformat = \"RGB565\"", "1M"), "left/port", "monitor/display",
            "lanai-33");
        assertTrue(other.get("spine").limit().unitsPerSecond() < equal.get("spine").limit().unitsPerSecond() / 2, other::toString);
        assertEquals("left", other.get("spine").limit().resource());
        assertTrue(other.get("i2o").seconds().get("monitor") > equal.get("i2o").seconds().get("monitor"), "the screen converts");
    }

    @Test
    void aSmallScreenShowsAndCostsLess() throws IOException, PlanException {
        Map<String, UnitWork> large = plans(system("width = 640\nheight = 480", "1M"), "left/port", "monitor/display", "lanai-33");
        Map<String, UnitWork> small = plans(system("width = 64\nheight = 48", "1M"), "left/port", "monitor/display", "lanai-33");
        assertTrue(small.get("i2o").payloadBytes() < large.get("i2o").payloadBytes() / 10);
        assertTrue(small.get("i2o").seconds().get("left dma") < large.get("i2o").seconds().get("left dma")
            || small.get("i2o").seconds().get("monitor dma") < large.get("i2o").seconds().get("monitor dma"), small::toString);
    }

    @Test
    void resourcesHaveTheNamesOfTheFile() throws IOException, PlanException {
        UnitWork work = plans(system("width = 640\nheight = 480", "1M"), "left/port", "monitor/display",
            "lanai-33 with bus.topology=switched with dma.channels=2").get("spine");
        assertTrue(work.seconds().keySet().containsAll(java.util.Set.of("left", "monitor", "left dma", "bus link from left",
            "bus link to monitor", "wire", "host")), () -> work.seconds().keySet().toString());
    }
}
