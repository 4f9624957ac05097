package dev.spine.iop.engine.modelled;

/** Lines that one user has at a time, in the order in which they ask; with an account of the time. Times in picoseconds. */
final class BusLink {
    private long freeAtPs;
    private long grantedPs;
    private long idlePs;

    /** Takes the lines as soon as they are free and returns when they will be released. */
    long take(long nowPs, long durationPs) {
        long start = Math.max(nowPs, freeAtPs);
        idlePs += start - freeAtPs;
        freeAtPs = start + durationPs;
        grantedPs += durationPs;
        return freeAtPs;
    }

    /** When the lines are free, as things stand. */
    long freeAtPs() {
        return freeAtPs;
    }

    /** For how long the lines were given away, part of which may lie ahead. */
    long grantedPs() {
        return grantedPs;
    }

    /** For how long somebody had them. */
    long heldPs(long nowPs) {
        return grantedPs - Math.max(0, freeAtPs - nowPs);
    }

    /** For how long nobody had them. */
    long idlePs(long nowPs) {
        return idlePs + Math.max(0, nowPs - freeAtPs);
    }
}
