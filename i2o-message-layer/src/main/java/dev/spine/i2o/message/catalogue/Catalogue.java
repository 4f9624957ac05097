package dev.spine.i2o.message.catalogue;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortReply;
import dev.spine.i2o.message.EventAcknowledgeReply;
import dev.spine.i2o.message.EventReply;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.MessageKind.Role;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.message.SmallMessage;
import dev.spine.i2o.message.TransactionErrorReply;
import dev.spine.i2o.message.TransportFailureReply;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilCommand;
import dev.spine.i2o.message.UtilConfigDialog;
import dev.spine.i2o.message.UtilEventAcknowledge;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilNop;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.UtilReplyFaultNotify;
import dev.spine.i2o.message.WideContexts;
import dev.spine.i2o.message.block.BlockAbortReply;
import dev.spine.i2o.message.block.BlockErrorReply;
import dev.spine.i2o.message.block.BlockProgressReply;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.message.block.BlockReply;
import dev.spine.i2o.message.block.BlockWrite;
import dev.spine.i2o.message.block.BlockWriteVerify;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.DeviceReset;
import dev.spine.i2o.message.block.MediaLock;
import dev.spine.i2o.message.block.MediaMount;
import dev.spine.i2o.message.block.MediaUnlock;
import dev.spine.i2o.message.block.MediaVerify;
import dev.spine.i2o.message.block.PowerManagement;
import dev.spine.i2o.message.exec.ConnSetupReply;
import dev.spine.i2o.message.exec.ExecAdapterAssign;
import dev.spine.i2o.message.exec.ExecAdapterRead;
import dev.spine.i2o.message.exec.ExecAdapterRelease;
import dev.spine.i2o.message.exec.ExecBiosInfoSet;
import dev.spine.i2o.message.exec.ExecBootDeviceSet;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecDdmModule;
import dev.spine.i2o.message.exec.ExecDdmTraffic;
import dev.spine.i2o.message.exec.ExecDeviceOwner;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecPathTraffic;
import dev.spine.i2o.message.exec.ExecStaticMfCreate;
import dev.spine.i2o.message.exec.ExecStaticMfRelease;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSwRemove;
import dev.spine.i2o.message.exec.ExecSwTransfer;
import dev.spine.i2o.message.exec.ExecSysModify;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.IopConnectReply;
import dev.spine.i2o.message.exec.StaticMfCreateReply;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanSuspend;
import dev.spine.i2o.message.scsi.BusQuiesce;
import dev.spine.i2o.message.scsi.BusScan;
import dev.spine.i2o.message.scsi.ScbAbort;
import dev.spine.i2o.message.scsi.ScbExec;
import dev.spine.i2o.message.scsi.ScsiErrorReply;
import dev.spine.i2o.message.scsi.ScsiReply;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All messages. A new one that programs write or read is a record beside its neighbours and one line here; one that only traces show is a
 * row of {@code Rows}.
 *
 * <p>Immutable; any thread. For control, traces and the printed specification; dispatch on the data path switches on the function code.
 */
public final class Catalogue {
    private static final List<MessageKind<?>> KINDS = together(List.of(List.of(
        SingleReply.KIND, TransactionErrorReply.KIND, TransportFailureReply.KIND,
        UtilNop.KIND, UtilParams.SET, UtilParams.GET, UtilClaim.KIND, UtilClaimRelease.KIND,
        UtilEventRegister.KIND, EventReply.KIND, UtilEventAcknowledge.KIND, EventAcknowledgeReply.KIND,
        UtilAbort.KIND, AbortReply.KIND, UtilCommand.DEVICE_RESERVE, UtilCommand.DEVICE_RELEASE, UtilConfigDialog.KIND,
        UtilReplyFaultNotify.KIND, UtilCommand.LOCK, UtilCommand.LOCK_RELEASE,
        ExecStatusGet.KIND, ExecOutboundInit.KIND, ExecLctNotify.KIND, ExecSysTabSet.KIND, ExecHrtGet.KIND, ExecIopReset.KIND,
        ExecCommand.IOP_CLEAR, ExecCommand.SYS_QUIESCE, ExecCommand.SYS_ENABLE,
        ExecBiosInfoSet.KIND, ExecBootDeviceSet.KIND, ExecSwTransfer.DOWNLOAD, ExecSwTransfer.UPLOAD, ExecSwRemove.KIND,
        ExecDdmModule.SUSPEND, ExecDdmModule.DESTROY, ExecAdapterRead.KIND, ExecAdapterAssign.KIND, ExecAdapterRelease.KIND,
        ExecDeviceOwner.ASSIGN, ExecDeviceOwner.RELEASE, ExecCommand.CONFIG_VALIDATE, ExecSysModify.KIND,
        ExecPathTraffic.QUIESCE, ExecPathTraffic.ENABLE, ExecPathTraffic.RESET,
        ExecDdmTraffic.QUIESCE, ExecDdmTraffic.ENABLE, ExecDdmTraffic.RESET,
        ExecStaticMfCreate.KIND, StaticMfCreateReply.KIND, ExecStaticMfRelease.KIND,
        ExecIopConnect.KIND, IopConnectReply.KIND, ExecConnSetup.KIND, ConnSetupReply.KIND,
        LanPacketSend.KIND, LanSendReply.KIND, LanReceivePost.KIND, LanReceiveReply.KIND, Rows.LAN_SDU_SEND, LanReset.KIND,
        LanSuspend.KIND,
        Rows.STATUS_CHECK, DeviceReset.KIND, BlockRead.KIND, BlockWrite.KIND, BlockWriteVerify.KIND, MediaVerify.KIND, CacheFlush.KIND,
        MediaMount.KIND, Rows.MEDIA_EJECT, MediaLock.KIND, MediaUnlock.KIND, PowerManagement.KIND, Rows.BLOCK_REASSIGN,
        BlockReply.KIND, BlockAbortReply.KIND, BlockProgressReply.KIND, BlockErrorReply.KIND,
        Rows.SCSI_DEVICE_RESET, ScbExec.KIND, ScbAbort.KIND, ScsiReply.KIND, ScsiErrorReply.KIND,
        Rows.ADAPTER_RESET, Rows.BUS_RESET, BusScan.KIND, BusQuiesce.KIND),
        Rows.DDM, Rows.PEER, Rows.HOT_PLUG, List.of(SmallMessage.KIND, PrivateMessage.KIND)));

