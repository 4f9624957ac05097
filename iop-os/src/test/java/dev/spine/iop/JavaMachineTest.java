package dev.spine.iop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What authors are told of the Java machine that runs their tests. */
class JavaMachineTest {
    @Test
    void optionOfThisProcessIsSeen() {
        boolean given = ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-XX:-OmitStackTraceInFastThrow");
        assertEquals(!given, JavaMachine.leavesOutStackTraces());
    }

    @Test
    void machineThatLeavesThemOutIsOneLine() {
        List<String> notified = new ArrayList<>();
        JavaMachine.notify(false, notified::add);
        assertEquals(List.of(), notified);
        JavaMachine.notify(true, notified::add);
        assertEquals(1, notified.size());
        assertTrue(notified.getFirst().contains("-XX:-OmitStackTraceInFastThrow"), notified.getFirst());
        assertFalse(notified.getFirst().contains("\n"));
    }
}
