package dev.spine.extension.panic.host.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Texts that are no programs, in pdl/wrong.txt: a line with three dashes says what is wrong, then comes the text, then behind arrows all
 * that is to be said of it, and no more.
 */
class WrongProgramsTest {
    private static final String BEGIN = "--- ";
    private static final String SAID = "==> ";

    record Case(String what, String text, List<String> said) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(WrongProgramsTest.class.getResourceAsStream("/pdl/wrong.txt"))) {
            for (String part : Splitter.on(BEGIN).split(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
                if (!part.isEmpty()) {
                    List<String> lines = part.lines().toList();
                    StringBuilder text = new StringBuilder();
                    lines.stream().skip(1).filter(line -> !line.startsWith(SAID)).forEach(line -> text.append(line).append('\n'));
                    cases.add(new Case(lines.getFirst(), text.toString(),
                        lines.stream().filter(line -> line.startsWith(SAID)).map(line -> line.substring(SAID.length())).toList()));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachMistakeIsToldOnceWithItsPlace(Case wrong) {
        PdlText read = PdlText.read(wrong.text());
        assertEquals(wrong.said(), read.findings().stream().map(Finding::toString).toList());
        assertTrue(read.program().isEmpty());
    }
}
