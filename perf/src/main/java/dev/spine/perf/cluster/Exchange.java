package dev.spine.perf.cluster;

/** Nodes that were built and exchange messages once, as a {@link ClusterPlan} says. To be used by one thread. */
public interface Exchange extends AutoCloseable {
    /**
     * Runs the exchange to its end.
     *
     * @param threads how many execute nodes
     * @param sliceNs after how much virtual time it is looked whether it has ended
     * @return what came of it
     */
    Cluster.Outcome runToEnd(int threads, long sliceNs);

    /**
     * Looks whether everything came about as planned, and whether the laws of conservation hold. Not part of what is measured.
     *
     * @throws IllegalStateException when not; the message says what
     */
    void verify();

    @Override
    void close();
}
