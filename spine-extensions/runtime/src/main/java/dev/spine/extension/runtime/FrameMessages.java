package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IncomingRequest;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages to extensions that come in frames, from the host and from other IOPs. One whose receiver has no room keeps its frame, behind the
 * earlier ones for the same receiver, while those for others go on. Belongs to the card's agent.
 */
final class FrameMessages {
    /** The first of the 11 words of a reply that answer an operation on exported memory. */
    static final int ANSWER_WORD = 5;
    /** Messages whose data are on their way at the same time. */
    static final int PULLS = 16;

    private static final int ANSWER_WORDS = 11;
    private static final int INSTANCES = CardLimits.MAX_INSTANCES + 1;

    /** Data that the card's DMA engine fetches from the memory of another card. */
    static final class Pull {
        private final Transfer transfer;
        private @Nullable MessageSlot slot;
        private @Nullable Resident receiver;

        Pull(DeliveryList<Transfer> completions) {
            transfer = new Transfer(OutgoingMessage.MAX_PIECES, completions);
            transfer.attach(this);
        }
    }

    private final RuntimeParts parts;
    private final Resident.Table residents;
    private final LocalRoutes local;
    private final MessageQueues queues;
    private final MemoryService memory;
    private final NetworkRoutes network;
    private final @Nullable ArrayDeque<IncomingRequest>[] held = newQueues();
    private final Pull[] pulls = new Pull[PULLS];
    private final int[] asked = new int[Message.WORDS];
    private final int[] answer = new int[ANSWER_WORDS];
    /** A bit for each instance for which messages keep their frames. */
    private final long[] holding = new long[(INSTANCES + Long.SIZE - 1) / Long.SIZE];
    private int heldCount;
    private long everHeld;
    private long failedPulls;

    FrameMessages(RuntimeParts parts, Resident.Table residents, LocalRoutes local, MemoryService memory, NetworkRoutes network) {
        this.parts = parts;
        this.residents = residents;
        this.local = local;
        this.queues = local.queues();
        this.memory = memory;
        this.network = network;
        for (int i = 0; i < PULLS; i++) {
            pulls[i] = new Pull(parts.completions());
        }
    }

    @SuppressWarnings("unchecked")
    private static @Nullable ArrayDeque<IncomingRequest>[] newQueues() {
        return (@Nullable ArrayDeque<IncomingRequest>[]) new ArrayDeque<?>[INSTANCES];
    }

    /** {@return messages that keep their frames now} */
    int heldNow() {
        return heldCount;
    }

    /** {@return messages that had to keep their frames} */
    long everHeld() {
        return everHeld;
    }

    /** {@return messages whose data could not be fetched} */
    long failedPulls() {
        return failedPulls;
    }

    /** A small message, with data under a grant or without, or an operation on exported memory; it is long enough for a small message. */
    void onMessage(IncomingRequest request) {
        MessageFrame frame = request.frame();
        int control = frame.transactionContext();
        int kind = control & 0xFF;
        if (kind == RuntimeProtocol.KIND_MEMORY) {
            operate(request, frame);
        } else if (kind != RuntimeProtocol.KIND_SMALL && kind != RuntimeProtocol.KIND_CREDITED && kind != RuntimeProtocol.KIND_GRANTED
            || kind == RuntimeProtocol.KIND_GRANTED && !hasGoodGrant(frame)) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else {
            ArrayDeque<IncomingRequest> earlier = held[control >>> 24];
            if (earlier != null && !earlier.isEmpty() || !take(request, control)) {
                hold(request, control >>> 24);
            }
        }
    }

    private static boolean hasGoodGrant(MessageFrame frame) {
        int words = frame.sizeWords() - RuntimeProtocol.GRANTED_WORDS;
        if (words < 0 || words % RuntimeProtocol.PIECE_WORDS != 0 || furtherPieces(frame) >= OutgoingMessage.MAX_PIECES) {
            return false;
        }
        if (grantOf(frame) == GrantTable.NONE) {
            return false;
        }
        int left = MessageContent.MAX_DATA_BYTES;
        for (int piece = 0; piece <= furtherPieces(frame); piece++) {
            int bytes = frame.wordOrZero(wordOf(piece));
            if (bytes < 1 || bytes > left) {
                return false;
            }
            left -= bytes;
        }
        return true;
    }

