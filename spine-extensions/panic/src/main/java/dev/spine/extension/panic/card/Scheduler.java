package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Machine;
import org.jspecify.annotations.Nullable;

/** Runs programs in slices: one of one program in each handler of the VM, those that are ready in turn. */
final class Scheduler {
    private static final long AGAIN_NS = 2_000;

    /** What hears of activations that have ended. */
    interface Listener {
        /** An activation has ended, or was not needed; no transfer of it is under way. */
        void onRest(CardProgram program);

        /** An activation has ended; transfers may be under way. */
        void onEnd(CardProgram program);
    }

    private final ExtensionContext context;
    private final MessageSlots slots;
    private final Parameters parameters;
    private final Route self;
    private final Counter activations;
    private final Counter faults;
    private final Counter notArmed;
    private final Counter notRunning;
    private final Counter malformed;
    /** Those that are ready, oldest first. */
    private final @Nullable CardProgram[] ring = new CardProgram[ProgramTable.MAX_PROGRAMS];
    private int first;
    private int count;
    private boolean isPosted;
    private boolean isTimed;
    private boolean isPaused;
    private @Nullable Listener listener;

    Scheduler(ExtensionContext context, MessageSlots slots, Parameters parameters, Counter malformed) {
        this.context = context;
        this.slots = slots;
        this.parameters = parameters;
        this.malformed = malformed;
        self = context.local(PanicProtocol.SLICE);
        activations = context.counter("activations");
        faults = context.counter("faults of programs");
        notArmed = context.counter("dropped: the trigger was not armed");
        notRunning = context.counter("dropped: the program does not run");
        context.onMessage(PanicProtocol.SLICE, this, Scheduler::onSlice);
    }

    void listen(Listener by) {
        listener = by;
    }

    /** No program runs until {@link #resume}. */
    void pause() {
        isPaused = true;
    }

    void resume() {
        isPaused = false;
        post();
    }

    boolean isPaused() {
        return isPaused;
    }

    /** The program has its turn when those before it had theirs. */
    void ready(CardProgram program) {
        if (!program.isReady) {
            program.isReady = true;
            ring[(first + count) % ring.length] = program;
            count++;
        }
        post();
    }

    private void post() {
        if (isPosted || isPaused || count == 0) {
            return;
        }
        OutgoingMessage message = context.message(self);
        if (message != null) {
            message.send();
            isPosted = true;
        } else if (!isTimed) {
            isTimed = context.timer(AGAIN_NS, PanicProtocol.SLICE, 0);
        }
    }

    private void onSlice(Message message) {
        if (message.kind() == Message.Kind.TIMER) {
            isTimed = false;
        } else if (message.kind() == Message.Kind.SMALL && message.way() == Route.Way.LOCAL) {
            isPosted = false;
        } else {
            malformed.increment();
            return;
        }
        if (!isPaused && count > 0) {
            CardProgram program = ring[first];
            ring[first] = null;
            first = (first + 1) % ring.length;
            count--;
            if (program != null) {
                program.isReady = false;
                run(program);
            }
        }
        post();
    }

    /** Runs one slice. */
    void run(CardProgram program) {
        Machine machine = program.machine();
        if (machine.hasEnded() && !begins(program)) {
            return;
        }
        if (machine.run(parameters.sliceSteps()) == Machine.State.READY) {
            ready(program);
        } else if (machine.hasEnded()) {
            ended(program);
        }
        // One that waits is woken by what it waits for.
    }

    /** Begins the next activation; false when there is nothing to do now. */
    private boolean begins(CardProgram program) {
        if (program.transfers > 0 || program.isLeaving) {
            return false;
        }
        if (program.isToStart) {
            if (!program.clearOn()) {
                ready(program);
                return false;
            }
            program.isToStart = false;
            begin(program);
            program.machine().startUp(parameters.stepBudget());
            return true;
        }
        MessageSlot slot = program.takeFirst();
        while (slot != null) {
            int trigger = program.program().code().indexOf(slot.trigger());
            if (trigger >= 0 && (program.machine().armed() >>> trigger & 1) != 0) {
                begin(program);
                program.current = slot;
                slot.point(program.packet);
                program.machine().message(trigger, program.packet, parameters.stepBudget());
                return true;
            }
            notArmed.increment();
            slots.release(program, slot);
            slot = program.takeFirst();
        }
        return false;
    }

    private static void begin(CardProgram program) {
        program.hasFailedTransfer = false;
        program.hasProbed = false;
        program.triesAgain = false;
        program.tries = 0;
        program.sentBytes = 0;
    }

    private void ended(CardProgram program) {
        Machine machine = program.machine();
        activations.increment();
        program.activations++;
        program.steps += (int) machine.steps();
        program.fault = machine.fault();
        program.faultOffset = machine.offset();
        program.faultLine = machine.line();
        if (machine.state() == Machine.State.FAULTED) {
            fail(program);
        } else if (machine.state() == Machine.State.STOPPED) {
            stopped(program, ProgramState.STOPPED);
        }
        if (listener != null) {
            listener.onEnd(program);
        }
        if (program.transfers == 0) {
            rest(program);
        }
    }

    private void fail(CardProgram program) {
        if (program.fault == Fault.CANCELLED) {
            stopped(program, ProgramState.STOPPED);
            return;
        }
        faults.increment();
        stopped(program, ProgramState.FAULTED);
        context.log("program " + program.id + " faulted in line " + program.faultLine + ": " + program.fault.text());
    }

    private void stopped(CardProgram program, ProgramState state) {
        program.state = state;
        program.isToStart = false;
        for (MessageSlot slot = program.takeFirst(); slot != null; slot = program.takeFirst()) {
            notRunning.increment();
            slots.release(program, slot);
        }
    }

    /** Ends whatever the program does, from outside. */
    void stop(CardProgram program) {
        program.triesAgain = false;
        if (program.machine().hasEnded()) {
            stopped(program, ProgramState.STOPPED);
            program.machine().arm(0);
            if (program.transfers == 0) {
                rest(program);
            }
        } else {
            program.machine().cancel(Fault.CANCELLED);
            ended(program);
        }
    }

    /** The last transfer of a program has ended. */
    void transfersEnded(CardProgram program) {
        if (program.machine().hasEnded()) {
            rest(program);
        } else {
            ready(program);
        }
    }

    /** Nothing of the last activation is under way any more. */
    private void rest(CardProgram program) {
        MessageSlot slot = program.current;
        if (slot != null) {
            program.current = null;
            program.packet.clear();
            slots.release(program, slot);
        }
        if (listener != null) {
            listener.onRest(program);
        }
        if (!program.isLeaving && (program.isToStart || program.waiting() > 0)) {
            ready(program);
        }
    }

    /** A message has come, whose payload ends with this activation of the card. Runs it at once if the program is idle. */
    void arrived(CardProgram program, MessageSlot slot) {
        boolean runsNow = program.isIdle() && !isPaused;
        program.append(slot);
        if (runsNow) {
            run(program);
            if (program.current == slot && slot.hold()) {
                slot.point(program.packet);
            }
            return;
        }
        slot.hold();
        if (program.machine().hasEnded() && program.transfers == 0) {
            ready(program);
        }
    }

    /** A message has come whose payload is in its slot. */
    void queued(CardProgram program, MessageSlot slot) {
        program.append(slot);
        if (program.machine().hasEnded() && program.transfers == 0) {
            ready(program);
        }
    }
}
