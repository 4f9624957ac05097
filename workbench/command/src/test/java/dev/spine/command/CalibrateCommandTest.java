package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.profile.Origin;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code spine calibrate}: what it prints and keeps; how fast this machine is nobody knows beforehand. */
@Timeout(300)
class CalibrateCommandTest {
    private static final int CELLS = 16;

    @TempDir
    private Path scratch;

    @Test
    void theModelStandsBesideTheTruthAndTheProfileIsKept() throws IOException {
        Path profile = scratch.resolve("this-machine.toml");
        Path json = scratch.resolve("calibration.json");
        CommandRun run = CommandRun.of("calibrate", "--runs", "1", "--pass", "2", "--profile-out", profile, "--json", json);
        assertTrue(run.code() == 0 || run.code() == 1 && run.out().contains("LOST"), run::toString);
        assertTrue(run.out().contains("workload      path ") && run.out().contains("\nmeasured ")
            && run.out().endsWith("profile " + profile + "\n"), run::out);
        assertTrue(run.out().lines().allMatch(line -> line.length() <= SpineCommand.HELP_WIDTH), run::out);

        List<Map<String, Object>> objects = JsonRecords.parse(Files.readString(json));
        assertEquals(CELLS + 1, objects.size());
        assertTrue(number(objects.getFirst(), "unitNs") > 0 && number(objects.getFirst(), "clockHz") > 1e6, objects::toString);
        List<String> cells = new ArrayList<>();
        for (Map<String, Object> cell : objects.subList(1, objects.size())) {
            cells.add(cell.get("workload") + " " + cell.get("path"));
            assertTrue(number(cell, "live") > 0 && number(cell, "modelled") > 0, cell::toString);
            assertEquals(number(cell, "modelled") / number(cell, "live") - 1, number(cell, "error"), 1e-9);
            assertTrue(number(cell, "pollNs") <= number(cell, "processorNs"), cell::toString);
            assertTrue(run.out().lines().anyMatch(line -> line.matches(cell.get("workload") + " +" + cell.get("path") + " .*%.*")),
                run::out);
        }
        assertTrue(cells.containsAll(List.of("video spine", "store-in i2o", "store-out host", "forward-64 spine", "hops i2o")),
            cells::toString);
        assertIsOfThisMachine(ProfileFile.load(profile.toString()));
        assertTrue(CommandRun.of("profile", "show", profile).succeeded().out().contains("this-machine"));

        // What comes from here may be measured anew.
        CommandRun again = CommandRun.of("calibrate", "--runs", "2", "--pass", "1", "--profile-out", profile, "--json", "-");
        assertTrue(again.out().startsWith("[\n{\"machine\""), again::out);
    }

    private static double number(Map<String, Object> object, String name) {
        return ((Number) object.get(name)).doubleValue();
    }

    private static void assertIsOfThisMachine(Profile profile) {
        assertEquals(1, profile.number(ProfileKey.named("code.bookkeeping").orElseThrow()), "the live engine runs it");
        for (String path : List.of("host.cycles.unit", "iop.cycles.unit", "memory.card-bytes-per-second", "host.cycles.context-switch")) {
            assertEquals(Origin.MEASURED, profile.values().get(ProfileKey.named(path).orElseThrow()).origin(), path);
        }
        assertTrue(profile.count(Origin.FITTED) == 0, "nothing is fitted to a rate");
        assertTrue(profile.calibration().contains("measured: "), profile::calibration);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--runs 0 | --runs must be from 1 to 100 and --pass from 1 to 10000 (see spine calibrate --help)",
        "--runs 101 | --runs must be from 1 to 100 and --pass from 1 to 10000 (see spine calibrate --help)",
        "--pass -1 | --runs must be from 1 to 100 and --pass from 1 to 10000 (see spine calibrate --help)",
        "--runs many | Invalid value for option '--runs': 'many' is not an int (see spine calibrate --help)",
        "--profile-out profile.txt | --profile-out profile.txt: a profile's file ends in .toml (see spine calibrate --help)",
        "--profile-out - | --profile-out -: a profile's file ends in .toml (see spine calibrate --help)",
        "--profile-out /no-such-directory/p.toml | /no-such-directory/p.toml cannot be written: its directory does not exist; name another"
            + " file",
        "--json /no-such-directory/p.json | /no-such-directory/p.json cannot be written: its directory does not exist; name another file",
        "lanai-33 | Unmatched argument at index 1: 'lanai-33' (see spine calibrate --help)",
    })
    void aMistakeIsOneLine(String options, String expected) {
        assertEquals(expected, CommandRun.of((Object[]) ("calibrate " + options).split(" ")).refusal());
    }

    @Test
    void nobodysOwnFileIsReplaced() throws IOException {
        Path own = Files.writeString(scratch.resolve("own.toml"), "based-on = \"lanai-33\"\n");
        assertEquals("--profile-out " + own + ": that is a file of somebody's own; name another one (see spine calibrate --help)",
            CommandRun.of("calibrate", "--profile-out", own).refusal());
        assertEquals("based-on = \"lanai-33\"\n", Files.readString(own));
        Path binary = Files.write(scratch.resolve("binary.toml"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1});
        assertTrue(CommandRun.of("calibrate", "--profile-out", binary).refusal().contains("somebody's own"));
        Path directory = Files.createDirectory(scratch.resolve("directory.toml"));
        assertTrue(CommandRun.of("calibrate", "--profile-out", directory).refusal().startsWith("" + directory), "one line");
    }
}
