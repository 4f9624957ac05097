package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.system.profile.Origin;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileChange;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** {@code spine profile}, and profiles with other numbers. */
class ProfileCommandTest {
    static final List<String> BUNDLED = ProfileFile.BUNDLED;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @FieldSource("BUNDLED")
    void everyNumberOfABundledProfileSaysFromWhereItIs(String name) {
        Profile profile = ProfileFile.load(name);

        assertEquals(name, profile.name());
        assertTrue(!profile.about().isEmpty() && profile.about().length() <= 100, profile.about());
        assertEquals(ProfileKey.values().size(), profile.values().size());
        profile.values().forEach((key, value) -> assertTrue(Origin.of(value.source()).isPresent(), () -> key + " " + value));
        MachineProfile machine = profile.machine();
        assertEquals(profile.values().size(), machine.sources().size());
    }

    @Test
    void aListHasALineForEachProfile() {
        String out = CommandRun.of("profile", "list").succeeded().out();
        for (String name : BUNDLED) {
            assertEquals(2, out.lines().filter(line -> line.startsWith(name + " ")).count(), out);
        }
        assertTrue(out.lines().allMatch(line -> line.length() <= 140), out);
        assertTrue(CommandRun.of("profile", "list", "--json", "-").succeeded().out().contains("\"dpu-pcie5\""));
    }