    private static long grantOf(MessageFrame frame) {
        return (long) frame.wordOrZero(RuntimeProtocol.GRANT_WORD + 3) << Integer.SIZE
            | frame.wordOrZero(RuntimeProtocol.GRANT_WORD + 2) & 0xFFFF_FFFFL;
    }

    private static int furtherPieces(MessageFrame frame) {
        return (frame.sizeWords() - RuntimeProtocol.GRANTED_WORDS) / RuntimeProtocol.PIECE_WORDS;
    }

    /** {@return where the number of bytes of a piece is; behind it is their address} */
    private static int wordOf(int piece) {
        return piece == 0 ? RuntimeProtocol.GRANT_WORD : RuntimeProtocol.GRANTED_WORDS + RuntimeProtocol.PIECE_WORDS * (piece - 1);
    }

    private void refuse(IncomingRequest request, int detailedStatus) {
        local.undelivered().count(Undelivered.Reason.REFUSED);
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, 0);
        request.sendReply();
    }

    private void hold(IncomingRequest request, int instance) {
        ArrayDeque<IncomingRequest> queue = held[instance];
        if (queue == null) {
            queue = new ArrayDeque<>();
            held[instance] = queue;
        }
        queue.add(request);
        holding[instance / Long.SIZE] |= 1L << instance;
        heldCount++;
        everHeld++;
        queues.countNoRoom(instance);
    }

    /** Enters a message in its receiver's queue, or says that there is nobody for it; false when there is no room now. */
    private boolean take(IncomingRequest request, int control) {
        Resident instance = residents.get(control >>> 24);
        int kind = control & 0xFF;
        if (instance == null || kind != RuntimeProtocol.KIND_SMALL && !instance.hasHandler(control >>> 16 & 0xFF)) {
            if (kind == RuntimeProtocol.KIND_SMALL) {
                local.undelivered().count(Undelivered.Reason.NO_RECEIVER);
                request.finish();
            } else {
                refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
            }
            return true;
        }
        if (kind == RuntimeProtocol.KIND_GRANTED) {
            return pull(request, instance, control);
        }
        MessageSlot slot = queues.takeForMessage(instance.number());
        if (slot == null) {
            return false;
        }
        LocalRoutes.fill(slot, request.frame(), control, way(request, kind));
        if (kind == RuntimeProtocol.KIND_SMALL) {
            request.finish();
        } else {
            slot.request = request;
        }
        queues.enter(slot);
        return true;
    }

    /** An application sends what nobody answers; what an extension on the host sends to a card is answered, as that of all peers. */
    private static Route.Way way(IncomingRequest request, int kind) {
        return request.sender().isHost() && kind == RuntimeProtocol.KIND_SMALL ? Route.Way.HOST : Route.Way.PEER;
    }

    // --- data

    private @Nullable Pull freePull() {
        for (Pull pull : pulls) {
            if (pull.slot == null) {
                return pull;
            }
        }
        return null;
    }

    /**
     * Fetches the data into memory of the receiver. The message has its place in the queue from now on, and its turn when they are there.
     */
    private boolean pull(IncomingRequest request, Resident receiver, int control) {
        MessageFrame frame = request.frame();
        int further = furtherPieces(frame);
        int bytes = 0;
        for (int piece = 0; piece <= further; piece++) {
            parts.agent().charge(Op.TRANSFER_RUN);
            bytes += frame.wordOrZero(wordOf(piece));
        }
        parts.agent().charge(Op.TAKE_MESSAGE);
        if (!receiver.holdings().couldEverHold(bytes)) {
            // Waiting would be forever, and for all messages behind it.
            refuse(request, DetailedStatus.INSUFFICIENT_RESOURCE_HARD);
            return true;
        }
        Pull pull = freePull();
        MessageSlot slot = pull == null || !receiver.holdings().mayBeginOperation() ? null : network.slotToFill(receiver, bytes);
        Lease lease = slot == null ? null : slot.lease;
        if (pull == null || lease == null || slot == null) {
            return false;
        }
        LocalRoutes.fill(slot, frame, control, Route.Way.PEER);
        slot.kind = Message.Kind.BULK;
        slot.request = request;
        slot.isArriving = true;
        queues.enter(slot);
        pull.slot = slot;
        pull.receiver = receiver;
        receiver.holdings().operationStarted(bytes);
        // When the grant of the first piece has ended, nothing of any piece is fetched. All are what the sender itself may read, too:
        // otherwise it could name memory of this card, which this card may read without any grant.
        pull.transfer.clear().under(grantOf(frame)).fromMemoryOf(request.sender());
        long to = lease.address();
        for (int piece = 0; piece <= further; piece++) {
            int length = frame.wordOrZero(wordOf(piece));
            pull.transfer.add(frame.wordOrZero(wordOf(piece) + 1) & 0xFFFF_FFFFL, to, length);
            to += length;
        }
        parts.start(pull.transfer);
        return true;
    }

    /** Senders are gone: what they have lent is fetched no more, and what was not fetched yet is not at all. */
    void dropFromGone() {
        for (Pull pull : pulls) {
            IncomingRequest request = pull.slot == null ? null : pull.slot.request;
            if (request != null && request.isSenderGone()) {
                pull.transfer.cancel();
            }
        }
        for (ArrayDeque<IncomingRequest> queue : held) {
            int before = queue == null ? 0 : queue.size();
            if (queue != null && queue.removeIf(this::isLost)) {
                heldCount -= before - queue.size();
            }
        }
    }

    /** Whether the data of a message that keeps its frame cannot be fetched any more: then it is counted, and ended. */
    private boolean isLost(IncomingRequest request) {
        boolean lost = request.isSenderGone() && (request.frame().transactionContext() & 0xFF) == RuntimeProtocol.KIND_GRANTED;
        if (lost) {
            local.undelivered().count(Undelivered.Reason.NO_DATA);
            request.finish();
        }
        return lost;
    }

    void onCompletion(Pull pull) {
        MessageSlot slot = pull.slot;
        Resident receiver = pull.receiver;
        pull.slot = null;
        pull.receiver = null;
        if (receiver != null) {
            receiver.holdings().operationEnded();
        }
        if (slot != null) {
            slot.isArriving = false;
            if (pull.transfer.outcome() != Transfer.Outcome.DONE) {
                failedPulls++;
                slot.isLost = true;
            }
            if (slot.isDropped) {
                queues.putBackWithData(slot);
            }
        }
    }

    // --- exported memory

    private void operate(IncomingRequest request, MessageFrame frame) {
        for (int i = 0; i < Message.WORDS; i++) {
            asked[i] = frame.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
        }
        Arrays.fill(answer, 0);
        memory.operate(asked, 0, answer, 0);
        MessageFrame reply = request.openReply();
        Replies.begin(frame, reply, ANSWER_WORD + ANSWER_WORDS, MessageFlags.FINAL_REPLY, 0);
        reply.setWord(ANSWER_WORD - 1, RequestStatus.SUCCESS << 24);
        for (int i = 0; i < ANSWER_WORDS; i++) {
            reply.setWord(ANSWER_WORD + i, answer[i]);
        }
        request.sendReply();
    }

    // --- answers

    /** A message has left its queue: its sender is notified if it waits for that. */
    static void answer(MessageSlot slot, boolean taken) {
        IncomingRequest request = slot.request;
        slot.request = null;
        if (request == null) {
            return;
        }
        if (taken) {
            Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, 0);
        } else {
            Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.DEVICE_NOT_AVAILABLE, 0);
        }
        request.sendReply();
    }

    /** Messages that kept their frames go on where there is room: {@return how many}. */
    int resume() {
        int resumed = 0;
        // Only those that hold something are looked at: this is asked in every cycle as long as one does.
        for (int word = 0; heldCount > 0 && word < holding.length; word++) {
            for (long left = holding[word]; left != 0; left &= left - 1) {
                int instance = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                ArrayDeque<IncomingRequest> queue = held[instance];
                while (queue != null && !queue.isEmpty() && take(queue.peekFirst(), queue.peekFirst().frame().transactionContext())) {
                    queue.removeFirst();
                    heldCount--;
                    resumed++;
                }
                if (queue == null || queue.isEmpty()) {
                    holding[word] &= ~(1L << instance);
                }
            }
        }
        return resumed;
    }

    /** The IOP is reset: nothing is answered any more, and the kernel returns the frames. */
    void reset() {
        for (ArrayDeque<IncomingRequest> queue : held) {
            if (queue != null) {
                queue.clear();
            }
        }
        Arrays.fill(holding, 0);
        heldCount = 0;
    }
}
