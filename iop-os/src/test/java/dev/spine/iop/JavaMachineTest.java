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
        List<String> told = new ArrayList<>();
        JavaMachine.tell(false, told::add);
        assertEquals(List.of(), told);
        JavaMachine.tell(true, told::add);
        assertEquals(1, told.size());
        assertTrue(told.getFirst().contains("-XX:-OmitStackTraceInFastThrow"), told.getFirst());
        assertFalse(told.getFirst().contains("\n"));
    }
}
