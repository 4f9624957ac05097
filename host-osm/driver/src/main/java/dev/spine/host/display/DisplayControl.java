package dev.spine.host.display;

import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.IopEventListener;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.display.DisplayEvent;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.DisplayGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterRow;
import java.util.HashMap;
import java.util.Map;

/**
 * The control side of a display: what it has counted, and its events. For its primary user beside {@link DisplayOsm}, and for management
 * users, who claim it by {@link HostDriver#claim(IopDriver, int, int, int)} and may read and listen.
 *
 * <p>Host agent's thread. What the display refuses fails as {@link HostException}, whose message says what.
 */
public final class DisplayControl {
    private static final int EVENTS = DisplayEvent.GRANTS_REVOKED | EventIndicator.DEVICE_RESET;
    private static final int WINDOW_WORD = 5;
    private static final int GRANTS_WORD = 6;

    private final HostDriver driver;
    private final IopDriver iop;
    private final int tid;
    private final Map<DisplayListener, IopEventListener> listeners = new HashMap<>();

    /**
     * The control of a display.
     *
     * @param driver the host's driver
     * @param iop the IOP of the display
     * @param tid the display there
     */
    public DisplayControl(HostDriver driver, IopDriver iop, int tid) {
        this.driver = driver;
        this.iop = iop;
        this.tid = tid;
    }

    /** {@return what the display has counted} */
    public Pending<DisplayStatistics> statistics() {
        return driver.paramsGet(iop, tid, new OperationList().fieldGet(DisplayGroups.STATISTICS)).map(results -> {
            if (results.blocks().isEmpty() || results.blocks().getFirst().status() != BlockStatus.SUCCESS) {
                throw new HostException(iop.name() + ": the display does not tell its group " + DisplayGroups.STATISTICS);
            }
            ParameterRow row = DisplayGroups.STATISTICS.readScalar(results.blocks().getFirst().data());
            return new DisplayStatistics(row.number("Puts"), row.number("RunsPut"), row.number("RunsRefused"), row.number("PacketsPut"),
                row.number("PacketsRefused"), row.number("BytesPulled"), row.number("BytesConverted"), row.number("TransfersRefused"),
                row.number("TimesHeld"), row.number("RequestsRefused"), row.number("WindowChanges"), row.number("GrantsGiven"),
                row.number("GrantsRevoked"));
        });
    }

    /**
     * Listens for events of the display. A reset of the IOP ends it.
     *
     * @param listener is notified of them
     * @return done when the registration has left
     */
    public Pending<Boolean> listen(DisplayListener listener) {
        IopEventListener adapter = listeners.computeIfAbsent(listener, DisplayControl::adapter);
        return driver.listen(iop, tid, EVENTS, adapter);
    }

    /**
     * Ends {@link #listen}.
     *
     * @param listener what listened
     * @return done when the display has been told
     */
    public Pending<Boolean> ignore(DisplayListener listener) {
        IopEventListener adapter = listeners.remove(listener);
        return adapter == null ? Pending.of(Boolean.TRUE) : driver.ignore(iop, tid, adapter);
    }

    private static IopEventListener adapter(DisplayListener listener) {
        return (_, indicator, report) -> {
            if (indicator == DisplayEvent.GRANTS_REVOKED) {
                listener.onRevoked(report.wordOrZero(WINDOW_WORD), report.wordOrZero(GRANTS_WORD));
            } else {
                listener.onReset();
            }
        };
    }
}
