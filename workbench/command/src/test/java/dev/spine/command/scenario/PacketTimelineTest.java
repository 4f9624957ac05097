package dev.spine.command.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostException;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.timeline.Hop;
import dev.spine.system.timeline.PacketFollower;
import dev.spine.system.timeline.PacketTimeline;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** The way of one packet has every step that the papers draw, in their order, and the resources do what they are said to do. */
@Timeout(120)
class PacketTimelineTest {
    private static final int PACKETS = 20;

    private static PacketTimeline follow(String scenario, int number) {
        return follow(scenario, "lanai-33", number);
    }

    private static PacketTimeline follow(String scenario, String profile, int number) {
        Scenario found = Objects.requireNonNull(Scenarios.of(scenario, profile, PACKETS));
        return PacketFollower.follow(found, 1, number);
    }

    private static List<Hop> onBus(PacketTimeline timeline) {
        return timeline.hops().stream().filter(hop -> hop.kind() == Hop.Kind.BUS).toList();
    }

    private static List<Hop.Kind> kinds(PacketTimeline timeline) {
        return timeline.hops().stream().map(Hop::kind).toList();
    }

    private static Hop first(PacketTimeline timeline, Hop.Kind kind) {
        return timeline.hops().stream().filter(hop -> hop.kind() == kind).findFirst().orElseThrow(() -> new AssertionError(timeline));
    }

