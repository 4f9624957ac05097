package dev.spine.system.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void whereThereIsNoTerminalThereIsAPlainLineEachTenSeconds() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long[] now = {5 * SECOND_NS};
        Progress progress = Progress.inLines(new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> now[0]);
        for (int second = 0; second < 25; second++) {
            progress.show("path " + second);
            progress.clear();
            now[0] += SECOND_NS;
        }
        assertEquals(List.of("spine: 10 s: path 10", "spine: 20 s: path 20"), bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
