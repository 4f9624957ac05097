package dev.spine.extension.runtime.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every attack that begins with one message to a live card, beside a neighbour of another user: it ends by a quota or by itself, its
 * processor time is in proportion to its fuel, it allocates and holds no more than twice its quotas, the process does not grow, and the
 * card answers.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class AttackTest {
    private Attacks attacks = Attacks.none();

    static List<String> names() {
        return List.copyOf(AttackSources.all().keySet());
    }

    @BeforeAll
    void attack() throws IOException, InterruptedException {
        attacks = Attacks.run(String.join("|", names()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void takesOfTheCardWhatItPaysFor(String name) {
        assertEquals("", attacks.wrong(name));
    }

    @Test
    void moreThanHundredAndFiftyAreLoaded() {
        assertFalse(attacks.reports().values().stream().filter(report -> !report.isRefused()).count() < 150);
    }
}
