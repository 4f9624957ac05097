package dev.spine.extension.ardma.host.model;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.host.compile.Checks;
import dev.spine.extension.ardma.host.compile.CompiledCode;
import dev.spine.extension.ardma.host.compile.RoutineCompiler;
import dev.spine.extension.ardma.routine.Handover;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The compiled form of a routine, which takes a run further whenever it is asked to; some areas it has, some it has to leave. */
final class CompiledTwin {
    private static final int PIECE_BYTES = 100;
    private static final BufferOwner OWNER = new BufferOwner() {
        @Override
        public boolean keep(Buffer buffer) {
            return false;
        }

        @Override
        public void release(Buffer buffer) {
            RuntimeAccess.empty(buffer);
        }

        @Override
        public boolean isLent(Buffer buffer) {
            return true;
        }
    };

    /** Classes that were made, one each. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(CompiledForm.class.getClassLoader());
        }

        Class<?> define(byte[] classFile) {
            return defineClass(CompiledCode.ENTRY, classFile, 0, classFile.length);
        }
    }

    /** What takes a run further. */
    @FunctionalInterface
    interface Form {
        int run(Buffer state, @Nullable Buffer[] areas);

        /** The same form, where a run can also begin without a buffer; otherwise null. */
        default @Nullable CompiledForm direct() {
            return null;
        }
    }

    private record Plain(CompiledForm made) implements Form {
        @Override
        public int run(Buffer state, @Nullable Buffer[] areas) {
            return made.run(state, areas[0], areas[1], areas[2], areas[3], areas[4], areas[5], areas[6], areas[7],
                areas[RunLayout.SCRATCH], areas[RunLayout.DATA], areas[RunLayout.PIECE]);
        }

        @Override
        public CompiledForm direct() {
            return made;
        }
    }

    private final Form form;
    private final int areas;
    private final Random random;
    private final Buffer state = buffer(new byte[RunLayout.BYTES], true);
    private final Buffer piece = buffer(new byte[PIECE_BYTES], true);
    /** Pointed at other bytes before each piece of a run. */
    private final Buffer[] lent = new Buffer[RunLayout.SCRATCH + 1];
    private final Buffer bytes;
    private final int dataBytes;
    private final int dataAt;
    private long steps;

    CompiledTwin(Routine routine, byte[] bytes, Random random) {
        this(routine, bytes, random, RoutineCompiler.compile(routine, 1, Checks.ALL));
    }

    private CompiledTwin(Routine routine, byte[] bytes, Random random, CompiledCode code) {
        this(routine, bytes, random, plain(code), code.areas());
    }

    /**
     * A form that somebody has made.
     *
     * @param form the same routine
     */
    CompiledTwin(Routine routine, byte[] bytes, Random random, Form form) {
        this(routine, bytes, random, form, 0);
    }

    private CompiledTwin(Routine routine, byte[] bytes, Random random, Form form, int areas) {
        this.form = form;
        this.areas = areas;
        this.bytes = buffer(bytes, false);
        this.dataBytes = routine.dataBytes();
        this.dataAt = routine.dataAt();
        this.random = random;
        Arrays.setAll(lent, _ -> RuntimeAccess.newBuffer(OWNER));
    }

