package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecCommandTest {
    private static final String DATA = "command/src/test/resources/dev/spine/command/conformance/";
    private static final Path NAMES = CommandRun.resource(DATA + "public-names.txt");
    private static final Path REASONS = CommandRun.resource(DATA + "names-not-printed.txt");

    @Test
    void everyPublicNameIsPrintedOrListedWithAReason() throws IOException {
        Set<String> printed = new HashSet<>();
        for (String line : CommandRun.of("spec", "--tsv").succeeded().out().lines().toList()) {
            printed.add(line.substring(line.lastIndexOf('\t') + 1));
        }
        List<String> reasons = Files.readAllLines(REASONS).stream().filter(line -> !line.startsWith("#")).map(line -> line.split("\t")[0])
            .toList();
        List<String> missing = new ArrayList<>();
        for (String name : Files.readAllLines(NAMES)) {
            if (printed.contains(name) == reasons.contains(name)) {
                missing.add(name);
            }
        }
        assertEquals(List.of(), missing, "neither printed nor listed, or both");
    }

    @Test
    void everyLineOfTheTsvHasItsColumns() {
        for (String line : CommandRun.of("spec", "--tsv").succeeded().out().lines().toList()) {
            String[] cells = line.split("\t", -1);
            assertEquals(cells[0].equals("constant") ? 4 : 6, cells.length, line);
            if (cells.length == 6) {
                assertTrue(Integer.parseInt(cells[2]) >= 0 && Integer.parseInt(cells[3]) < 32 && Integer.parseInt(cells[4]) > 0, line);
            } else {
                assertTrue(Long.decode(cells[2]) >= 0, line);
            }
        }
    }

    @Test
    void aFieldIsPrintedWithItsPlaceAndPublicName() {
        List<String> lines = CommandRun.of("spec", "--tsv").succeeded().out().lines().toList();
        assertTrue(lines.contains("UtilClaim\tClaimFlags\t16\t0\t16\tI2O_UTIL_CLAIM_MESSAGE.ClaimFlags"));
        assertTrue(lines.contains("constant\tFunction.EXEC_LCT_NOTIFY\t0xA2\tI2O_EXEC_LCT_NOTIFY"));
    }

    @Test
    void peopleGetTablesUnderHeadings() {
        String out = CommandRun.of("spec").succeeded().out();
        assertTrue(out.contains("ExecSysTabSet: request, function 0xA3, class 0x000 EXECUTIVE, 24 bytes"), out);
        assertTrue(out.contains("\nParameter groups\n================\n"), out);
    }
}
