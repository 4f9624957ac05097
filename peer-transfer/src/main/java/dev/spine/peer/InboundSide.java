package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.exec.ConnSetupReply;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.IopConnectReply;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.InboundPort;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import org.jspecify.annotations.Nullable;

/**
 * What one other IOP has asked of this one: the queue pair for its requests, and the connections to objects here. Belongs to the IOP's
 * agent.
 *
 * <p>Nothing that the other IOP writes into a request is believed: who it is comes from the queue pair, TIDs are looked up here, the queue
 * pair for replies is found under the alias that the request names, and sizes are compared with the queue pairs.
 */
final class InboundSide {
    /** OperationFlags: requests in both directions. */
    private static final int BIDIRECTIONAL = 0x01;

    private final LinkEnvironment here;
    private final BusAgent remote;
    private @Nullable InboundPort requests;
    private boolean inSession;
    private int remoteIopId;
    private int remoteHostUnitId;

    InboundSide(LinkEnvironment here, BusAgent remote) {
        this.here = here;
        this.remote = remote;
    }

    /** Whether there is, or was, a queue pair for requests of the other IOP. */
    boolean isUsed() {
        return requests != null;
    }

    /**
     * A session begins: everything from the last one is forgotten.
     *
     * @param notice of the other IOP, which is answered with the queue pair for its requests, or with why there is no room for that
     */
    void begin(LinkNotice notice) {
        end();
        InboundPort port = requests;
        if (port == null) {
            int frames = here.settings().requestFrames();
            String lack = here.lackOfFrames(frames);
            if (lack != null) {
                notice.refuse(lack);
                return;
            }
            port = here.device().ports().open(here.iop().unit().openQueuePair(remote.name(), QueuePair.Kind.REQUEST, frames), remote);
            requests = port;
        }
        inSession = true;
        notice.answer(port.queuePair());
    }

    /** The session has ended: its connections go. Frames come back by themselves, as requests in work end. */
    void end() {
        inSession = false;
        for (AliasEntry row : here.iop().connections()) {
            if (isOfRemote(row)) {
                here.device().connections().disconnect(row.alias());
            }
        }
    }

    private boolean isOfRemote(AliasEntry row) {
        return !row.createdHere() && row.remote().id() == remote.id();
    }

    private @Nullable AliasEntry rowWithAliasOfLocal(int alias) {
        for (AliasEntry row : here.iop().connections()) {
            if (isOfRemote(row) && row.aliasOfLocal() == alias) {
                return row;
            }
        }
        return null;
    }

    /**
     * IopConnect of the other IOP.
     *
     * @param request the request, ended by this
     * @param expectedIopId the number that the system table gives to the other IOP, 0 when it has none
     */
    void onIopConnect(KernelRequest request, int expectedIopId) {
        MessageFrame frame = request.frame();
        int alias = ExecIopConnect.ALIAS.get(frame);
        AliasEntry known = rowWithAliasOfLocal(alias);
        QueuePair claimed = known == null && inSession ? here.peers().claim(remote, alias) : null;
        QueuePair replies = known == null ? claimed : known.replyQueuePair();
        if (replies == null) {
            // There is no route for an answer: made up, a repetition from an ended session, or not in one.
            here.device().counters().increment(Counter.CONNECTS_REFUSED);
            request.finish();
            return;
        }
        int status = checkConnect(frame, replies, expectedIopId, known);
        int ownAlias = known == null ? Tid.NONE : known.alias();
        if (status == DetailedStatus.SUCCESS && known == null) {
            ownAlias = here.iop().allocateAlias();
            status = ownAlias == Tid.NONE ? DetailedStatus.INSUFFICIENT_RESOURCE_HARD : status;
        }
        if (status == DetailedStatus.SUCCESS) {
            remoteIopId = ExecIopConnect.IOP_ID.get(frame);
            remoteHostUnitId = ExecIopConnect.HOST_UNIT_ID.get(frame);
            if (known == null) {
                accept(new AliasEntry(ownAlias, Tid.EXECUTIVE, remoteIopId, remoteHostUnitId, remote, Tid.EXECUTIVE, alias, null, replies,
                    false));
            }
        } else {
            here.device().counters().increment(Counter.CONNECTS_REFUSED);
            if (claimed != null) {
                here.peers().park(remote, alias, claimed);
            }
        }
        answerConnect(request, replies, alias, status, ownAlias);
    }

    private void accept(AliasEntry row) {
        here.device().connections().connect(row);
        here.device().counters().increment(Counter.CONNECTIONS_ACCEPTED);
    }

    private int checkConnect(MessageFrame frame, QueuePair replies, int expectedIopId, @Nullable AliasEntry known) {
        if (!ExecIopConnect.KIND.fits(frame)) {
            return DetailedStatus.MESSAGE_TOO_SMALL;
        }
        boolean plausible = ExecIopConnect.MESSENGER_TYPE.get(frame) == 0
            && ExecIopConnect.IOP_ID.get(frame) == expectedIopId && expectedIopId != 0
            && ExecIopConnect.FRAME_WORDS.get(frame) * Integer.BYTES == replies.slotBytes()
            && replies.kind() == QueuePair.Kind.REPLY
            && (known == null || known.localTid() == Tid.EXECUTIVE);
        if (!plausible) {
            return DetailedStatus.INVALID_PARAMETER;
        }
        return known == null && executiveRow() != null ? DetailedStatus.DEVICE_BUSY : DetailedStatus.SUCCESS;
    }

