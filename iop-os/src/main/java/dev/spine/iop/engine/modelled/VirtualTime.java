package dev.spine.iop.engine.modelled;

/** Virtual time in picoseconds, a {@code long}. */
final class VirtualTime {
    static final long PS_PER_NS = 1_000;
    /** No such time. */
    static final long NEVER = Long.MAX_VALUE;

    private VirtualTime() {}
}
