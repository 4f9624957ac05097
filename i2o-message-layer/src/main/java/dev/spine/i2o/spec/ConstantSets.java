package dev.spine.i2o.spec;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.OperationFlags;
import dev.spine.i2o.message.ReleaseFlags;
import dev.spine.i2o.message.TransactionReplyList;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.DeviceReset;
import dev.spine.i2o.message.block.Media;
import dev.spine.i2o.message.block.MediaMount;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.message.display.DisplayEvent;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.exec.AdapterSpace;
import dev.spine.i2o.message.exec.DownloadFlags;
import dev.spine.i2o.message.exec.InitCode;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.lan.PacketFlags;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.i2o.message.peer.PeerCodes;
import dev.spine.i2o.message.peer.PeerStatus;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.BusQuiesce;
import dev.spine.i2o.message.scsi.ScbFlags;
import dev.spine.i2o.message.scsi.ScsiDetailedStatus;
import dev.spine.i2o.message.scsi.ScsiEvent;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.BusAdapterGroups;
import dev.spine.i2o.param.DdmType;
import dev.spine.i2o.param.ExecutiveCodes;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.HotPlugCodes;
import dev.spine.i2o.param.LanCodes;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.OperationCode;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ScsiCodes;
import dev.spine.i2o.param.ScsiGroups;
import dev.spine.i2o.param.SensorCodes;
import dev.spine.i2o.sgl.SglContext;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.i2o.spec.ConstantSet.Constant;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.MessengerType;
import dev.spine.i2o.table.ModuleLayouts;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemIdentifiers;
import dev.spine.i2o.table.SystemTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes whose numbers are part of the architecture; a new one is one line here, with the classes nested in it.
 * Thread: the owner of the frame.
 */
public final class ConstantSets {
    private static final List<Class<?>> DECLARING = List.of(
        MessageFrame.class, MessageFlags.class, Tid.class, DeviceClass.class, ClassId.class, OrganizationId.class,
        Function.class, RequestStatus.class, DetailedStatus.class, FailureCode.class,
        TransactionReplyList.class, AbortType.class, ClaimFlags.class, ClaimType.class, ReleaseFlags.class,
        EventIndicator.class, EventData.class,
        InitCode.class, OutboundInitStatus.class, ResetStatus.class, SoftwareType.class, DownloadFlags.class, OperationFlags.class,
        AdapterSpace.class,
        LanStatus.class, LanReset.class, TransmitControl.class, PacketFlags.class,
        StorageStatus.class, TransferFlags.class, DeviceReset.class, Media.class, MediaMount.class, PowerOperation.class, BlockEvent.class,
        ScsiStatus.class, AdapterStatus.class, ScsiDetailedStatus.class, ScbFlags.class, ScsiEvent.class, BusQuiesce.class,
        DisplayFunction.class, DisplayStatus.class, DisplayEvent.class,
        StatusBlock.class, SystemTable.class, SystemIdentifiers.class, MessengerType.class, HardwareResourceTable.class,
        LogicalConfigurationTable.class,
        SglFlags.class, SglContext.class,
        OperationCode.class, BlockStatus.class, ParameterGroup.class, GenericGroups.class, SensorCodes.class, ExecutiveCodes.class,
        LanGroups.class, BlockGroups.class, ScsiGroups.class, BusAdapterGroups.class, ScsiCodes.class,
        LanCodes.class, PeerStatus.class, PeerCodes.class, DdmType.class, HotPlugCodes.class, ModuleLayouts.class);

    /** Every set that has a constant. */
    public static final List<ConstantSet> ALL = collect();

    private ConstantSets() {
    }

    private static List<ConstantSet> collect() {
        List<ConstantSet> all = new ArrayList<>();
        all.add(new ConstantSet("IopState", Stream.of(IopState.values())
            .map(state -> new Constant("IopState." + state.name(), state.code())).toList()));
        for (Class<?> declaring : DECLARING) {
            add(all, declaring);
        }
        return List.copyOf(all);
    }

    private static void add(List<ConstantSet> all, Class<?> declaring) {
        ConstantSet set = ConstantSet.of(declaring);
        if (!set.constants().isEmpty()) {
            all.add(set);
        }
        Arrays.stream(declaring.getClasses()).sorted((one, other) -> one.getName().compareTo(other.getName()))
            .forEach(nested -> add(all, nested));
    }
}
