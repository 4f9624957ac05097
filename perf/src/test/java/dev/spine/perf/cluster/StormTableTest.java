package dev.spine.perf.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("SS-56")
class StormTableTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", ".."), "docs/comparisons.md");
    private static final int SEEDS = 3;
    private static final int THREADS = 2;

    @Test
    void thePageHasTheHeading() throws IOException {
        assertTrue(Files.readString(PAGE).contains(StormTable.heading()));
    }

    @ParameterizedTest
    @MethodSource("dev.spine.perf.cluster.StormTable#plans")
    @Tag("full")
    void thePageHasWhatTheModelSays(StormPlan plan) throws IOException {
        String row = StormTable.row(plan, ProfileFile.find("lanai-33"), SEEDS, THREADS);
        assertTrue(Files.readString(PAGE).contains(row), () -> PAGE + " lacks (perf/bench cluster.StormBench prints all): " + row);
    }
}
