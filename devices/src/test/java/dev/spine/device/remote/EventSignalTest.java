package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventSignalTest {
    @ParameterizedTest
    @ValueSource(strings = {"amd64", "x86_64", "aarch64"})
    void aProcessorThatIsKnownIsNotTheReasonForNoSignals(String processor) {
        assertTrue(EventSignal.whyClosed(processor).contains("fs.aio-max-nr"));
    }

    @Test
    void anotherProcessorIsNamedInOneLine() {
        String why = EventSignal.whyClosed("riscv64");
        assertEquals(1, why.lines().count());
        assertTrue(why.contains("riscv64") && why.contains("x86-64 and aarch64"), why);
    }
}
