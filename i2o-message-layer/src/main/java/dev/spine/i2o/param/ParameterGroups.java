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
    /** The groups of all classes. */
    public static final List<ParameterGroups> ALL = List.of(
        new ParameterGroups(DeviceClass.ANY, GenericGroups.ALL),
        new ParameterGroups(DeviceClass.EXECUTIVE, ExecutiveGroups.ALL),
        new ParameterGroups(DeviceClass.DDM, DdmGroups.ALL),
        new ParameterGroups(DeviceClass.RANDOM_BLOCK_STORAGE, BlockGroups.ALL),
        new ParameterGroups(DeviceClass.LAN, LanGroups.ALL),
        new ParameterGroups(DeviceClass.LAN, LanStatisticsGroups.ALL),
        new ParameterGroups(DeviceClass.SCSI_PERIPHERAL, ScsiGroups.ALL),
        new ParameterGroups(DeviceClass.BUS_ADAPTER, BusAdapterGroups.ALL),
        new ParameterGroups(DeviceClass.PEER_TRANSPORT_AGENT, PeerAgentGroups.ALL),
        new ParameterGroups(DeviceClass.PEER_TRANSPORT, PeerTransportGroups.ALL),
        new ParameterGroups(DeviceClass.HOT_PLUG_CONTROLLER, HotPlugGroups.ALL),
        new ParameterGroups(DeviceClass.DISPLAY, DisplayGroups.ALL));

    /** Copies the groups. */
    public ParameterGroups {
        groups = List.copyOf(groups);
    }
}
