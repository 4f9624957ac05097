package dev.spine.host.testkit;

/**
 * Says what is in a test's node. Named by {@link dev.spine.host.testkit.junit.SpineSystem}, it has a constructor without parameters.
 * The test's thread.
 *
 * <pre>{@code
 * final class EchoPlan implements NodePlan {
 *     @Override
 *     public TestNodeBuilder plan(TestNodeBuilder node) {
 *         return node.simulated("card", new EchoDevice()).offering(EchoDriver.class, EchoDriver::new);
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface NodePlan {
    /**
     * Adds IOPs and what else the tests need.
     *
     * @param node an empty node; engine and kind of IOPs are set
     * @return the same
     */
    TestNodeBuilder plan(TestNodeBuilder node);
}
