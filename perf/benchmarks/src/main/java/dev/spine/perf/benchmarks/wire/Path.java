package dev.spine.perf.benchmarks.wire;

/** One way for packets from A to B. Made, run and closed by one thread; while it runs, its work is done on threads of its own. */
interface Path extends AutoCloseable {
    /** What the user calls it. */
    String name();

    /** The interface in A that packets are given to. */
    String entry();

    /** The interface in B where they come out. */
    String exit();

    /** Lets packets pass from now on; ends at once. */
    void start();

    /** Lets none pass any more, and waits for its threads. */
    void stop();

    /** Where a packet is addressed to; those of all paths but the kernel's router pass it on as it is. */
    default long destination() {
        return FAR;
    }

    @Override
    void close();

    /** An address that nothing in B has: B counts its packets and drops them at its door. */
    long FAR = 0x02_00_00_00_00_77L;
}
