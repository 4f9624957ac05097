package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;
import dev.spine.extension.ardma.routine.Handover;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.RunLayout;
import org.jspecify.annotations.Nullable;

/** Takes runs further: by the routine's compiled form where there is one that can go on, else by the interpreter. */
final class CompiledRuns {
    /** Units of fuel to prepare a call of a form and to take up what it has left, beside what the form pays for. */
    private static final int AROUND = 8_000;
    /** What a call may use in all. */
    private static final int UNITS = CompiledForm.FUEL_OF_CALL + AROUND;
    /** No call makes so many. */
    private static final int STEPS = 1 << 20;

    private final ExtensionContext context;
    private final Forms forms;
    private final Counter compiledSteps;
    private final Counter unchecked;
    private final @Nullable Buffer[] lent = new @Nullable Buffer[RunLayout.AREAS];
    private @Nullable Buffer state;

    CompiledRuns(ExtensionContext context, Forms forms) {
        this.context = context;
        this.forms = forms;
        this.compiledSteps = context.counter("steps of compiled code");
        this.unchecked = context.counter("calls of unchecked code");
    }

    /** {@return whether there is memory for what is handed over} */
    boolean isReady() {
        if (state == null) {
            state = context.allocate(RunLayout.BYTES);
        }
        return state != null;
    }

    /** {@return units of fuel without which a run does not go on in its compiled form; 0 when it is interpreted anyway} */
    static int needed(Request request) {
        KeptRoutine routine = request.routine;
        Run run = request.run;
        return request.step == Request.Step.RUN && routine != null && routine.form != null && run != null && run.place.isEntry() ? UNITS
            : 0;
    }

    /** Takes a run further; false when it was lost with its form. */
    boolean goOn(Request request, KeptRoutine routine, Run run, int slice) {
        LinkedForm form = routine.form;
        Machine machine = run.machine;
        FormPlace place = run.place;
        if (form == null || place.isResting()) {
            machine.run(slice);
        } else if (!place.isEntry()) {
            if (machine.runToEntry(slice, place.isNextEntry())) {
                place.enter();
            }
        } else if (!Handover.isPossible(machine) || context.fuelLeft() < UNITS) {
            machine.run(slice);
            place.stop(false, false, STEPS);
        } else {
            return call(request, routine, run, form, slice);
        }
        return true;
    }

    private boolean call(Request request, KeptRoutine routine, Run run, LinkedForm form, int slice) {
        Buffer memory = state;
        Machine machine = run.machine;
        if (memory == null) {
            return false;
        }
        if (Handover.isAtBeginning(machine) && hasFew(request, run, form)) {
            return begin(request, routine, run, form, memory);
        }
        boolean emits = (form.areas() & 1 << RunLayout.PIECE) != 0;
        Handover.give(machine, memory, STEPS, CompiledForm.FUEL_OF_CODE, emits ? run.room() : 0);
        memory.put32(RunLayout.PIECE_AT, run.filled());
        boolean hasAll = true;
        for (int i = 0; i < RunLayout.AREAS; i++) {
            lent[i] = (form.areas() & 1 << i) == 0 ? null : lend(memory, request, routine, run, form, i);
            hasAll &= lent[i] != null || (form.areas() & 1 << i) == 0;
        }
        if (!form.isChecked()) {
            if (!hasAll) {
                machine.run(slice);
                run.place.stop(false, false, 0);
                return true;
            }
            unchecked.increment();
        }
        int why;
        try {
            why = form.form().run(memory, lent[0], lent[1], lent[2], lent[3], lent[4], lent[5], lent[6], lent[7], lent[RunLayout.SCRATCH],
                lent[RunLayout.DATA], emits ? run.piece() : null);
        } catch (ServiceException e) {
            return failed(routine, e);
        }
        int made = Handover.take(machine, memory, STEPS, why == CompiledForm.ENDED);
        run.addFilled(memory.i32(RunLayout.EMITTED_AT));
        compiledSteps.add(made);
        run.place.stop(why == CompiledForm.AGAIN, why == CompiledForm.INTERPRET_ONE, form.isChecked() ? made : STEPS);
        return true;
    }

