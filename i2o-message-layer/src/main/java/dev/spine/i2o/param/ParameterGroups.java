package dev.spine.i2o.param;

import dev.spine.i2o.DeviceClass;
import java.util.List;

/**
 * The parameter groups of one class, or a part of them. A new class is a class of groups beside its neighbours and one line here.
 * Immutable; any thread.
 *
 * @param deviceClass the class, {@link DeviceClass#ANY} for the groups of every object
 * @param groups its groups in order of their numbers
 */
public record ParameterGroups(int deviceClass, List<ParameterGroup> groups) {
    private static final List<ParameterGroups> ALL = List.of(
        new ParameterGroups(DeviceClass.ANY, GenericGroups.all()),
        new ParameterGroups(DeviceClass.EXECUTIVE, ExecutiveGroups.all()),
        new ParameterGroups(DeviceClass.DDM, DdmGroups.all()),
        new ParameterGroups(DeviceClass.RANDOM_BLOCK_STORAGE, BlockGroups.all()),
        new ParameterGroups(DeviceClass.LAN, LanGroups.all()),
        new ParameterGroups(DeviceClass.LAN, LanStatisticsGroups.all()),
        new ParameterGroups(DeviceClass.SCSI_PERIPHERAL, ScsiGroups.all()),
        new ParameterGroups(DeviceClass.BUS_ADAPTER, BusAdapterGroups.all()),
        new ParameterGroups(DeviceClass.PEER_TRANSPORT_AGENT, PeerAgentGroups.all()),
        new ParameterGroups(DeviceClass.PEER_TRANSPORT, PeerTransportGroups.all()),
        new ParameterGroups(DeviceClass.HOT_PLUG_CONTROLLER, HotPlugGroups.all()),
        new ParameterGroups(DeviceClass.DISPLAY, DisplayGroups.all()));

    /** Copies the groups. */
    public ParameterGroups {
        groups = List.copyOf(groups);
    }

    /**
     * The groups of all classes.
     *
     * @return an unmodifiable list
     */
    public static List<ParameterGroups> all() {
        return ALL;
    }
}
