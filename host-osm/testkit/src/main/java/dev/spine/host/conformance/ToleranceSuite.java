package dev.spine.host.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The list of tolerances as tests, one for each row; used as {@link StateTableSuite} is. The test's thread. */
public abstract class ToleranceSuite {
    /** For subclasses. */
    protected ToleranceSuite() {
        // Nothing to keep: each row has its own target.
    }

    /** {@return an IOP that was just switched on, for one row} */
    protected abstract ConformanceTarget switchOn();

    /** {@return a test for each row; one about a device that the target lacks is skipped by name} */
    @TestFactory
    public Stream<DynamicTest> tolerances() {
        return ToleranceList.rows().stream().map(row -> DynamicTest.dynamicTest(row.name(), () -> {
            try (ConformanceTarget target = switchOn()) {
                Assumptions.assumeTrue(row.check().of(new RegisterHost(target)), "the target lacks the device that this row is about");
            }
        }));
    }
}
