package dev.spine.device.os.netlink;

import dev.spine.device.os.netlink.KernelEvent.Kind;

/** Is notified of what a {@link KernelWatch} finds out; called on the thread that polls it. */
public interface KernelListener {
    /**
     * A table is told from its beginning. It may begin again before it has ended.
     *
     * @param kind the table
     */
    void begins(Kind kind);

    /**
     * What there is, or what has changed.
     *
     * @param event of a table that is being told: always {@link KernelEvent.Change#SET}
     */
    void on(KernelEvent event);

    /**
     * A table has been told.
     *
     * @param kind the table
     * @param complete true: what was not told of since it began is gone. False: the table changed so fast that something may have been
     *     missed; nothing is known to be gone, and it is told again soon
     */
    void ends(Kind kind, boolean complete);

    /** What came while tables were read has been told: an event before this one may be older than what the tables had. */
    default void caughtUp() {
        // Nothing to do for who takes each event as it comes.
    }
}
