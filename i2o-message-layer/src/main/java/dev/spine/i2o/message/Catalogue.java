package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.MessageKind.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All messages. A new one is a record beside its neighbours and one line here.
 *
 * <p>Immutable; any thread. For control, traces and the printed specification; dispatch on the data path switches on the function code.
 */
public final class Catalogue {
    private static final List<MessageKind<?>> KINDS = List.of(
        SingleReply.KIND, TransactionErrorReply.KIND, TransportFailureReply.KIND,
        UtilNop.KIND, UtilParamsSet.KIND, UtilParamsGet.KIND, UtilClaim.KIND, UtilClaimRelease.KIND,
        UtilEventRegister.KIND, EventReply.KIND, UtilEventAcknowledge.KIND, EventAcknowledgeReply.KIND,
        ExecStatusGet.KIND, ExecOutboundInit.KIND, ExecLctNotify.KIND, ExecSysTabSet.KIND, ExecHrtGet.KIND, ExecIopReset.KIND,
        ExecIopClear.KIND, ExecSysQuiesce.KIND, ExecSysEnable.KIND,
        ExecIopConnect.KIND, IopConnectReply.KIND, ExecConnSetup.KIND, ConnSetupReply.KIND,
        LanPacketSend.KIND, LanSendReply.KIND, LanReceivePost.KIND, LanReceiveReply.KIND, LanReset.KIND, LanSuspend.KIND,
        SmallMessage.KIND, PrivateMessage.KIND);

    private Catalogue() {
    }

    /**
     * Every kind of message.
     *
     * @return the kinds, grouped by class
     */
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
        return frame.isReply() ? SingleReply.KIND : null;
    }

    /**
     * A frame as a value, for traces and people.
     *
     * @param frame a checked frame
     * @param deviceClass class of its target
     * @return the record, or null for a request that the catalogue does not know
     */
    public static @Nullable Message parse(MessageFrame frame, int deviceClass) {
        MessageKind<?> kind = kindOf(frame, deviceClass);
        return kind == null ? null : kind.parse(frame);
    }
}
