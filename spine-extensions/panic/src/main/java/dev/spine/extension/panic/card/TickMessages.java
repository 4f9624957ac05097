package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.panic.machine.Sending;
import dev.spine.extension.panic.program.ProgramFormat;
import org.jspecify.annotations.Nullable;

/**
 * Program 0 of the card: a message to its trigger 1 asks for a message to the sender after so many ticks. Word 0 of the request is the
 * ticks, without sign, word 1 the sender's trigger; the message has the request's bytes.
 */
final class TickMessages {
    /** How many can wait. */
    private static final int MAX_WAITING = 32;
    private static final int TRIGGER = 1;
    private static final int MIN_BYTES = 2 * Integer.BYTES;
    /** Timers cannot be taken back: so none is longer, and one that is not needed any more is soon over. */
    private static final long MAX_TIMER_NS = 10_000_000;

    private static final int MAX_TIMERS = 16;

    /** One that waits. */
    private static final class Entry {
        @Nullable CardProgram program;
        @Nullable MessageSlot slot;
        long dueNs;
    }

    private final ExtensionContext context;
    private final MessageSlots slots;
    private final Scheduler scheduler;
    private final long tickNs;
    private final Entry[] entries = new Entry[MAX_WAITING];
    private final Counter refused;
    private final Counter noTrigger;
    private final Counter malformed;
    private int count;
    /** When the timers end that are set, in no order: none is set while one ends early enough. */
    private final long[] timerNs = new long[MAX_TIMERS];
    private int timers;

    TickMessages(ExtensionContext context, MessageSlots slots, Scheduler scheduler, long tickNs) {
        this.context = context;
        this.slots = slots;
        this.scheduler = scheduler;
        this.tickNs = tickNs;
        malformed = context.counter("messages malformed");
        refused = context.counter("requests to program 0 refused");
        noTrigger = context.counter("dropped: no such trigger");
        for (int i = 0; i < MAX_WAITING; i++) {
            entries[i] = new Entry();
        }
        context.onMessage(PanicProtocol.TICKS, this, TickMessages::onTimer);
    }

    /** A program asks. */
    void ask(CardProgram by, Sending what) {
        if (what.trigger() != TRIGGER) {
            noTrigger.increment();
            return;
        }
        int trigger = what.bytes() < MIN_BYTES ? -1 : what.memory().i32(what.at() + Integer.BYTES);
        MessageSlot slot = trigger < 0 || trigger > ProgramFormat.MAX_ID || count == MAX_WAITING ? null : slots.take(by, what.bytes());
        if (slot == null) {
            refused.increment();
            return;
        }
        slot.local(trigger);
        slot.copy(0, what.memory(), what.at(), what.bytes());
        Entry entry = entries[count++];
        entry.program = by;
        entry.slot = slot;
        entry.dueNs = context.nowNs() + Integer.toUnsignedLong(what.memory().i32(what.at())) * tickNs;
        set();
    }

    private void set() {
        if (count == 0) {
            return;
        }
        long now = context.nowNs();
        long next = now + MAX_TIMER_NS;
        for (int i = 0; i < count; i++) {
            next = Math.min(next, entries[i].dueNs);
        }
        for (int i = 0; i < timers; i++) {
            if (timerNs[i] <= next) {
                return;
            }
        }
        if (timers < MAX_TIMERS && context.timer(Math.max(next - now, 0), PanicProtocol.TICKS, 0)) {
            timerNs[timers++] = next;
        }
    }

    private void onTimer(Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            malformed.increment();
            return;
        }
        long now = context.nowNs();
        int set = 0;
        for (int i = 0; i < timers; i++) {
            if (timerNs[i] > now) {
                timerNs[set++] = timerNs[i];
            }
        }
        timers = set;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Entry entry = entries[i];
            if (entry.dueNs > now) {
                entries[i] = entries[kept];
                entries[kept++] = entry;
            } else {
                due(entry);
            }
        }
        count = kept;
        set();
    }

    private void due(Entry entry) {
        CardProgram program = entry.program;
        MessageSlot slot = entry.slot;
        entry.program = null;
        entry.slot = null;
        if (program != null && slot != null) {
            scheduler.queued(program, slot);
        }
    }

    /** What a program asked for is not needed any more. */
    void cancel(CardProgram by) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Entry entry = entries[i];
            MessageSlot slot = entry.slot;
            if (entry.program == by && slot != null) {
                slots.release(by, slot);
                entry.program = null;
                entry.slot = null;
            } else {
                entries[i] = entries[kept];
                entries[kept++] = entry;
            }
        }
        count = kept;
    }
}
