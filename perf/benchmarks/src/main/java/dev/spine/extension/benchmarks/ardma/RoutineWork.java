package dev.spine.extension.benchmarks.ardma;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;
import dev.spine.extension.ardma.routine.Handover;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.RunLayout;
import dev.spine.extension.ardma.routine.Stream;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs a routine again and again: by the interpreter, or by its compiled form where that can go on. One thread. */
public final class RoutineWork implements Extension, LongUnaryOperator, Stream {
    private static final int SLICE = 8;
    private static final int STEPS = 1 << 20;
    private static final long LIMIT = 1L << 40;

    private final Machine machine = new Machine();
    private final Routine routine;
    private final Buffer bytes;
    private final Buffer state;
    private final Buffer memory;
    private final Buffer second;
    private final Buffer scratchMemory;
    private final long[] arguments;
    private final Area[] areas;
    private final Area scratch;
    private final @Nullable CompiledForm form;
    private long emitted;

    /**
     * What is run.
     *
     * @param bytes of the routine
     * @param memory area 0
     * @param second area 1
     * @param scratch as much as the routine wants, or more
     * @param state for what is handed over
     * @param arguments of the routine
     * @param form its compiled form, or null
     */
    public RoutineWork(Buffer bytes, Buffer memory, Buffer second, Buffer scratch, Buffer state, long[] arguments,
        @Nullable Object form) {
        try {
            routine = RoutineReader.read(new BufferArea(bytes, 0, bytes.length(), false));
            RoutineVerifier.verify(routine);
        } catch (RoutineException e) {
            throw new IllegalArgumentException("this is no routine", e);
        }
        this.bytes = bytes;
        this.state = state;
        this.memory = memory;
        this.second = second;
        this.scratchMemory = scratch;
        this.arguments = arguments;
        this.areas = new Area[] {new BufferArea(memory, 0, memory.length(), true), new BufferArea(second, 0, second.length(), true)};
        this.scratch = new BufferArea(scratch, 0, scratch.length(), true);
        this.form = (CompiledForm) form;
    }

    @Override
    public void start(ExtensionContext context) {
        // It is called by the benchmark.
    }

    @Override
    public long applyAsLong(long times) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            machine.begin(routine, arguments, areas, areas.length, scratch);
            machine.limit(LIMIT, LIMIT, this);
            CompiledForm compiled = form;
            if (compiled == null) {
                interpret();
            } else {
                run(compiled);
            }
            sum += machine.result() + emitted;
        }
        return sum;
    }

    /** {@return the steps of the last run} */
    public long steps() {
        return machine.steps();
    }

    private void interpret() {
        while (machine.state() != Machine.State.ENDED) {
            machine.run(SLICE);
        }
    }

    private void run(CompiledForm compiled) {
        boolean isEntry = true;
        boolean isNextEntry = false;
        while (machine.state() != Machine.State.ENDED) {
            if (!isEntry) {
                isEntry = machine.runToEntry(SLICE, isNextEntry);
                continue;
            }
            Handover.give(machine, state, STEPS, CompiledForm.FUEL_OF_CODE, 0);
            Handover.giveArea(state, 0, 0, memory.length(), memory.length(), 0, memory.length());
            Handover.giveArea(state, 1, 0, second.length(), second.length(), 0, second.length());
            Handover.giveArea(state, RunLayout.SCRATCH, 0, scratchMemory.length(), scratchMemory.length(), 0, scratchMemory.length());
            Handover.giveArea(state, RunLayout.DATA, 0, routine.dataBytes(), -1, routine.dataAt(), routine.dataBytes());
            int why = compiled.run(state, memory, second, null, null, null, null, null, null, scratchMemory, bytes,
                null);
            Handover.take(machine, state, STEPS, why == CompiledForm.ENDED);
            isEntry = why == CompiledForm.AGAIN;
            isNextEntry = why == CompiledForm.INTERPRET_ONE;
        }
    }

    @Override
    public int room() {
        return Long.BYTES;
    }

    @Override
    public void put(int value) {
        emitted += value;
    }
}
