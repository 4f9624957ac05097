package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;

/** Takes the state of a run from a machine to a compiled form and back, by a buffer as {@link RunLayout} says. As the machine. */
public final class Handover {
    private Handover() {}

    /**
     * {@return whether a run can go on in another form: it is between two instructions}
     *
     * @param machine of the run
     */
    public static boolean isPossible(Machine machine) {
        return machine.isBetween() && machine.method != null;
    }

    /**
     * Writes where a run is; what the areas are is for the caller to write.
     *
     * @param machine whose run {@link #isPossible may go over}
     * @param state of {@link RunLayout#BYTES}
     * @param steps how many it may make, at most those that are left
     * @param fuel units that it may use
     * @param room bytes for which the stream has room
     */
    public static void give(Machine machine, Buffer state, int steps, int fuel, int room) {
        RoutineMethod method = machine.method;
        int count = machine.top - machine.base;
        state.put32(RunLayout.METHOD_AT, method == null ? 0 : method.index);
        state.put32(RunLayout.NEXT_AT, machine.next);
        state.put32(RunLayout.TOP_AT, count);
        state.put32(RunLayout.DEPTH_AT, RoutineFormat.MAX_DEPTH - machine.depth);
        state.put32(RunLayout.HELD_AT, RoutineFormat.MAX_SLOTS - machine.held);
        state.put32(RunLayout.STEPS_AT, (int) Math.min(steps, machine.stepsLeft()));
        state.put64(RunLayout.MORE_STEPS_AT, machine.stepsLeft() - Math.min(steps, machine.stepsLeft()));
        state.put32(RunLayout.FUEL_AT, fuel);
        state.put32(RunLayout.EMITTED_AT, (int) Math.min(room, machine.emitLeft()));
        for (int i = 0; i < count; i++) {
            state.put64(RunLayout.SLOTS_AT + i * Long.BYTES, machine.slots[machine.base + i]);
        }
    }

    /**
     * Writes which bytes of an area a form may use.
     *
     * @param state of {@link RunLayout#BYTES}
     * @param number of the area in {@link RunLayout}
     * @param first offset of the first of them
     * @param readable how many may be read, -1 for none
     * @param writable how many may be written, -1 for none
     * @param place of the first of them in its buffer
     * @param length bytes of the whole area
     */
    public static void giveArea(Buffer state, int number, long first, int readable, int writable, int place, long length) {
        int at = RunLayout.AREAS_AT + number * RunLayout.AREA_BYTES;
        state.put32(at, readable);
        state.put32(at + Integer.BYTES, writable);
        state.put32(at + 2 * Integer.BYTES, place);
        state.put64(at + 2 * Long.BYTES, first);
        state.put64(at + 3 * Long.BYTES, length);
    }

    /**
     * Has a machine go on where a form has stopped.
     *
     * @param machine that gave the state
     * @param state as the form has left it
     * @param steps as they were given
     * @param hasEnded whether the form says that the method has returned
     * @return how many steps the form has made
     */
    public static int take(Machine machine, Buffer state, int steps, boolean hasEnded) {
        int made = (int) Math.min(steps, machine.stepsLeft()) - state.i32(RunLayout.STEPS_AT);
        if (hasEnded) {
            machine.addEmitted(state.i32(RunLayout.EMITTED_AT));
            end(machine, state, made);
            return made;
        }
        int first = machine.base;
        int count = state.i32(RunLayout.TOP_AT);
        machine.addEmitted(state.i32(RunLayout.EMITTED_AT));
        for (int i = 0; i < count; i++) {
            machine.slots[first + i] = state.i64(RunLayout.SLOTS_AT + i * Long.BYTES);
        }
        int calls = state.i32(RunLayout.DEPTH_AT);
        for (int i = 0; i < calls; i++) {
            int at = RunLayout.CALLS_AT + i * RunLayout.CALL_BYTES;
            machine.callers[machine.depth] = machine.methodAt(state.i32(at));
            machine.returns[machine.depth] = state.i32(at + Integer.BYTES);
            machine.bases[machine.depth++] = first + state.i32(at + 2 * Integer.BYTES);
        }
        machine.held += state.i32(RunLayout.HELD_AT);
        machine.base = first + state.i32(RunLayout.BASE_AT);
        machine.top = first + count;
        machine.goOn(state.i32(RunLayout.METHOD_AT), state.i32(RunLayout.NEXT_AT), made);
        return made;
    }

    /**
     * {@return whether nothing of a run was done, and {@link dev.spine.extension.ardma.compiled.CompiledForm#begin} takes its parameters}
     *
     * @param machine of the run
     */
    public static boolean isAtBeginning(Machine machine) {
        RoutineMethod method = machine.method;
        return method != null && machine.steps() == 0 && machine.isBetween() && method.parameterSlots() <= RunLayout.FEW_SLOTS;
    }

    /**
     * {@return one of the first slots of the topmost method}
     *
     * @param machine of the run
     * @param number of the slot, less than {@link RunLayout#FEW_SLOTS}
     */
    public static long slot(Machine machine, int number) {
        return machine.slots[machine.base + number];
    }

    /**
     * {@return how many steps a run may still make}
     *
     * @param machine of the run
     */
    public static long stepsLeft(Machine machine) {
        return machine.stepsLeft();
    }

    /**
     * Has a machine go on where the form has returned from the method that it was given.
     *
     * @param machine that gave it
     * @param state in which the first slot has what the method returns
     * @param made how many steps the form has made
     */
    public static void end(Machine machine, Buffer state, int made) {
        RoutineMethod method = machine.method;
        if (method == null) {
            throw new IllegalStateException("no run has begun");
        }
        long value = state.i64(RunLayout.SLOTS_AT);
        machine.goOn(method.index, machine.next, made);
        machine.leave();
        if (method.result == RoutineFormat.LONG) {
            machine.pushLong(value);
        } else if (method.result != RoutineFormat.NOTHING) {
            machine.pushInt((int) value);
        }
    }
}