    private static final int LAST_UTILITY_FUNCTION = 0x1F;

    private Catalogue() {
    }

    private static List<MessageKind<?>> together(List<List<MessageKind<?>>> groups) {
        return groups.stream().flatMap(List::stream).toList();
    }

    /** {@return every kind of message: the kinds, grouped by class} */
    public static List<MessageKind<?>> kinds() {
        return KINDS;
    }

    /**
     * The kind that a frame is of.
     *
     * @param frame a checked frame
     * @param deviceClass class of its target
     * @return the kind; a reply that has no kind of its own is a {@link SingleReply}; null for a request that the catalogue does not know
     */
    public static @Nullable MessageKind<?> kindOf(MessageFrame frame, int deviceClass) {
        if (frame.isFail()) {
            return TransportFailureReply.KIND;
        }
        if (frame.isReply() && frame.requestStatus() == RequestStatus.TRANSACTION_ERROR) {
            return TransactionErrorReply.KIND;
        }
        Role role = frame.isReply() ? Role.REPLY : Role.REQUEST;
        for (MessageKind<?> kind : KINDS) {
            boolean understood = kind.deviceClass() == DeviceClass.ANY || kind.deviceClass() == deviceClass;
            if (kind.role() == role && kind.function() == frame.function() && understood) {
                return kind;
            }
        }
        return frame.isReply() ? replyOf(frame, deviceClass) : null;
    }

    /** The reply of a class whose replies are told apart by status and size, not by function. */
    private static MessageKind<?> replyOf(MessageFrame frame, int deviceClass) {
        if (deviceClass == DeviceClass.LAN && frame.function() == Function.LAN_SDU_SEND) {
            return LanSendReply.KIND;
        }
        boolean ofClass = frame.function() > LAST_UTILITY_FUNCTION && frame.function() != Function.PRIVATE;
        if (ofClass && deviceClass == DeviceClass.RANDOM_BLOCK_STORAGE) {
            if (frame.requestStatus() == RequestStatus.PROGRESS_REPORT) {
                return BlockProgressReply.KIND;
            }
            MessageKind<?> longest = frame.requestStatus() == RequestStatus.SUCCESS ? BlockReply.KIND : BlockErrorReply.KIND;
            return longest.fits(frame) ? longest : BlockAbortReply.KIND;
        }
        if (ofClass && deviceClass == DeviceClass.SCSI_PERIPHERAL) {
            if (ScsiErrorReply.KIND.fits(frame)) {
                return ScsiErrorReply.KIND;
            }
            return ScsiReply.KIND.fits(frame) ? ScsiReply.KIND : SingleReply.KIND;
        }
        return SingleReply.KIND;
    }

    /**
     * A frame as a value, for traces and people.
     *
     * @param frame a checked frame; of contexts of 64 bits the record has the lower halves
     * @param deviceClass class of its target
     * @return the record, or null for a request that the catalogue does not know
     */
    public static @Nullable Message parse(MessageFrame frame, int deviceClass) {
        if (WideContexts.isWide(frame)) {
            MessageFrame narrow = new MessageFrame();
            narrow.wrap(MemorySegment.ofArray(new byte[Math.max(frame.sizeBytes(), MessageFrame.HEADER_BYTES)]), 0,
                Math.max(frame.sizeBytes(), MessageFrame.HEADER_BYTES));
            return WideContexts.narrow(frame, narrow) ? parse(narrow, deviceClass) : null;
        }
        MessageKind<?> kind = kindOf(frame, deviceClass);
        return kind == null ? null : kind.parse(frame);
    }
}
