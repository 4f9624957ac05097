package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Sending;
import org.jspecify.annotations.Nullable;

/** Brings messages to programs of this card, or drops and counts them. */
final class Delivery {
    private final ProgramTable table;
    private final MessageSlots slots;
    private final Scheduler scheduler;
    private final TickMessages ticks;
    private final Counter noProgram;
    private final Counter notRunning;
    private final Counter noTrigger;

    Delivery(ExtensionContext context, ProgramTable table, MessageSlots slots, Scheduler scheduler, TickMessages ticks) {
        this.table = table;
        this.slots = slots;
        this.scheduler = scheduler;
        this.ticks = ticks;
        noProgram = context.counter("dropped: no such program");
        notRunning = context.counter("dropped: the program does not run");
        noTrigger = context.counter("dropped: no such trigger");
    }

    /** {@return what speaks against a message, counted; DONE when nothing does} */
    PanicStatus check(@Nullable CardProgram program, int trigger) {
        if (program == null) {
            noProgram.increment();
            return PanicStatus.NO_PROGRAM;
        }
        if (program.state != ProgramState.RUNNING) {
            notRunning.increment();
            return PanicStatus.WRONG_STATE;
        }
        if (program.program().code().indexOf(trigger) < 0) {
            noTrigger.increment();
            return PanicStatus.NO_TRIGGER;
        }
        return PanicStatus.DONE;
    }

    @Nullable CardProgram program(int id) {
        return table.find(id);
    }

    /** A message of a program of this card for another one, or for itself. */
    int local(CardProgram by, Sending what) {
        if (what.bytes() > slots.mostBytes()) {
            return Environment.refuse(Fault.PACKET_SIZE);
        }
        if (what.program() == 0) {
            ticks.ask(by, what);
            return Environment.DONE;
        }
        CardProgram to = table.find(what.program());
        if (check(to, what.trigger()) == PanicStatus.DONE && to != null) {
            MessageSlot slot = slots.take(to, what.bytes());
            if (slot != null) {
                slot.local(what.trigger());
                slot.copy(0, what.memory(), what.at(), what.bytes());
                scheduler.queued(to, slot);
            }
        }
        return Environment.DONE;
    }

    /** A packet's payload, where it has come. */
    void packet(int program, int trigger, Buffer frame, int bytes) {
        CardProgram to = table.find(program);
        if (check(to, trigger) == PanicStatus.DONE && to != null) {
            MessageSlot slot = slots.take(to, bytes, MessageSlots.MAX_OF_WIRE);
            if (slot != null) {
                slot.remote(trigger, PacketHeader.senderHigh(frame), PacketHeader.senderLow(frame));
                slot.inPlace(frame, PacketHeader.BYTES, bytes);
                scheduler.arrived(to, slot);
            }
        }
    }

    /** A message that was put together in its slot. */
    void whole(CardProgram to, MessageSlot slot) {
        if (check(to, slot.trigger()) == PanicStatus.DONE) {
            scheduler.queued(to, slot);
        } else {
            slots.release(to, slot);
        }
    }
}
