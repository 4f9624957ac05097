package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.plan.StaticTable;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.ending.Interruption;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sample.hoarder.Hoarder;

/** A reload happens as a whole or not at all, and takes no service its tables that the file says nothing else of. */
@Timeout(120)
class ReloadedServicesTest {
    private static final String PORTS = """
        [[port]]
        name = "in"
        capture = "bars"
        replay = "fast"
        mac = "02:00:00:00:00:02"
        addresses = "10.0.0.1/24"
        [[port]]
        name = "out"
        addresses = "10.0.1.1/24"
        [[neighbour]]
        port = "out"
        address = "10.0.1.2"
        mac = "02:00:00:00:00:99"
        [[route]]
        prefix = "192.0.2.0/24"
        via = "10.0.1.2"
        port = "out"
        """;
    private static final String HOSTING = """
        [[service]]
        kind = "hosting"
        name = "%s"
        ports = "out"
        parameters = {services = "web", "web.at" = "tcp:10.0.1.1:80", "web.servers" = "192.0.2.9:80"}
        """;
    private static final String SHAPING = """
        [[service]]
        kind = "shaping"
        name = "%s"
        ports = "out"
        parameters = {classes = "all", "all.rate" = 1000000000}
        """;

    private final List<String> notified = Collections.synchronizedList(new ArrayList<>());
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private static RoutePlan plan(String services) {
        return StaticTable.read("table.toml", PORTS + services, _ -> RouterSettings.STANDARD);
    }

    private static String policing(String rate) {
        return """
            [[service]]
            kind = "policing"
            ports = "out"
            parameters = {classes = "all", "all.rate" = %s}
            """.formatted(rate);
    }

    private static String nat(String name, String outside) {
        return """
            [[service]]
            kind = "nat"
            name = "%s"
            ports = "out"
            parameters = {outside = "%s"}
            """.formatted(name, outside);
    }

    /** A router that runs, with services on the card that is outside. */
    private final class Running {
        private final RouteRun run;
        private final RuntimeClient card;

        Running(String services) {
            RoutePlan plan = plan(services);
            SpineSystem system = EngineChoice.buildLive(SpineComponent.create().systemFactory(), plan.system(), plan.idle());
            opened.push(system);
            Interruption interruption = Interruption.watch();
            opened.push(interruption);
            run = new RouteRun(system, plan, notified::add, interruption);
            opened.push(run);
            assertNotNull(run.open());
            RoutePlan.Port port = plan.ports().get(1);
            card = new RuntimeClient(system.driver(port.iop()), system.device(port.iop(), port.runtime()).tid(), system.hostMemory(),
                system.tasks());
        }

        /** {@return which life and version of each extension runs there, by what it is} */
        Map<String, String> versions() {
            return card.list().stream().filter(status -> !status.name().equals("hoarder"))
                .collect(Collectors.toMap(InstanceStatus::name, status -> status.life() + " " + status.version()));
        }
    }

    @AfterEach
    void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    @Test
    void aServiceThatIsReplacedBeforeOneThatIsRefusedKeepsItsTables() {
        Running router = new Running(policing("1000000000") + nat("nat", "10.0.1.1"));
        Map<String, String> before = router.versions();
        SystemFileException refusal = assertThrows(SystemFileException.class,
            () -> router.run.reload(plan(policing("2000000000") + nat("nat", "2001:db8::1"))));
        assertTrue(String.valueOf(refusal.getMessage()).contains("is refused: outside=2001:db8::1 is no address of IPv4"),
            refusal.getMessage());
        assertEquals(before, router.versions(), "nothing was replaced, not even for a moment");
    }

    @Test
    void aServiceThatIsRefusedBehindOneThatIsNewLeavesNothingOfThatOne() {
        Running router = new Running(nat("nat", "10.0.1.1"));
        Map<String, String> before = router.versions();
        assertThrows(SystemFileException.class, () -> router.run.reload(plan(policing("2000000000") + nat("nat", "2001:db8::1"))));
        assertEquals(before, router.versions());
        SystemFileException refusal = assertThrows(SystemFileException.class,
            () -> router.run.reload(plan(nat("nat", "10.0.1.9") + policing("0"))));
        assertTrue(String.valueOf(refusal.getMessage()).contains("service 'policing' on out is refused"), refusal.getMessage());
        assertEquals(before, router.versions(), "the one that would be replaced was not, as the new one was refused first");
    }

