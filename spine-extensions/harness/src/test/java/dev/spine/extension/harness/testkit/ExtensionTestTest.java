package dev.spine.extension.harness.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.spine.extension.harness.LeakError;
import dev.spine.extension.harness.SimulatedCard;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import sample.counting.Counting;

class ExtensionTestTest {
    @ExtensionTest(Counting.class)
    static class Passing {
        @Test
        void asksTheCard(SimulatedCard card) {
            card.send(1, 1);
            assertEquals(2, card.awaitHostMessage(5).word(1));
        }
    }

    @ExtensionTest(Counting.class)
    static class Leaking {
        @Test
        void leavesABuffer(SimulatedCard card) {
            card.send(4);
            card.settle();
        }
    }

    @ExtensionTest(Counting.class)
    static class Failing {
        @Test
        void isWrong(SimulatedCard card) {
            card.send(1, 1);
            card.settle();
            Assertions.fail("wrong");
        }
    }

    private static TestExecutionSummary run(Class<?> test) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(test)).build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    private static Throwable failure(Class<?> test) {
        List<TestExecutionSummary.Failure> failures = run(test).getFailures();
        assertEquals(1, failures.size(), "one test fails");
        return failures.getFirst().getException();
    }

    @Test
    void testsGetTheirCard() {
        assertEquals(1, run(Passing.class).getTestsSucceededCount());
    }

    @Test
    void whatATestLeavesFailsIt() {
        assertTrue(failure(Leaking.class) instanceof LeakError);
    }

    @Test
    void failuresTellWhatTheExtensionDidUpToThem() {
        Throwable failure = failure(Failing.class);
        assertEquals("wrong", failure.getMessage());
        assertTrue(failure.getSuppressed()[0].getMessage().contains("instance 1, handler 1: SMALL, words 1"),
            failure.getSuppressed()[0].getMessage());
    }
}