    /** A form was not called, or has not come back: {@return whether the run can go on} */
    private boolean failed(KeptRoutine routine, ServiceException e) {
        boolean hasBegun = e.reason() == ServiceException.Reason.FAILED || e.reason() == ServiceException.Reason.DECLINED;
        if (hasBegun) {
            forms.lose(routine);
        } else {
            // The host has unloaded it, or it cannot hold what it is lent.
            forms.leave(routine);
        }
        return !hasBegun;
    }

    /** Whether a form uses no other areas than a run can begin with, and has all of their bytes. */
    private static boolean hasFew(Request request, Run run, LinkedForm form) {
        int areas = form.areas();
        return (areas & ~CompiledForm.FEW_AREAS) == 0
            && ((areas & 1) == 0 || request.areaCount > 0 && request.areas[0] instanceof BufferArea card && !card.isClosed())
            && ((areas & 1 << RunLayout.SCRATCH) == 0 || run.scratch() instanceof BufferArea);
    }

    /** Most runs are short, and done by one call: it has few references and no state in a buffer, which cost more than the run. */
    private boolean begin(Request request, KeptRoutine routine, Run run, LinkedForm form, Buffer memory) {
        Machine machine = run.machine;
        Area first = (form.areas() & 1) == 0 ? null : request.areas[0];
        int bytes = first == null ? 0 : (int) first.length();
        long left = Handover.stepsLeft(machine);
        int most = (int) Math.min(STEPS, left);
        if (!form.isChecked()) {
            unchecked.increment();
        }
        long answer;
        try {
            answer = form.form().begin(memory, first == null ? null : first.memory(),
                (form.areas() & 1 << RunLayout.SCRATCH) == 0 ? null : run.scratch().memory(),
                (form.areas() & 1 << RunLayout.DATA) == 0 ? null : routine.bytes.memory(), most, left - most,
                first == null ? 0 : first.place(0), bytes, first != null && first.isWritable() ? bytes : -1, routine.routine().dataAt(),
                routine.routine().dataBytes(), Handover.slot(machine, 0), Handover.slot(machine, 1), Handover.slot(machine, 2),
                Handover.slot(machine, 3), Handover.slot(machine, 4), Handover.slot(machine, 5));
        } catch (ServiceException e) {
            return failed(routine, e);
        }
        int why = (int) answer;
        int made = most - (int) (answer >>> Integer.SIZE);
        if (why == CompiledForm.ENDED) {
            Handover.end(machine, memory, made);
        } else {
            Handover.take(machine, memory, STEPS, false);
            run.place.stop(why == CompiledForm.AGAIN, why == CompiledForm.INTERPRET_ONE, form.isChecked() ? made : STEPS);
        }
        compiledSteps.add(made);
        return true;
    }

    /**
     * The bytes of an area, when all of them are in the card's memory; of one whose pages are brought those of the page or window that was
     * used last, which code without checks cannot have.
     */
    private static @Nullable Buffer lend(Buffer memory, Request request, KeptRoutine routine, Run run, LinkedForm form, int number) {
        if (number == RunLayout.DATA) {
            int bytes = routine.routine().dataBytes();
            Handover.giveArea(memory, number, 0, bytes, -1, routine.routine().dataAt(), bytes);
            return routine.bytes.memory();
        }
        Area area = number == RunLayout.SCRATCH ? run.scratch() : number < request.areaCount ? request.areas[number] : null;
        if (area == null || area.isClosed()) {
            return null;
        }
        if (area instanceof BufferArea card) {
            int bytes = (int) card.length();
            Handover.giveArea(memory, number, 0, bytes, card.isWritable() ? bytes : -1, card.place(0), bytes);
            return card.memory();
        }
        return form.isChecked() && area instanceof PagedArea paged && paged.giveSpan(memory, number) ? paged.lastMemory() : null;
    }
}
