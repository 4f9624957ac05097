package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance programs, loaded onto cards by the library, give their stated results. */
class ConformanceOnCardsTest {
    private static final int BOUNCE = 7;
    private static final int ECHO = 415;

    @ParameterizedTest
    @EnumSource
    void pingExchangesAHundredMessagesWithEchoShowsTheirTimesAndStops(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard first = nodes.cards.get(0);
            PanicCard second = nodes.cards.get(1);
            PanicControl control = first.control();
            assertEquals(BOUNCE, first.load(nodes.example("bounce", 1), BOUNCE));
            assertEquals(ECHO, second.load(nodes.example("echo", 0)));
            second.run(ECHO);
            first.run(BOUNCE);
            nodes.network.card(0).extension().awaitCounter("activations", 101);
            nodes.network.settle();
            List<DisplayedValue> shown = control.takeDisplayed();
            assertEquals(200, shown.size());
            assertTrue(shown.stream().allMatch(each -> each.program() == BOUNCE));
            for (int i = 0; i < shown.size(); i += 2) {
                assertTrue(shown.get(i + 1).value() - shown.get(i).value() > 0, "an answer comes after its question");
            }
            ProgramListing bounce = first.program(BOUNCE);
            assertEquals("Bounce", bounce.name());
            assertEquals(ProgramState.STOPPED, bounce.state());
            assertEquals(Fault.NONE, bounce.fault());
            assertEquals(101, second.program(ECHO).activations());
            first.close();
        }
    }
}
