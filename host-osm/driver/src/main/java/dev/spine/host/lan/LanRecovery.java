package dev.spine.host.lan;

import dev.spine.host.driver.ConfigurationListener;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;

/**
 * Keeps a port open over the lives of its IOP: opens it again after a restart, and closes it before a shutdown, so that all buckets are
 * back.
 *
 * <p>Packets under way when the IOP is reset are told to the listeners of the port as lost; the port is opened with the settings that it
 * had. Host agent's thread.
 */
public final class LanRecovery implements ConfigurationListener {
    private final LanOsm osm;
    private final IopDriver iop;
    private boolean lost;
    private long reopened;

    /**
     * Watches over a port from now on.
     *
     * @param driver the host's driver
     * @param iop the IOP of the port
     * @param osm the port
     */
    public LanRecovery(HostDriver driver, IopDriver iop, LanOsm osm) {
        this.osm = osm;
        this.iop = iop;
        driver.addConfigurationListener(this);
    }

    /** {@return how often the port was opened again} */
    public long reopened() {
        return reopened;
    }

    @Override
    public void onLost(IopDriver gone) {
        lost |= gone == iop && osm.isOpen();
    }

    @Override
    public void onOperational(IopDriver back) {
        if (back == iop && lost && !osm.isOpen()) {
            lost = false;
            osm.open().whenDone(opened -> {
                if (opened.failure() == null) {
                    reopened++;
                } else {
                    lost = true;
                }
            });
        }
    }

    @Override
    public Pending<Boolean> beforeShutdown(IopDriver leaving) {
        return leaving == iop && osm.isOpen() ? osm.close().map(_ -> Boolean.TRUE) : Pending.of(Boolean.TRUE);
    }
}
