package dev.spine.host.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.catalogue.Catalogue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table itself: that nothing is left out, and that it finds what is wrong. */
class StateTableTest {
    @Test
    void everyFunctionOfTheExecutiveAndOfAllObjectsStandsInTheTable() {
        Set<Integer> wanted = new TreeSet<>();
        for (MessageKind<?> kind : Catalogue.kinds()) {
            boolean common = kind.deviceClass() == DeviceClass.EXECUTIVE || kind.deviceClass() == DeviceClass.ANY;
            if (common && kind.role() == MessageKind.Role.REQUEST && kind.function() >= 0 && kind.function() <= 0xDF) {
                wanted.add(kind.function());
            }
        }
        Set<Integer> found = new TreeSet<>();
        for (StateCell cell : StateTable.cells()) {
            RegisterHost host = new RegisterHost(new SimulatedTarget());
            found.add(cell.words().of(host, 0)[1] >>> 24);
        }
        found.retainAll(wanted);
        assertEquals(wanted, found);
    }

    @Test
    void everyMessageStandsInTheTableOnceForEachState() {
        Set<String> cells = new HashSet<>();
        Map<String, Integer> states = new HashMap<>();
        for (StateCell cell : StateTable.cells()) {
            assertTrue(cells.add(cell.name()), cell.name());
            states.merge(cell.message() + cell.receiver(), 1, Integer::sum);
        }
        // What only peers ask has no cell in HOLD.
        states.forEach((message, count) -> assertEquals(message.contains("of a host") ? 4 : 5, count, message));
    }

    @Test
    void aDifferentAnswerIsFound() {
        StateCell right = StateTable.cells().stream()
            .filter(cell -> cell.message().equals("ExecSysEnable") && cell.state() == IopState.HOLD).findFirst().orElseThrow();
        StateCell wrong = new StateCell(right.state(), right.message(), right.receiver(), right.words(), Expected.DONE, right.after());
        NonconformanceError found = assertThrows(NonconformanceError.class, () -> wrong.check(new SimulatedTarget()));
        assertTrue(String.valueOf(found.getMessage()).contains("expected"), found::toString);
    }
}