    @Test
    void aProfileIsShownWithOriginAndSourceOfEachNumber() {
        String out = CommandRun.of("profile", "show").succeeded().out();

        assertTrue(out.startsWith("lanai-33: LANai card"), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("iop.clock-hz +33000000 +Hz +published +SPINE SIGOPS 1998, section 4")), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("bus.width-bytes +4 +bytes +data sheet +PCI Local Bus 2.1")), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("iop.cycles.unit +0.602 +cycles +fitted +router-card, .*")), out);
    }

    @Test
    void whatIsSetOnTheCommandLineIsShownAsThat() {
        String out = CommandRun.of("profile", "show", "lanai-33-small", "--set", "bus.clock=66MHz", "--set", "nic.units.poll=12.5")
            .succeeded().out();

        assertTrue(out.startsWith("lanai-33-small with bus.clock-hz=66000000 with iop.units.poll=12.5: "), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("bus.clock-hz +66000000 +Hz +set +bus.clock-hz=66000000")), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("card.memory-bytes +262144 .*")), out);
    }

    @Test
    @Tag("SS-14")
    void costsOfReachingThingsAreATableOfEachProfileAndRecords() throws IOException {
        String table = CommandRun.of("profile", "access", "lanai-33", "host-400").succeeded().out();
        assertTrue(table.startsWith("lanai-33: LANai card") && table.contains("\nhost-400: "), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("register over the bus, read +571.2 +18.8 +491.3 +98.3")), table);
        assertTrue(table.lines().anyMatch(line -> line.matches("register over the bus, read +571.2 +18.8 +485.7 +194.3")), table);

        List<Map<String, Object>> records = JsonRecords.parse(CommandRun.of("profile", "access", "lanai-33", "--set", "bus.clock=66MHz",
            "--json", "-").succeeded().out());
        assertEquals("lanai-33 with bus.clock-hz=66000000", records.getFirst().get("profile"));
        assertTrue(records.stream().anyMatch(record -> record.get("place").equals("program: the card's clock")
            && (Double) record.get("cardNs") < (Double) record.get("hostNs")), records::toString);
        assertTrue(CommandRun.of("profile", "access", "lanai-33", "nonsense").refusal().startsWith("nonsense: is no bundled profile"));
    }

    @ParameterizedTest
    @CsvSource({"bus.clock=66MHz, 66000000", "bus.clock-hz=66e6, 66000000", "bus.clock = 66 mhz, 66000000",
        "bus.clock=33.3MHz, 33300000", "dma.setup=1.5us, 1500",
        "wire.bits-per-second=10Gb/s, 10000000000", "wire.bits=1000, 1000", "card.memory=64M, 67108864",
        "dma.local-bytes=1GB/s, 1000000000", "host.units.touch-byte=0.125, 0.125", "bus.overhead=3, 3"})
    void aNumberIsGivenWithTheUnitsOfPeople(String written, double expected) {
        assertEquals(expected, ProfileChange.of(written).number());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nonsense=1 | nonsense=1: no profile has 'nonsense': 'spine profile show' lists what profiles have",
        "=1 | =1: is no change of a profile: write KEY=VALUE, for example bus.clock=66MHz",
        "bus.clock=66MB | bus.clock=66MB: 'bus.clock-hz' is given by a number, alone or with one of Hz, kHz, MHz, GHz, not by '66MB'",
        "wire.bits-per-second=1MB/s | wire.bits-per-second=1MB/s: 'wire.bits-per-second' is given by a number, alone or with one of b/s...",
        "bus.clock=0 | bus.clock=0: 'bus.clock-hz' must be a whole number from 1 to 1000000000000 (Hz)",
        "bus.overhead-cycles=1.5 | bus.overhead-cycles=1.5: 'bus.overhead-cycles' must be a whole number from 0 to 1048576 (bus cycles)",
        "bus.burst=2 | bus.burst-bytes=2: a bus needs clock, width and programmed cycles of at least 1, ...",
        "host.units.poll=1e300 | host.units.poll=1e300: 'host.units.poll' must be a number from 0 to 1000000000 (units)"})
    void aWrongChangeIsAnsweredInOneLine(String written, String expected) {
        String refusal = CommandRun.of("profile", "show", "--set", written).refusal();
        boolean isBegin = expected.endsWith("...");
        String wanted = isBegin ? expected.substring(0, expected.length() - 3) : expected;
        assertTrue(isBegin ? refusal.startsWith(wanted) : refusal.equals(wanted), refusal);
    }

    @Test
    void aDeviceThatNeverEndsIsNoProfile() {
        assertEquals("/dev/zero: has more than 1048576 bytes, which no description has: name another file",
            CommandRun.of("profile", "show", "/dev/zero").refusal());
    }

    @Test
    void aFileMayBeBasedOnABundledProfileAndHaveTheWordOfChangesInItsName() throws IOException {
        Path file = Files.writeString(scratch.resolve("mine with much.toml"), """
            name = "mine"
            based-on = "host-400"

            [dma]
            setup-ns = { value = 50, source = "assumed" }
            """);
        Profile profile = ProfileFile.load(file + " with bus.clock=50MHz");

        assertEquals("mine with bus.clock-hz=50000000", profile.name());
        assertEquals("as lanai-33, with a host of 400 MHz", profile.about());
        assertEquals(50, profile.machine().dma().setupNs());
        assertEquals(50_000_000, profile.machine().bus().clockHz());
        assertEquals("Pentium, 400 MHz", profile.host());
    }

    @Test
    void valuesThatDoNotFitThoseOfTheBaseAreRefused() throws IOException {
        Path file = Files.writeString(scratch.resolve("wide.toml"), """
            based-on = "lanai-33"
            [bus]
            width-bytes = { value = 512, source = "assumed" }
            """);
        assertEquals(file + ":1:1: a bus needs clock, width and programmed cycles of at least 1, overhead of at least 0 and bursts no"
            + " shorter than its width", CommandRun.of("profile", "show", file).refusal());
    }

    @Test
    @Tag("SS-62")
    void aComparisonIsOfTheChangedMachine() {
        String with = modelled("--set", "wire.bits-per-second=50Mb/s");
        String without = modelled();

        assertTrue(with.contains("\"lanai-33 with wire.bits-per-second=50000000\""), with);
        assertTrue(rate(with) < rate(without), () -> rate(with) + " and " + rate(without));
    }

    private String modelled(Object... further) {
        List<Object> words = new ArrayList<>(List.of("compare", "video", "--engine", "modelled", "--paths", "host", "--packets", 2000,
            "--json", "-", "--html", scratch.resolve("r.html"), "--png", scratch.resolve("s.png")));
        words.addAll(List.of(further));
        return CommandRun.of(words.toArray()).succeeded().out();
    }

    private static double rate(String json) {
        return Double.parseDouble(json.replaceAll("(?s).*\"unitsPerSecond\" ?: ?([0-9.E]+).*", "$1"));
    }
}