    private static Form plain(CompiledCode code) {
        try {
            return new Plain((CompiledForm) new Loader().define(code.classFile()).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the form cannot be made", e);
        }
    }

    private static Buffer buffer(byte[] bytes, boolean writable) {
        return point(RuntimeAccess.newBuffer(OWNER), bytes, writable);
    }

    private static Buffer point(Buffer buffer, byte[] bytes, boolean writable) {
        RuntimeAccess.point(buffer, MemorySegment.ofArray(bytes), 0, bytes.length, 0, writable, null);
        return buffer;
    }

    /** How many steps it has made. */
    long steps() {
        return steps;
    }

    /** Takes a run further, at most by some steps, if it can; why it has stopped. */
    int run(Machine machine, List<ModelArea> areas, ModelArea scratch, boolean closed, int most, WaitingStream stream) {
        if (!Handover.isPossible(machine)) {
            return CompiledForm.INTERPRET;
        }
        CompiledForm direct = form.direct();
        if (direct != null && !closed && (this.areas & ~CompiledForm.FEW_AREAS) == 0 && Handover.isAtBeginning(machine)
            && ((this.areas & 1) == 0 || !areas.isEmpty() && areas.getFirst().state() == ModelArea.State.OPEN) && random.nextBoolean()) {
            return begin(direct, machine, areas, scratch, most);
        }
        Handover.give(machine, state, most, 1 + random.nextInt(random.nextBoolean() ? 500 : CompiledForm.FUEL_OF_CODE),
            stream.room());
        int first = random.nextInt(PIECE_BYTES - WaitingStream.MOST);
        state.put32(RunLayout.PIECE_AT, first);
        @Nullable Buffer[] given = new @Nullable Buffer[RunLayout.AREAS + 1];
        for (int i = 0; i < RunLayout.SCRATCH; i++) {
            given[i] = i < areas.size() && !closed ? given(i, areas.get(i)) : given(i, null);
        }
        given[RunLayout.SCRATCH] = given(RunLayout.SCRATCH, closed ? null : scratch);
        Handover.giveArea(state, RunLayout.DATA, 0, dataBytes, -1, dataAt, dataBytes);
        given[RunLayout.DATA] = this.areas == 0 || (this.areas & 1 << RunLayout.DATA) != 0 ? bytes : null;
        given[RunLayout.PIECE] = random.nextInt(8) == 0 ? null : piece;
        int why = form.run(state, given);
        for (int i = 0; i < state.i32(RunLayout.EMITTED_AT); i++) {
            stream.put(piece.u8(first + i));
        }
        steps += Handover.take(machine, state, most, why == CompiledForm.ENDED);
        return why;
    }

    /** As a server does whose areas are in the card's memory. */
    private int begin(CompiledForm direct, Machine machine, List<ModelArea> areas, ModelArea scratch, int most) {
        ModelArea first = (this.areas & 1) == 0 ? null : areas.getFirst();
        int length = first == null ? 0 : first.bytes().length;
        long left = Handover.stepsLeft(machine);
        int given = (int) Math.min(most, left);
        long answer = direct.begin(state, first == null ? null : buffer(first.bytes(), first.writable()),
            (this.areas & 1 << RunLayout.SCRATCH) == 0 ? null : buffer(scratch.bytes(), true), bytes, given, left - given, 0, length,
            first != null && first.writable() ? length : -1, dataAt, dataBytes, Handover.slot(machine, 0), Handover.slot(machine, 1),
            Handover.slot(machine, 2), Handover.slot(machine, 3), Handover.slot(machine, 4), Handover.slot(machine, 5));
        int made = given - (int) (answer >>> Integer.SIZE);
        if ((int) answer == CompiledForm.ENDED) {
            Handover.end(machine, state, made);
        } else {
            Handover.take(machine, state, most, false);
        }
        steps += made;
        return (int) answer;
    }

    private @Nullable Buffer given(int number, @Nullable ModelArea area) {
        if (area == null || area.state() != ModelArea.State.OPEN || random.nextInt(8) == 0) {
            Handover.giveArea(state, number, 0, -1, -1, 0, -1);
            return null;
        }
        int length = area.bytes().length;
        // Of an area whose pages are brought, a form sees some of the bytes.
        int first = random.nextInt(4) == 0 ? random.nextInt(length + 1) : 0;
        int readable = first > 0 ? random.nextInt(length - first + 1) : length;
        boolean mayWrite = area.writable() && (first == 0 || random.nextBoolean());
        Handover.giveArea(state, number, first, readable, mayWrite ? readable : -1, first, length);
        return point(lent[number], area.bytes(), area.writable());
    }
}
