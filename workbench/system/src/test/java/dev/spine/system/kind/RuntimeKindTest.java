package dev.spine.system.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a system file says of a runtime. */
class RuntimeKindTest {
    private static RuntimeKind.Spec read(String keys) {
        return (RuntimeKind.Spec) SpineComponent.create().systemFile().read("a.toml", """
            name = "test"

            [[iop]]
            name = "card"

            [[iop.device]]
            kind = "runtime"
            %s
            """.formatted(keys)).iops().getFirst().devices().getFirst().spec();
    }

    @Test
    void aWindowIsSixteenFramesUnlessTheFileSaysOtherwise() {
        assertEquals(16, read("").window());
        assertEquals(64, read("window = 64").window());
        assertEquals(1, read("window = 1").window());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "65", "128", "-1", "\"big\""})
    void anotherWindowIsAnErrorWithItsPlace(String window) {
        String message = String.valueOf(assertThrows(SystemFileException.class, () -> read("window = " + window)).getMessage());
        assertTrue(message.startsWith("a.toml:8:") && message.contains("window"), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void answersLeaveAtOnceUnlessTheFileSaysOtherwise() {
        assertEquals(0, read("").answerDelayNs());
        assertEquals(1_000_000, read("answer-delay-us = 1000").answerDelayNs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "10001", "\"long\""})
    void anotherDelayIsAnErrorWithItsPlace(String delay) {
        String message = String.valueOf(assertThrows(SystemFileException.class, () -> read("answer-delay-us = " + delay)).getMessage());
        assertTrue(message.startsWith("a.toml:8:") && message.contains("answer-delay-us"), message);
    }
}
