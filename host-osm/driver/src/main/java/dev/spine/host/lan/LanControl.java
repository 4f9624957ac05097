package dev.spine.host.lan;

import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.IopEventListener;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSuspend;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ResultList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The control side of a LAN port: filters, multicast addresses, link, statistics, events, reset. For its primary user beside
 * {@link LanOsm}, and for management users, who claim it by {@link HostDriver#claim(IopDriver, int, int, int)} and may read and listen.
 *
 * <p>Host agent's thread. What the port refuses fails as {@link HostException}, whose message says what.
 *
 * <p>Source: I2O 1.5 LAN class, groups 0x0000 to 0x0100 and its events.
 */
public final class LanControl {
    private static final int EVENT_LINK_DOWN = 0x01;
    private static final int EVENT_LINK_UP = 0x02;
    private static final int EVENTS = EVENT_LINK_DOWN | EVENT_LINK_UP | EventIndicator.STATE_CHANGE;
    private static final int EVENT_DATA_WORD = 5;
    private static final int STATE_SHIFT = 16;
    private static final int STATE_MASK = 0xFF;
    private static final int ADDRESS_BITS = 48;
    private static final int LINK_UP = 1;

    private final HostDriver driver;
    private final IopDriver iop;
    private final int tid;
    private final Map<LanPortListener, IopEventListener> listeners = new HashMap<>();

    /**
     * The control of a port.
     *
     * @param driver the host's driver
     * @param iop the IOP of the port
     * @param tid the port there
     */
    public LanControl(HostDriver driver, IopDriver iop, int tid) {
        this.driver = driver;
        this.iop = iop;
        this.tid = tid;
    }

    private Pending<ParameterRow> get(ParameterGroup group) {
        return driver.paramsGet(iop, tid, new OperationList().fieldGet(group)).map(results -> {
            check(results, "does not tell its group " + group);
            return group.readScalar(results.blocks().getFirst().data());
        });
    }

    private Pending<Boolean> set(OperationList operations, String what) {
        return driver.paramsSet(iop, tid, operations).map(results -> {
            check(results, "refuses " + what);
            return Boolean.TRUE;
        });
    }

    private void check(ResultList results, String refusal) {
        if (results.blocks().isEmpty() || results.blocks().stream().anyMatch(block -> block.status() != BlockStatus.SUCCESS)) {
            throw new HostException(iop.name() + ": the LAN port " + refusal);
        }
    }

    /**
     * Says what the port lets through.
     *
     * @param mask bits of {@link LanGroups.FilterMask}, for example {@link LanGroups.FilterMask#PROMISCUOUS}
     * @return done
     */
    public Pending<Boolean> filter(int mask) {
        return set(new OperationList().fieldSet(LanGroups.MAC_ADDRESS, "FilterMask", FieldValue.number(mask)),
            "the filter 0x" + Integer.toHexString(mask));
    }

    /**
     * Lets packets to a multicast address through.
     *
     * @param address 48 bits, the byte that travels first being the highest
     * @return done; fails when the port's table is full
     */
    public Pending<Boolean> joinMulticast(long address) {
        return set(new OperationList().rowAdd(LanGroups.MULTICAST_ADDRESSES, List.of(onWire(address))), "a further multicast address");
    }

    /**
     * Lets packets to a multicast address through no more.
     *
     * @param address 48 bits, the byte that travels first being the highest
     * @return done; fails when the address was not joined
     */
    public Pending<Boolean> leaveMulticast(long address) {
        return set(new OperationList().rowDelete(LanGroups.MULTICAST_ADDRESSES, onWire(address)), "to leave a multicast address");
    }

    /**
     * Lets packets to all multicast addresses that were joined through no more.
     *
     * @return done
     */
    public Pending<Boolean> leaveAllMulticast() {
        return set(new OperationList().tableClear(LanGroups.MULTICAST_ADDRESSES), "to leave its multicast addresses");
    }

    /** An address as the groups have it: the byte that travels first comes first, then two of padding. */
    private static FieldValue onWire(long address) {
        if (address >>> ADDRESS_BITS != 0) {
            throw new IllegalArgumentException("an address has 48 bits, not 0x" + Long.toHexString(address));
        }
        return FieldValue.number(Long.reverseBytes(address << Long.SIZE - ADDRESS_BITS));
    }

    /** {@return the largest packet of the port in bytes, headers included and check sequence not: what the MTU follows from} */
    public Pending<Integer> maxPacketBytes() {
        return get(LanGroups.DEVICE_INFO).map(row -> (int) row.number("MaxPacketSize"));
    }

    /** {@return the link as it is now} */
    public Pending<LanLink> link() {
        return get(LanGroups.MEDIA_OPERATION).map(row -> new LanLink(
            row.number("LinkStatus") == LINK_UP ? LanLink.State.UP : LanLink.State.DOWN, row.number("CurrentTxWireSpeed"),
            row.number("CurrentRxWireSpeed")));
    }

    /** {@return what the port has counted} */
    public Pending<LanStatistics> statistics() {
        return get(LanGroups.HISTORICAL_STATISTICS).map(row -> new LanStatistics(row.number("PacketsTransmitted"),
            row.number("BytesTransmitted"), row.number("PacketsReceived"), row.number("BytesReceived"), row.number("TransmitErrors"),
            row.number("ReceiveErrors"), row.number("RxNoBuffer"), row.number("ResetCount"), row.number("SuspendCount")));
    }

    /**
     * Listens for events of the port. A reset of the IOP ends it.
     *
     * @param listener is notified of them
     * @return done when the registration has left
     */
    public Pending<Boolean> listen(LanPortListener listener) {
        IopEventListener adapter = listeners.computeIfAbsent(listener, LanControl::adapter);
        return driver.listen(iop, tid, EVENTS, adapter);
    }

    /**
     * Ends {@link #listen}.
     *
     * @param listener what listened
     * @return done when the port has been told
     */
    public Pending<Boolean> ignore(LanPortListener listener) {
        IopEventListener adapter = listeners.remove(listener);
        return adapter == null ? Pending.of(Boolean.TRUE) : driver.ignore(iop, tid, adapter);
    }

    private static IopEventListener adapter(LanPortListener listener) {
        return (_, indicator, report) -> {
            switch (indicator) {
                case EVENT_LINK_UP -> listener.onLink(LanLink.State.UP);
                case EVENT_LINK_DOWN -> listener.onLink(LanLink.State.DOWN);
                default -> listener.onState(report.wordOrZero(EVENT_DATA_WORD) >>> STATE_SHIFT & STATE_MASK);
            }
        };
    }

    /**
     * Resets the port. Buckets and packets to send come back first, so that {@link LanOsm} gives the buckets out again. Only the primary
     * user may do it.
     *
     * @return the reply; fails when the port refuses
     */
    public Pending<MessageFrame> reset() {
        return driver.ask(iop, tid, new LanReset(LanReset.RETURN_BUCKETS | LanReset.RETURN_TRANSMITS));
    }

    /**
     * Suspends the port: it neither sends nor receives until it is {@linkplain #reset reset}. Packets to send come back as not sent;
     * buckets stay posted. Only the primary user may do it.
     *
     * @return the reply; fails when the port refuses
     */
    public Pending<MessageFrame> suspend() {
        return driver.ask(iop, tid, new LanSuspend(LanSuspend.RETURN_TRANSMITS));
    }
}
