package dev.spine.extension.runtime;

import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.parts.CarriedOver;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's way to handlers of this card: messages, and reports of what has ended, wait here in the queues of their instances.
 * Belongs to the card's agent.
 */
final class LocalRoutes {
    private static final int SLOTS = 1_024;
    private static final int KEPT_FOR_REPORTS = 512;
    /** A report for each transfer that there can be, for each who waits for the end of all, and for what else is asked for. */
    private static final int MAX_SLOTS = CarriedOver.MAX_TRANSFERS + CardLimits.MAX_INSTANCES * TransferFences.CAPACITY + 4 * SLOTS;

    private final AgentContext agent;
    private final MessageQueues queues = new MessageQueues(SLOTS, KEPT_FOR_REPORTS, MAX_SLOTS);
    private final Undelivered undelivered = new Undelivered();
    private long held;

    LocalRoutes(AgentContext agent) {
        this.agent = agent;
    }

    MessageQueues queues() {
        return queues;
    }

    Undelivered undelivered() {
        return undelivered;
    }

    /** {@return how often a sender of this card was told to wait for a full queue} */
    long held() {
        return held;
    }

    // --- messages

    boolean canSend(int instance) {
        boolean room = queues.room(instance) > 0;
        if (!room) {
            held++;
            queues.countNoRoom(instance);
        }
        return room;
    }

    /** Sends a message to an instance, which is there; false when there is no room for it. */
    boolean send(int instance, int handler, int user, int[] words) {
        MessageSlot slot = queues.takeForMessage(instance);
        if (slot == null) {
            return false;
        }
        slot.user = user;
        slot.instance = instance;
        slot.handler = handler;
        slot.way = Route.Way.LOCAL;
        System.arraycopy(words, 0, slot.words, 0, Message.WORDS);
        queues.enter(slot);
        return true;
    }

    /** A message of the application, whose data are in {@code lease}, or there are none; false when the queue is full. */
    boolean enter(MessageFrame frame, int control, Route.Way way, @Nullable Lease lease) {
        MessageSlot slot = queues.takeForMessage(control >>> 24);
        if (slot == null) {
            return false;
        }
        fill(slot, frame, control, way);
        if (lease != null) {
            slot.kind = Message.Kind.BULK;
            slot.lease = lease;
        }
        queues.enter(slot);
        return true;
    }

    /** Fills a slot from the words of a frame and its control word. */
    static void fill(MessageSlot slot, MessageFrame frame, int control, Route.Way way) {
        slot.kind = Message.Kind.SMALL;
        slot.source = Route.NOWHERE;
        slot.way = way;
        slot.instance = control >>> 24;
        slot.handler = control >>> 16 & 0xFF;
        slot.user = control >>> 8 & 0xFF;
        for (int i = 0; i < Message.WORDS; i++) {
            slot.words[i] = frame.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
        }
    }

    /** A message comes back to its sender; false when there is no room for it now. */
    boolean bringBack(int instance, int handler, int user, int[] words, int from, ReturnReason reason) {
        MessageSlot slot = queues.takeForReport();
        if (slot == null) {
            return false;
        }
        slot.kind = Message.Kind.RETURNED;
        slot.reason = reason;
        slot.instance = instance;
        slot.handler = handler;
        slot.user = user;
        System.arraycopy(words, from, slot.words, 0, Message.WORDS);
        queues.enter(slot);
        return true;
    }

    /** Enters what an instance gets from another one; there is room for it. */
    void delegate(int receiver, int handler, int number, @Nullable Lease lease, @Nullable Surface surface, @Nullable HostRegion region) {
        MessageSlot slot = queues.takeForMessage(receiver);
        if (slot == null) {
            throw new IllegalStateException("whoever gives something makes sure that there is room");
        }
        begin(slot, receiver, handler, Message.Kind.DELEGATED, number, 0);
        slot.way = Route.Way.LOCAL;
        slot.lease = lease;
        slot.surface = surface;
        slot.region = region;
        queues.enter(slot);
    }

    /** A region of the host's memory for an instance; false when the queue is full. */
    boolean onGrant(int receiver, int handler, int number, HostRegion region) {
        MessageSlot slot = queues.takeForMessage(receiver);
        if (slot == null) {
            return false;
        }
        begin(slot, receiver, handler, Message.Kind.GRANTED, number, 0);
        slot.way = Route.Way.HOST;
        slot.region = region;
        queues.enter(slot);
        return true;
    }

    // --- reports

    /** {@return whether a report has room now; while not, what is to be reported has to wait} */
    boolean canReport() {
        return queues.canReport();
    }

    void reportTimer(int instance, int handler, int number) {
        report(instance, handler, Message.Kind.TIMER, number, 0);
    }

    void reportTransfer(int instance, int handler, int number, Transfer.Outcome outcome) {
        report(instance, handler, Message.Kind.TRANSFER, number, outcome == Transfer.Outcome.DONE ? 0 : outcome.ordinal());
    }

    /** All transfers have ended that an instance waited for; false when there is no room for the report. */
    boolean reportFence(int instance, int handler, int number, TransferFences fences, int fence) {
        MessageSlot slot = report(instance, handler, Message.Kind.TRANSFER, number, 0);
        if (slot == null) {
            return false;
        }
        slot.fences = fences;
        slot.fence = fence;
        return true;
    }

    void reportSurface(int instance, int handler, int reason, @Nullable Surface surface) {
        MessageSlot slot = report(instance, handler, Message.Kind.SURFACE, reason, 0);
        if (slot != null) {
            slot.surface = surface;
        }
    }

    void reportRevoked(int instance, int handler, int number) {
        report(instance, handler, Message.Kind.REVOKED, number, 0);
    }

    void reportStore(int instance, int handler, int reason, @Nullable Store store) {
        MessageSlot slot = report(instance, handler, Message.Kind.STORE, reason, 0);
        if (slot != null) {
            slot.store = store;
        }
    }

    void reportBlocks(int instance, int handler, int number, int requestStatus, int detailedStatus, int transferred) {
        MessageSlot slot = report(instance, handler, Message.Kind.BLOCKS, number, requestStatus);
        if (slot != null) {
            slot.words[2] = detailedStatus;
            slot.words[3] = transferred;
        }
    }

    /** Enters a report; what it brings beyond two words is added to the slot that this returns. */
    private @Nullable MessageSlot report(int instance, int handler, Message.Kind kind, int word0, int word1) {
        agent.charge(Op.GIVE_MESSAGE);
        MessageSlot slot = queues.takeForReport();
        if (slot == null) {
            undelivered.count(Undelivered.Reason.REPORT);
            return null;
        }
        begin(slot, instance, handler, kind, word0, word1);
        queues.enter(slot);
        return slot;
    }

    private static void begin(MessageSlot slot, int instance, int handler, Message.Kind kind, int word0, int word1) {
        Arrays.fill(slot.words, 0);
        slot.words[0] = word0;
        slot.words[1] = word1;
        slot.kind = kind;
        slot.instance = instance;
        slot.handler = handler & 0xFF;
    }
}
