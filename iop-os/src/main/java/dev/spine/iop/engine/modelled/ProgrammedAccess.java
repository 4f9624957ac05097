package dev.spine.iop.engine.modelled;

/** A processor's own access to another bus agent's memory or registers, as one number that an event can carry. */
final class ProgrammedAccess {
    private static final int BY_SHIFT = 32;
    private static final int TO_SHIFT = 48;
    private static final int BUS_AGENT_MASK = 0x7FFF;

    private ProgrammedAccess() {}

    /** So many bytes, at least 0, by the processor of one bus agent at another. */
    static long of(int bytes, int by, int to) {
        return bytes | (long) (by & BUS_AGENT_MASK) << BY_SHIFT | (long) (to & BUS_AGENT_MASK) << TO_SHIFT;
    }

    static int bytes(long access) {
        return (int) access;
    }

    static int by(long access) {
        return (int) (access >>> BY_SHIFT) & BUS_AGENT_MASK;
    }

    static int to(long access) {
        return (int) (access >>> TO_SHIFT) & BUS_AGENT_MASK;
    }
}