    private @Nullable AliasEntry executiveRow() {
        for (AliasEntry row : here.iop().connections()) {
            if (isOfRemote(row) && row.localTid() == Tid.EXECUTIVE) {
                return row;
            }
        }
        return null;
    }

    /** The first answer goes before there is a path for replies, so it is written here, with the TIDs as the other IOP knows them. */
    private void answerConnect(KernelRequest request, QueuePair replies, int alias, int status, int ownAlias) {
        MessageRoute route = new MessageRoute(here.agent(), here.device().dma(), remote, replies, Tid.EXECUTIVE, alias);
        MessageFrame reply = route.open();
        if (reply != null) {
            here.agent().charge(Op.BUILD_FRAME);
            int requestStatus = status == DetailedStatus.SUCCESS ? RequestStatus.SUCCESS : RequestStatus.ERROR_NO_DATA_TRANSFER;
            new IopConnectReply(requestStatus, status, here.iop().unit().frameBytes() / Integer.BYTES, ownAlias, here.iop().iopId(),
                here.iop().hostUnitId()).emit(request.frame(), reply);
            reply.header(reply.sizeWords(), reply.flags(), 0, reply.function(), route.initiator(), route.target());
            route.post();
        }
        request.finish();
    }

    /**
     * ConnSetup of the other IOP, on the connection of the two executives.
     *
     * @param request the request, ended by this
     */
    void onConnSetup(KernelRequest request) {
        MessageFrame frame = request.frame();
        int alias = ExecConnSetup.TARGET_ALIAS.get(frame);
        int target = ExecConnSetup.TARGET.get(frame);
        int initiator = ExecConnSetup.INITIATOR.get(frame);
        AliasEntry known = rowWithAliasOfLocal(alias);
        boolean repeated = known != null && known.localTid() == target && known.remoteTid() == initiator;
        int status = known == null || repeated ? checkSetup(frame, target, initiator) : DetailedStatus.INVALID_PARAMETER;
        int ownAlias = repeated && known != null ? known.alias() : Tid.NONE;
        if (status == DetailedStatus.SUCCESS && !repeated) {
            ownAlias = here.iop().allocateAlias();
            QueuePair replies = ownAlias == Tid.NONE ? null : here.peers().claim(remote, alias);
            if (replies == null || replies.kind() != QueuePair.Kind.REPLY) {
                status = ownAlias == Tid.NONE ? DetailedStatus.INSUFFICIENT_RESOURCE_HARD : DetailedStatus.INVALID_PARAMETER;
            } else {
                accept(new AliasEntry(ownAlias, initiator, remoteIopId, remoteHostUnitId, remote, target, alias, null, replies, false));
            }
        }
        here.agent().charge(Op.BUILD_FRAME);
        if (status == DetailedStatus.SUCCESS) {
            new ConnSetupReply(RequestStatus.SUCCESS, target, initiator, alias, ownAlias, here.iop().unit().frameBytes() / Integer.BYTES)
                .emit(frame, request.openReply());
        } else {
            here.device().counters().increment(Counter.CONNECTS_REFUSED);
            Replies.transactionError(frame, request.openReply(), status, offsetOf(status));
        }
        request.sendReply();
    }

    private int checkSetup(MessageFrame frame, int target, int initiator) {
        if (!ExecConnSetup.KIND.fits(frame)) {
            return DetailedStatus.MESSAGE_TOO_SMALL;
        }
        if ((ExecConnSetup.OPERATION_FLAGS.get(frame) & BIDIRECTIONAL) != 0) {
            return DetailedStatus.UNSUPPORTED_FUNCTION;
        }
        if (!Tid.isAssignable(initiator)) {
            return DetailedStatus.INVALID_INITIATOR_ADDRESS;
        }
        DeviceSlot device = target == Tid.EXECUTIVE ? null : here.iop().device(target);
        if (device == null) {
            return DetailedStatus.INVALID_TARGET_ADDRESS;
        }
        int wanted = ExecConnSetup.MESSAGE_CLASS.get(frame);
        int offered = device.module().description().classId();
        return wanted == ClassId.MATCH_ALL || ClassId.of(wanted).deviceClass() == ClassId.of(offered).deviceClass()
            ? DetailedStatus.SUCCESS : DetailedStatus.INVALID_PARAMETER;
    }

    /** Where in the request the offending field is, in bytes. */
    private static int offsetOf(int status) {
        return switch (status) {
            case DetailedStatus.INVALID_TARGET_ADDRESS, DetailedStatus.INVALID_INITIATOR_ADDRESS, DetailedStatus.UNSUPPORTED_FUNCTION ->
                ExecConnSetup.TARGET.byteOffset();
            case DetailedStatus.INVALID_PARAMETER -> ExecConnSetup.TARGET_ALIAS.byteOffset();
            default -> 0;
        };
    }
}
