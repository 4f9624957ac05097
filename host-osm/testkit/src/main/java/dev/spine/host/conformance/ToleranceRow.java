package dev.spine.host.conformance;

/**
 * One quirk of public drivers that an IOP has to bear. Immutable; any thread.
 *
 * @param number its number in the list of tolerances
 * @param drivers who has it, by the letters of the list: L24, L26 (Linux), N (NetBSD), S (OpenSolaris), F (FreeBSD), DPT, RC (RedCreek)
 * @param quirk what the driver does
 * @param check does it to an IOP that was just switched on, and looks at what comes
 */
public record ToleranceRow(int number, String drivers, String quirk, Check check) {
    /** Does what a driver does. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks one row.
         *
         * @param host a host of an IOP that was just switched on
         * @return false when the target lacks the device that the row is about: nothing was checked
         */
        boolean of(RegisterHost host);
    }

    /** {@return a name for reports, for example {@code 1 (N): OutboundInit with SGL offset 0}} */
    public String name() {
        return number + " (" + drivers + "): " + quirk;
    }
}
