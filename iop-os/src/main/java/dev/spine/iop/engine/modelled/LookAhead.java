package dev.spine.iop.engine.modelled;

import static com.google.common.base.Preconditions.checkArgument;

/** How long what goes from one node to another takes at least: the shortest frame on the fastest wire between nodes. */
final class LookAhead {
    private String wire = "";
    private long ps = ModelledContext.NEVER;

    /** A wire joins two nodes. While the system is built. */
    void shorten(String name, long leastNs) {
        checkArgument(leastNs >= 0, "wire '%s' takes %s ns", name, leastNs);
        long leastPs = leastNs * ModelledEngine.PS_PER_NS;
        if (leastPs < ps) {
            ps = leastPs;
            wire = name;
        }
    }

    /** Whether no wire joins any two nodes. */
    boolean isEndless() {
        return ps == ModelledContext.NEVER;
    }

    /** In picoseconds; {@link ModelledContext#NEVER} when no wire joins any two nodes. */
    long ps() {
        return ps;
    }

    /** As a part of a sentence. */
    @Override
    public String toString() {
        return isEndless() ? "no wire joins any two nodes"
            : "the fastest wire between two nodes, '" + wire + "', takes " + ps / ModelledEngine.PS_PER_NS + " ns";
    }
}
