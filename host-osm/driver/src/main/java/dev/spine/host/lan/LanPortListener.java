package dev.spine.host.lan;

/** Is notified of events of a LAN port. Called on the host agent's thread. */
public interface LanPortListener {
    /**
     * The link has come or gone.
     *
     * @param state whether packets can pass now
     */
    default void onLink(LanLink.State state) {
        // What is sent while the link is down fails, which its sender hears anyway.
    }

    /**
     * The state of the port has changed.
     *
     * @param state a value of {@link dev.spine.i2o.param.LanGroups.DeviceState}
     */
    default void onState(int state) {
        // Buckets that come back and packets that fail are told to those whom they concern.
    }
}
