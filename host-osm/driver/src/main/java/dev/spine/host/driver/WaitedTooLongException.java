package dev.spine.host.driver;

/** An IOP did not do in time what a host waits for in memory: a status block, a status word, a free frame. */
final class WaitedTooLongException extends HostException {
    private static final long serialVersionUID = 1;

    WaitedTooLongException(String iop, String what, long waitedNs) {
        super(iop + ": waited " + waitedNs / 1_000_000 + " ms for " + what);
    }
}
