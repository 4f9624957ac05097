package dev.spine.host.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The table of states and messages as tests, one for each cell. The test's thread.
 *
 * <pre>{@code
 * class MyIopStates extends StateTableSuite {
 *     @Override
 *     protected ConformanceTarget switchOn() {
 *         return new MyIop();
 *     }
 * }
 * }</pre>
 */
public abstract class StateTableSuite {
    /** For subclasses. */
    protected StateTableSuite() {
        // Nothing to keep: each cell has its own target.
    }

    /** {@return an IOP that was just switched on, for one cell} */
    protected abstract ConformanceTarget switchOn();

    /** {@return a test for each cell; one whose state the target cannot be brought into is skipped by name} */
    @TestFactory
    public Stream<DynamicTest> statesAndMessages() {
        return StateTable.cells().stream().map(cell -> DynamicTest.dynamicTest(cell.name(), () -> {
            try (ConformanceTarget target = switchOn()) {
                Assumptions.assumeTrue(cell.check(target), () -> "the target cannot be brought to " + cell.state() + ", or has no device");
            }
        }));
    }
}
