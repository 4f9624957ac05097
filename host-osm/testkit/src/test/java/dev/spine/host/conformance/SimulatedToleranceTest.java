package dev.spine.host.conformance;

/** The simulated IOP against the list of tolerances. */
class SimulatedToleranceTest extends ToleranceSuite {
    @Override
    protected ConformanceTarget switchOn() {
        return new SimulatedTarget();
    }
}
