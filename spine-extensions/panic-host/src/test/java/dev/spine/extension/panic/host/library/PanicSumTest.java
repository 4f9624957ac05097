package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.harness.HarnessEngine;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first program of docs/panic.md does what the page says. */
class PanicSumTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", "../.."), "docs/panic.md");
    private static final String BEGIN = "```pdl\n";

    @ParameterizedTest
    @EnumSource
    void theFirstProgramAddsAndSetsItsFlag(HarnessEngine engine) throws IOException {
        String page = Files.readString(PAGE);
        int at = page.indexOf(BEGIN) + BEGIN.length();
        String text = page.substring(at, page.indexOf("```", at));
        try (OneCard node = new OneCard(engine)) {
            PanicControl control = node.panic.control();
            PanicSegment segment = node.panic.segment(3, 64);
            node.panic.load(TestNodes.compile(text));
            node.panic.run(7);
            for (int i = 1; i <= 2; i++) {
                node.panic.send(7, 1, 42);
                node.awaitFlag(control, 1);
                control.clearFlag(1);
                assertEquals(42 * i, segment.memory().get(ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 0));
            }
            node.panic.unload(7);
        }
    }
}
