package dev.spine.device.disk;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.scsi.ScsiEvent;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.param.ScsiGroups;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * The same disk as a SCSI peripheral, a child of a {@link BusAdapterModule}: for hosts whose driver speaks SCSI. Installed after both. On
 * the IOP's agent.
 */
public final class ScsiModule implements DeviceModule, ExecutiveGroups {
    private final DiskModule disk;
    private final BusAdapterModule adapter;
    private @Nullable ScsiFrontEnd frontEnd;
    private int tid = Tid.NONE;

    /**
     * A further front end of a disk.
     *
     * @param disk the disk, installed in the same IOP before
     * @param adapter the adapter that it hangs on, installed in the same IOP before
     */
    public ScsiModule(DiskModule disk, BusAdapterModule adapter) {
        this.disk = disk;
        this.adapter = adapter;
    }

    @Override
    public DeviceDescription description() {
        String name = disk.settings().name();
        return new DeviceDescription(name + "-scsi", ClassId.standard(DeviceClass.SCSI_PERIPHERAL).word(), 0,
            DiskModule.identity(name) + 1, ScsiEvent.SMART | EventIndicator.DEVICE_RESET, "SCSI disk");
    }

    @Override
    public int parentTid() {
        return adapter.tid();
    }

    @Override
    public void attach(DeviceContext context) {
        ScsiFrontEnd made = new ScsiFrontEnd(disk.disk());
        frontEnd = made;
        tid = context.tid();
        adapter.add(made);
    }

    private ScsiFrontEnd frontEnd() {
        ScsiFrontEnd attached = frontEnd;
        if (attached == null) {
            throw new IllegalStateException("SCSI disk '" + disk.settings().name() + "' is not installed in an IOP: install it first");
        }
        return attached;
    }

    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(ScsiGroups.DEVICE_INFO)
            .number("Flags", ScsiGroups.Flags.DISCONNECT)
            .octets("LunInfo", () -> Octets.NONE)
            .number("QueueDepth", disk.settings().queueDepth()));
        set.add(new ScalarValues(ScsiGroups.BUS_PORT_INFO).number("MaxNumberDevices", 1));
    }

    @Override
    public void reset() {
        disk.disk().engine().forget(frontEnd());
        frontEnd().forget();
    }

    @Override
    public int abort(AbortSelection selection) {
        Disk attached = disk.disk();
        return attached.engine().abort(request -> request.frame().target() == tid && selection.selects(request),
            selection.onlyUnbegun() ? AbortDepth.NOT_STARTED : AbortDepth.ALL, StorageStatus.SUCCESS);
    }

    @Override
    public void onMessage(KernelRequest request) {
        frontEnd().onMessage(request);
    }
}
