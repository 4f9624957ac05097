package dev.spine.host.conformance;

import org.junit.jupiter.api.Tag;

/** The simulated IOP against the table of states and messages. */
@Tag("SO-23")
class SimulatedStateTableTest extends StateTableSuite {
    @Override
    protected ConformanceTarget switchOn() {
        return new SimulatedTarget();
    }
}
