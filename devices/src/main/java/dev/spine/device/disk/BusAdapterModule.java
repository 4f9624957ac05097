package dev.spine.device.disk;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.scsi.BusQuiesce;
import dev.spine.i2o.param.BusAdapterGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SCSI bus adapter: the parent of {@link ScsiModule}s, as SCSI drivers want it. Its bus is always scanned. On the IOP's agent.
 *
 * <p>Source: I2O 1.5 bus adapter class.
 */
public final class BusAdapterModule implements DeviceModule, ExecutiveGroups {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int FUNCTION_BYTE = 7;
    private static final int SCSI_2 = 2;
    private static final int INITIATOR_ID = 7;

    private final String name;
    private final List<ScsiFrontEnd> peripherals = new ArrayList<>();
    private @Nullable DeviceContext context;
    private long resetNs;

    /**
     * An adapter without devices yet.
     *
     * @param name its name within its IOP
     */
    public BusAdapterModule(String name) {
        this.name = name;
    }

    /** {@return its TID, or {@link Tid#NONE} before it is installed} */
    public int tid() {
        DeviceContext attached = context;
        return attached == null ? Tid.NONE : attached.tid();
    }

    void add(ScsiFrontEnd peripheral) {
        peripherals.add(peripheral);
    }

    private DeviceContext context() {
        DeviceContext attached = context;
        if (attached == null) {
            throw new IllegalStateException("bus adapter '" + name + "' is not installed in an IOP: install it first");
        }
        return attached;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(name, ClassId.standard(DeviceClass.BUS_ADAPTER).word(), 0, DiskModule.identity(name),
            EventIndicator.DEVICE_RESET, "SCSI bus");
    }

    @Override
    public void attach(DeviceContext place) {
        context = place;
        peripherals.clear();
    }

    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(BusAdapterGroups.CONTROLLER_INFO)
            .number("BusType", BusAdapterGroups.BusType.SCSI).text("BusName", name));
        set.add(new ScalarValues(BusAdapterGroups.HISTORICAL_STATISTICS)
            .number("TimeLastReset", () -> resetNs / NS_PER_SECOND));
        set.add(new ScalarValues(BusAdapterGroups.SCSI_CONTROLLER_INFO)
            .number("SCSIType", SCSI_2).number("InitiatorID", INITIATOR_ID));
        set.add(new ScalarValues(BusAdapterGroups.SCSI_BUS_PORT)
            .number("MaxNumberDevices", () -> peripherals.size())
            .octets("LunBegin", () -> Octets.NONE));
        set.add(BusAdapterGroups.FCA_CONTROLLER, new ScalarValues(BusAdapterGroups.FCA_CONTROLLER));
        set.add(BusAdapterGroups.FCA_PORT, (_, _) -> FieldValue.ZERO);
    }

    @Override
    public void reset() {
        peripherals.forEach(ScsiFrontEnd::forget);
    }

    @Override
    public void onMessage(KernelRequest request) {
        switch (request.frame().function()) {
            case Function.HBA_BUS_SCAN -> done(request);
            case Function.HBA_BUS_RESET, Function.HBA_ADAPTER_RESET -> {
                resetNs = context().agent().nowNs();
                peripherals.forEach(ScsiFrontEnd::resetDevice);
                done(request);
            }
            case Function.HBA_BUS_QUIESCE -> {
                boolean stop = (BusQuiesce.FLAGS.get(request.frame()) & BusQuiesce.QUIESCE) != 0;
                peripherals.forEach(peripheral -> peripheral.freeze(stop));
                done(request);
            }
            default -> {
                context().counters().increment(IopCounters.Counter.UNKNOWN_FUNCTIONS);
                context().agent().charge(Op.BUILD_FRAME);
                Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.UNKNOWN_FUNCTION, FUNCTION_BYTE);
                request.sendReply();
            }
        }
    }

    private void done(KernelRequest request) {
        context().agent().charge(Op.BUILD_FRAME);
        Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
        request.sendReply();
    }
}
