package dev.spine.host.testkit.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What the extension gives to tests, and how it fails those that leave something behind. */
class SpineExtensionTest {
    /** Runs a class and returns the messages of its failed tests. */
    private static List<String> failuresOf(Class<?> subject) {
        List<String> failures = new ArrayList<>();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(subject))
            .build(), new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    result.getThrowable().ifPresent(thrown -> failures.add(thrown.getClass().getSimpleName() + ": " + thrown.getMessage()));
                }
            });
        return failures;
    }

    private static String onlyFailureOf(Class<?> subject) {
        List<String> failures = failuresOf(subject);
        assertEquals(1, failures.size(), () -> subject.getSimpleName() + " fails once: " + failures);
        return failures.getFirst();
    }

    private static void assertTells(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "'" + part + "' is in:\n" + message);
        }
    }

    @Test
    void passesATestThatGivesEverythingBack() {
        assertEquals(List.of(), failuresOf(SubjectsOfTests.Clean.class));
    }

    @Test
    void failsATestThatTakesARequestFrameAndDoesNotPostIt() {
        assertTells(onlyFailureOf(SubjectsOfTests.TakesAFrame.class),
            "LeakError", "IOP 'card'", "request frame", "neither posted nor put back",
            "TakesAFrame.takes(SubjectsOfTests.java:");
    }

    @Test
    void failsATestThatLeavesAClaim() {
        assertTells(onlyFailureOf(SubjectsOfTests.LeavesAClaim.class),
            "claim of TID 0x008", "was not released", "LeavesAClaim.claims(");
    }

    @Test
    void failsATestThatLeavesARegistration() {
        assertTells(onlyFailureOf(SubjectsOfTests.LeavesARegistration.class),
            "registration for events of TID 0x008", "LeavesARegistration.registers(",
            "standing context 0x", "was not released",
            "its handler is a lambda of dev.spine.host.testkit.junit.SubjectsOfTests$LeavesARegistration");
    }

    @Test
    void failsATestThatEndsBeforeItsAnswer() {
        assertTells(onlyFailureOf(SubjectsOfTests.LeavesARequest.class),
            "request was not answered: request 0x90 to TID 0x008", "LeavesARequest.asks(",
            "request frame", "did not come back from the IOP");
    }

    @Test
    void sharedNodeIsCheckedAfterEachTest() {
        assertTells(onlyFailureOf(SubjectsOfTests.SharesANode.class), "claim of TID 0x008", "SharesANode.claims(");
    }

    @Test
    void saysWhatTheScriptExpectedBeforeWhatTheTestSaysItself() {
        assertTells(onlyFailureOf(SubjectsOfTests.AsksForAnother.class), "ScriptMismatchError", "! word 4", "expected 7", "was 8",
            "and so the test failed");
    }

    @Test
    void failsATestThatDoesLessThanItsScriptSays() {
        assertTells(onlyFailureOf(SubjectsOfTests.DoesNothing.class), "expected what never came", "function 0x90, 2 times");
    }

    @Test
    void framesThatTheScriptKeepsAreNoLeak() {
        assertEquals(List.of(), failuresOf(SubjectsOfTests.MeetsSilence.class));
    }

    @Test
    void saysHowARecordingIsMadeIfThereIsNone() {
        assertTells(onlyFailureOf(SubjectsOfTests.HasNoRecording.class),
            "no recording recordings/HasNoRecording.runs.card.txt", "-Dspine.record=");
    }
}
