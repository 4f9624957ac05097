package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import org.jspecify.annotations.Nullable;

/**
 * Messages that come in parts. The parts of one come in order; what is missing ends the message. So many can be unfinished: the one that
 * has heard nothing for the longest time makes room for a new one.
 */
final class Assemblies {
    /** How many can be unfinished. */
    private static final int MAX_UNFINISHED = 8;
    /** A message of which nothing comes for so long is given up. */
    private static final long MAX_SILENT_NS = 100_000_000;

    /** One that is unfinished. */
    private static final class Assembly {
        @Nullable CardProgram to;
        @Nullable MessageSlot slot;
        int senderHigh;
        int senderLow;
        int source;
        int number;
        int bytes;
        long heardNs;
    }

    private final ExtensionContext context;
    private final Delivery delivery;
    private final MessageSlots slots;
    private final Assembly[] assemblies = new Assembly[MAX_UNFINISHED];
    private final Counter unfinished;
    private final Counter repeated;
    private boolean isTimed;

    Assemblies(ExtensionContext context, Delivery delivery, MessageSlots slots) {
        this.context = context;
        this.delivery = delivery;
        this.slots = slots;
        unfinished = context.counter("messages in parts given up");
        repeated = context.counter("parts of messages that fit to nothing");
        for (int i = 0; i < MAX_UNFINISHED; i++) {
            assemblies[i] = new Assembly();
        }
        context.onMessage(PanicProtocol.UNFINISHED, this, Assemblies::onTimer);
    }

    /** A packet with a part of a message. */
    void part(Buffer frame) {
        int at = PacketHeader.fragmentAt(frame);
        int length = PacketHeader.length(frame);
        Assembly assembly = find(frame);
        if (assembly != null && at < assembly.bytes) {
            MessageSlot held = assembly.slot;
            if (held != null && held.holds(at, frame, PacketHeader.BYTES, length)) {
                repeated.increment();
                return;
            }
            // Another message under the same number: its sender has begun to count anew.
            giveUp(assembly);
            assembly = null;
        }
        if (assembly != null && at > assembly.bytes) {
            giveUp(assembly);
            return;
        }
        if (assembly == null) {
            assembly = at == 0 ? begin(frame) : null;
            if (assembly == null) {
                if (at != 0) {
                    repeated.increment();
                }
                return;
            }
        }
        MessageSlot slot = assembly.slot;
        CardProgram to = assembly.to;
        if (slot == null || to == null || length == 0 || length > slot.room() - at) {
            giveUp(assembly);
            return;
        }
        slot.copy(at, frame, PacketHeader.BYTES, length);
        assembly.bytes = at + length;
        assembly.heardNs = context.nowNs();
        time();
        if (PacketHeader.isLast(frame)) {
            assembly.slot = null;
            assembly.to = null;
            delivery.whole(to, slot);
        }
    }

    private @Nullable Assembly find(Buffer frame) {
        for (int i = 0; i < MAX_UNFINISHED; i++) {
            Assembly each = assemblies[i];
            CardProgram to = each.to;
            if (to != null && each.number == PacketHeader.messageNumber(frame) && each.senderLow == PacketHeader.senderLow(frame)
                && each.senderHigh == PacketHeader.senderHigh(frame) && each.source == PacketHeader.source(frame)
                && to.id == PacketHeader.program(frame)) {
                return each;
            }
        }
        return null;
    }

    private @Nullable Assembly begin(Buffer frame) {
        int trigger = PacketHeader.trigger(frame);
        CardProgram to = delivery.program(PacketHeader.program(frame));
        if (delivery.check(to, trigger) != PanicStatus.DONE || to == null) {
            return null;
        }
        Assembly free = assemblies[0];
        for (int i = 0; i < MAX_UNFINISHED; i++) {
            Assembly each = assemblies[i];
            if (free.to != null && (each.to == null || each.heardNs - free.heardNs < 0)) {
                free = each;
            }
        }
        MessageSlot slot = slots.take(to, slots.mostBytes(), MessageSlots.MAX_OF_WIRE);
        if (slot == null) {
            return null;
        }
        giveUp(free);
        slot.remote(trigger, PacketHeader.senderHigh(frame), PacketHeader.senderLow(frame));
        free.to = to;
        free.slot = slot;
        free.senderHigh = PacketHeader.senderHigh(frame);
        free.senderLow = PacketHeader.senderLow(frame);
        free.source = PacketHeader.source(frame);
        free.number = PacketHeader.messageNumber(frame);
        free.bytes = 0;
        return free;
    }

    private void giveUp(Assembly assembly) {
        CardProgram to = assembly.to;
        MessageSlot slot = assembly.slot;
        assembly.to = null;
        assembly.slot = null;
        if (to != null && slot != null) {
            unfinished.increment();
            slots.release(to, slot);
        }
    }

    private void time() {
        if (!isTimed) {
            isTimed = context.timer(MAX_SILENT_NS, PanicProtocol.UNFINISHED, 0);
        }
    }

    private void onTimer(Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            return;
        }
        isTimed = false;
        long now = context.nowNs();
        for (int i = 0; i < MAX_UNFINISHED; i++) {
            Assembly each = assemblies[i];
            if (each.to != null && now - each.heardNs >= MAX_SILENT_NS) {
                giveUp(each);
            } else if (each.to != null) {
                time();
            }
        }
    }

    /** The program gets no messages any more. */
    void cancel(CardProgram of) {
        for (int i = 0; i < MAX_UNFINISHED; i++) {
            if (assemblies[i].to == of) {
                giveUp(assemblies[i]);
            }
        }
    }
}