    /** SPINE SIGOPS 1998, figure 2; NOSSDAV 1998, figure 2: the numbered steps of the video client. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, PACKETS})
    @Tag("SS-39")
    void figure2LoadArrivalDispatchAndDmaToTheScreenComeInThisOrder(int number) {
        PacketTimeline timeline = follow("spine", number);
        Hop load = first(timeline, Hop.Kind.LOAD);
        Hop arrival = first(timeline, Hop.Kind.ARRIVAL);
        Hop dispatch = first(timeline, Hop.Kind.DISPATCH);
        Hop code = first(timeline, Hop.Kind.ACTIVATION);
        Hop dma = first(timeline, Hop.Kind.TRANSFER);
        Hop bus = first(timeline, Hop.Kind.BUS);
        assertTrue(load.toPs() < arrival.fromPs() && arrival.fromPs() <= dispatch.fromPs() && dispatch.fromPs() <= code.fromPs()
            && code.toPs() <= dispatch.toPs() && code.fromPs() <= dma.fromPs() && dma.fromPs() <= bus.fromPs()
            && bus.toPs() <= dma.toPs(), () -> timeline.table().toString());
        assertEquals("nic", dispatch.row());
        assertEquals("nic DMA", dma.row());
        assertEquals(List.of(bus), timeline.hops().stream().filter(hop -> hop.kind() == Hop.Kind.BUS).toList(), "it crosses the bus once");
        assertFalse(timeline.meetsHost(), "the host has nothing to do with it");
        assertTrue(first(timeline, Hop.Kind.RELEASE).fromPs() >= dma.toPs());
    }

    @Test
    void throughTheHostItCrossesTheBusTwiceAndTheHostTakesAMessage() {
        PacketTimeline timeline = follow("host", 10);
        assertEquals(2, kinds(timeline).stream().filter(kind -> kind == Hop.Kind.BUS).count(), () -> timeline.table().toString());
        assertTrue(timeline.meetsHost(), () -> timeline.table().toString());
        List<String> rows = new ArrayList<>(timeline.way().stream().filter(hop -> hop.kind() != Hop.Kind.BUS).map(Hop::row).toList());
        assertTrue(rows.indexOf("nic DMA") < rows.indexOf("nic to host") && rows.indexOf("nic to host") < rows.indexOf("host to screen")
            && rows.indexOf("host to screen") < rows.indexOf("screen DMA"), rows::toString);
    }

    @ParameterizedTest
    @CsvSource({"spine, 1, ''", "i2o, 1, ''", "host, 2, ''", "spine, 1, with dma.channels=4", "host, 2, with dma.channels=4"})
    void throughASwitchEachCrossingIsALinkToItAndALinkFromIt(String scenario, int crossings, String more) {
        for (int number : new int[] {1, 10, PACKETS}) {
            String profile = ("lanai-33 with bus.topology=switched with bus.switch=300ns " + more).strip();
            PacketTimeline timeline = follow(scenario, profile, number);
            List<Hop> links = onBus(timeline);
            assertEquals(2 * crossings, links.size(), () -> timeline.table().toString());
            for (int i = 0; i < links.size(); i += 2) {
                Hop in = links.get(i);
                Hop out = links.get(i + 1);
                assertTrue(in.row().startsWith("bus link from bus agent ") && out.row().startsWith("bus link to bus agent "),
                    () -> timeline.table().toString());
                assertTrue(out.fromPs() >= in.fromPs() + 300_000, () -> timeline.table().toString());
                assertEquals(in.toPs() - in.fromPs(), out.toPs() - out.fromPs());
                assertEquals(in.what(), out.what());
            }
        }
    }

    @Test
    void onABusThatIsTakenInTurnsEachTurnIsShown() {
        // Cards fast enough to meet on the bus.
        String fast = "lanai-33 with iop.cycles.unit=0.05";
        PacketTimeline whole = follow("i2o", fast, 5);
        PacketTimeline turns = follow("i2o", fast + " with bus.turn-bytes=64", 5);
        assertEquals(1, onBus(whole).size());
        List<Hop> shown = onBus(turns);
        assertTrue(shown.size() > 1, () -> turns.table().toString());
        for (int i = 0; i < shown.size(); i++) {
            assertTrue(shown.get(i).what().endsWith(" bytes, turn " + (i + 1) + " of " + shown.size()), () -> turns.table().toString());
            assertTrue(i == 0 || shown.get(i).fromPs() > shown.get(i - 1).toPs(), "somebody else had the bus between two turns");
        }
    }

    @Test
    void namedInAPeersMessageItIsPulledByTheScreen() {
        PacketTimeline timeline = follow("i2o", 10);
        assertFalse(timeline.meetsHost());
        assertEquals(1, kinds(timeline).stream().filter(kind -> kind == Hop.Kind.BUS).count());
        assertEquals("screen DMA", first(timeline, Hop.Kind.TRANSFER).row());
        assertEquals("nic to screen", first(timeline, Hop.Kind.MESSAGE).row());
    }

    @ParameterizedTest
    @CsvSource({"forward-spine, false", "forward-i2o, false", "forward-host, true", "forward-host-header, true", "forward-splice, true"})
    void aForwardedPacketIsFollowedFromWireToWire(String scenario, boolean meetsHost) {
        for (int number : new int[] {1, 7, PACKETS}) {
            PacketTimeline timeline = follow(scenario, number);
            assertEquals("wire-in in", timeline.way().getFirst().row());
            assertTrue(timeline.way().stream().anyMatch(hop -> hop.row().equals("wire-out out")), () -> timeline.table().toString());
            assertEquals(meetsHost, timeline.meetsHost(), () -> timeline.table().toString());
            assertTrue(kinds(timeline).contains(Hop.Kind.BUS));
        }
    }

    @Test
    void theDrawingHasARowForEachResourceAndABarForEachStep() throws Exception {
        PacketTimeline timeline = follow("spine", 3);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        var svg = factory.newDocumentBuilder().parse(new InputSource(new StringReader(timeline.svg())));
        assertEquals(timeline.way().size(), svg.getElementsByTagName("rect").getLength());
        for (Hop hop : timeline.way()) {
            assertTrue(timeline.svg().contains(">" + hop.row() + "<"), hop::row);
        }
        for (int i = 0; i < svg.getElementsByTagName("rect").getLength(); i++) {
            var place = svg.getElementsByTagName("rect").item(i).getAttributes();
            double x = Double.parseDouble(place.getNamedItem("x").getNodeValue());
            double width = Double.parseDouble(place.getNamedItem("width").getNodeValue());
            assertTrue(x >= 0 && width > 0 && x + width <= 1140, place::toString);
        }
    }

    @Test
    void aPacketThatNeverCameIsNamed() {
        assertTrue(assertThrows(HostException.class, () -> follow("spine", PACKETS + 1)).getMessage().contains("there were 20"));
    }
}
