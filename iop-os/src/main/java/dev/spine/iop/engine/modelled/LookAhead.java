package dev.spine.iop.engine.modelled;

import static com.google.common.base.Preconditions.checkArgument;

/** How long what goes from one node to another takes at least: the shortest frame on the fastest wire between nodes. */
final class LookAhead {
    private String wire = "";
    private long ps = VirtualTime.NEVER;

    /** A wire joins two nodes. While the system is built. */
    void shorten(String name, long leastNs) {
        checkArgument(leastNs >= 0, "wire '%s' takes %s ns", name, leastNs);
        long leastPs = leastNs * VirtualTime.PS_PER_NS;
        if (leastPs < ps) {
            ps = leastPs;
            wire = name;
        }
    }

    /** Whether no wire joins any two nodes. */
    boolean isEndless() {
        return ps == VirtualTime.NEVER;
    }

    /** In picoseconds; {@link VirtualTime#NEVER} when no wire joins any two nodes. */
    long ps() {
        return ps;
    }

    /** As a part of a sentence. */
    @Override
    public String toString() {
        return isEndless() ? "no wire joins any two nodes"
            : "the fastest wire between two nodes, '" + wire + "', takes " + ps / VirtualTime.PS_PER_NS + " ns";
    }
}