    @Test
    void cardsJudgeWhatWouldBeReplacedBesideAllThatIsNew() {
        Running router = new Running(nat("nat", "10.0.1.1"));
        Map<String, String> before = router.versions();
        SystemFileException refusal = assertThrows(SystemFileException.class,
            () -> router.run.reload(plan(nat("nat", "2001:db8::1") + policing("0"))));
        assertTrue(String.valueOf(refusal.getMessage()).contains("service 'policing' on out is refused"), refusal.getMessage());
        refusal = assertThrows(SystemFileException.class,
            () -> router.run.reload(plan(nat("nat", "2001:db8::1") + policing("2000000000"))));
        assertTrue(String.valueOf(refusal.getMessage()).contains("service 'nat' on out is refused"), refusal.getMessage());
        assertEquals(before, router.versions(), "what was loaded before that is unloaded again");
    }

    @Test
    void servicesBeforeTheWireGoOnUnderAnotherName() {
        Running router = new Running(nat("nat", "10.0.1.1") + HOSTING.formatted("hosting") + SHAPING.formatted("shaping"));
        Map<String, String> before = router.versions();
        router.run.reload(plan(nat("edge", "10.0.1.1") + HOSTING.formatted("farm") + SHAPING.formatted("line")));
        assertEquals(before, router.versions(), "with all that they know");
        assertTrue(notified.containsAll(List.of("renamed service 'nat' on out to 'edge'", "renamed service 'hosting' on out to 'farm'",
            "renamed service 'shaping' on out to 'line'")), notified::toString);
        router.run.reload(plan(nat("edge", "10.0.1.7") + HOSTING.formatted("farm") + SHAPING.formatted("line")));
        assertTrue(notified.contains("replaced service 'edge' on out"), notified::toString);
    }

    @Test
    void aServiceOfAnotherNameThatIsRefusedGoesOnUnderTheOldOne() {
        Running router = new Running(nat("nat", "10.0.1.1"));
        Map<String, String> before = router.versions();
        assertThrows(SystemFileException.class, () -> router.run.reload(plan(nat("edge", "2001:db8::1"))));
        assertEquals(before, router.versions());
        router.run.reload(plan(nat("nat", "10.0.1.2")));
        assertTrue(notified.contains("replaced service 'nat' on out"), notified::toString);
    }

    /** Fills the memory of the card that is outside, but for so many bytes. */
    private static List<Integer> fill(Running router, int spareBytes) {
        byte[] image = PackagedExtension.image("hoarder", Hoarder.class);
        List<Integer> hoarders = new ArrayList<>();
        hoarders.add(router.card.load(image, LoadOptions.OF_NODE.with("spare", String.valueOf(spareBytes))));
        try {
            while (router.card.inspect(hoarders.getLast(), 0).counters().get("bytes taken") > 0) {
                hoarders.add(router.card.load(image));
            }
        } catch (ExtensionRefusedException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("memory"), e.getMessage());
            hoarders.forEach(each -> router.card.send(each, 2));
        }
        router.card.send(hoarders.getFirst(), 1);
        return hoarders;
    }

    /** From a card without a byte left to one that has room for all. */
    @Test
    void whateverMemoryIsLeftWhatIsThereStaysInServiceAndWhatBeginsAnewIsNamed() {
        Running router = new Running(policing("1000000000") + nat("nat", "10.0.1.1") + HOSTING.formatted("hosting"));
        RoutePlan next = plan(policing("2000000000") + nat("nat", "10.0.1.7")
            + HOSTING.formatted("hosting").replace("10.0.1.1:80", "10.0.1.9:80"));
        Map<String, String> before = router.versions();
        boolean isDone = false;
        int refused = 0;
        for (int spare = 1; !isDone; spare *= 2) {
            notified.clear();
            Map<String, String> full = router.versions();
            List<Integer> hoarders = fill(router, spare);
            assertEquals(full, router.versions(), "a full card tells what runs on it");
            try {
                router.run.reload(next);
                isDone = true;
            } catch (SystemFileException e) {
                String why = String.valueOf(e.getMessage());
                refused++;
                assertTrue(why.contains(" on out is refused: ") && why.contains("memory") && why.lines().count() == 1, why);
                router.versions().forEach((name, version) -> assertTrue(version.equals(full.get(name))
                    || notified.stream().anyMatch(line -> line.endsWith(" was replaced, and is as before again, with empty tables")),
                    () -> name + " is another one, and nobody was told: " + notified + ", " + why + ": " + full + router.versions()));
                assertEquals(full.keySet(), router.versions().keySet(), "all are in service");
            }
            hoarders.forEach(router.card::unload);
        }
        assertTrue(refused > 0, "a full card takes nothing");
        assertEquals(before.keySet(), router.versions().keySet());
        assertTrue(notified.contains("replaced service 'nat' on out"), notified::toString);
    }
}
