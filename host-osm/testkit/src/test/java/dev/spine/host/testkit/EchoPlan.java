package dev.spine.host.testkit;

/** A card with an echo device and a driver for it. */
public final class EchoPlan implements NodePlan {
    @Override
    public TestNodeBuilder plan(TestNodeBuilder node) {
        return node.simulated("card", new EchoDevice()).offering(EchoDriver.class, EchoDriver::new);
    }
}
