package dev.spine.host.conformance;

/** The simulated IOP against the table of states and messages. */
class SimulatedStateTableTest extends StateTableSuite {
    @Override
    protected ConformanceTarget switchOn() {
        return new SimulatedTarget();
    }
}
