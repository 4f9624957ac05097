package dev.spine.host.driver;

import dev.spine.i2o.table.LogicalConfigurationTable;

/**
 * Is notified how IOPs and their devices come and go. Called on the host agent's thread.
 *
 * <p>After a boot or a restart {@link #onOperational} tells of the IOP as a whole; devices are told one by one only when they come or go
 * later.
 */
public interface ConfigurationListener {
    /**
     * An IOP is in operation, for the first time or again; its table is in {@link HostDriver#report}.
     *
     * @param iop the IOP; nobody has claimed anything there
     */
    default void onOperational(IopDriver iop) {
        // Whoever only follows single devices has nothing to do.
    }

    /** An IOP is out of operation: it was reset, or is about to be shut down. Every request to it has failed or is about to. */
    default void onLost(IopDriver iop) {
        // Whoever has requests there is told by them.
    }

    /**
     * An IOP is about to be taken out of operation in an orderly way: the time to flush, and to release what was claimed.
     *
     * @param iop the IOP, still in operation
     * @return done when it may go on; a failure is passed over
     */
    default Pending<Boolean> beforeShutdown(IopDriver iop) {
        return Pending.of(Boolean.TRUE);
    }

    /**
     * A device has come.
     *
     * @param device its entry
     */
    default void onArrived(IopDriver iop, LogicalConfigurationTable.Entry device) {
        // Whoever has found its device does not look for others.
    }

    /**
     * A device has gone. What is posted to it is answered by the IOP with a failure.
     *
     * @param device the entry that it had
     */
    default void onGone(IopDriver iop, LogicalConfigurationTable.Entry device) {
        // Whoever has requests there is told by them.
    }
}
