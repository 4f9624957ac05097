package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a routine is run with: areas, arguments, limits. Both the machine and the model run it, and must agree. */
final class Trial {
    private static final int MOST_AREAS = 8;
    /** Buffers of a test are neither kept nor released. */
    private static final BufferOwner NOBODY = new BufferOwner() {
        @Override
        public boolean keep(Buffer buffer) {
            return false;
        }

        @Override
        public void release(Buffer buffer) {
            // Not asked for.
        }

        @Override
        public boolean isLent(Buffer buffer) {
            return false;
        }
    };

    private static final int MOST_ROUNDS = 5_000_000;

    private final Random random;
    private final List<ModelArea> areas = new ArrayList<>();
    private final long[] arguments = new long[16];
    private final long stepLimit;
    private final long streamLimit;
    private long compiledSteps;

    /**
     * Draws all of it.
     *
     * @param random from this
     * @param steps the usual limit
     */
    Trial(Random random, int steps) {
        this.random = random;
        int count = random.nextInt(20) == 0 ? random.nextInt(MOST_AREAS + 1) : 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            areas.add(drawn());
        }
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(12) - 2;
        }
        stepLimit = random.nextInt(8) == 0 ? random.nextInt(100) : steps;
        streamLimit = random.nextInt(8) == 0 ? random.nextInt(64) : 1_000;
    }

    private ModelArea drawn() {
        boolean writable = random.nextInt(5) > 0;
        ModelArea.State state = switch (random.nextInt(20)) {
            case 0 -> ModelArea.State.CLOSED;
            case 1, 2 -> ModelArea.State.BROKEN;
            case 3 -> ModelArea.State.LEFT_OUT;
            default -> ModelArea.State.OPEN;
        };
        if (!areas.isEmpty() && random.nextInt(8) == 0) {
            // The same bytes under another number.
            return new ModelArea(areas.get(random.nextInt(areas.size())).bytes(), writable, state);
        }
        byte[] bytes = new byte[random.nextInt(6) == 0 ? random.nextInt(6_000) : random.nextInt(100)];
        for (int i = 0; i < bytes.length && random.nextInt(60) > 0; i++) {
            bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : 0);
        }
        return new ModelArea(bytes, writable, state);
    }

    /** The areas, which a generator looks at, so that most of what it makes stays within them. */
    List<ModelArea> areas() {
        return areas;
    }

    /** Areas with copies of the bytes; those that share bytes do so afterwards. */
    private List<ModelArea> copies() {
        List<ModelArea> copies = new ArrayList<>();
        for (ModelArea area : areas) {
            byte[] bytes = area.bytes().clone();
            for (int i = 0; i < copies.size(); i++) {
                bytes = areas.get(i).bytes() == area.bytes() ? copies.get(i).bytes() : bytes;
            }
            copies.add(new ModelArea(bytes, area.writable(), area.state()));
        }
        return copies;
    }

    /** How many steps compiled code has made. */
    long compiledSteps() {
        return compiledSteps;
    }

    /** Whether a run may begin: whoever begins one sees to it that there are as many areas as a routine wants. */
    boolean suits(Routine routine) {
        return routine.areas() <= areas.size();
    }

    /**
     * Runs a routine on the machine, and again where its compiled form takes the run over at random; and in the model.
     *
     * @return how it ended
     * @throws AssertionError when they differ
     */
    Outcome agree(Machine machine, Routine routine, byte[] bytes) throws RefusedException {
        return agree(machine, routine, bytes, new CompiledTwin(routine, bytes, random));
    }

    /** The same with a form that somebody has made. */
    Outcome agree(Machine machine, Routine routine, byte[] bytes, CompiledTwin twin) throws RefusedException {
        Outcome compiled = agreeWith(machine, routine, bytes, twin);
        assertEquals(compiled, agreeWith(machine, routine, bytes, null));
        compiledSteps += twin.steps();
        return compiled;
    }

    private Outcome agreeWith(Machine machine, Routine routine, byte[] bytes, @Nullable CompiledTwin twin) throws RefusedException {
        List<ModelArea> ours = copies();
        List<ModelArea> theirs = copies();
        ModelArea ownScratch = new ModelArea(new byte[routine.scratchBytes()], true, ModelArea.State.OPEN);
        ModelArea theirScratch = new ModelArea(new byte[routine.scratchBytes()], true, ModelArea.State.OPEN);
        byte[] before = bytes.clone();
        Outcome wanted = new Model(ModelRoutine.of(bytes), theirs, theirScratch, stepLimit, streamLimit).run(arguments);
        Outcome got = run(machine, routine, ours, ownScratch, Long.MAX_VALUE, twin);
        assertEquals(wanted, got);
        for (int i = 0; i < ours.size(); i++) {
            assertArrayEquals(theirs.get(i).bytes(), ours.get(i).bytes(), "area " + i);
        }
        assertArrayEquals(theirScratch.bytes(), ownScratch.bytes(), "scratch memory");
        assertArrayEquals(before, bytes, "the routine");
        return got;
    }

    /**
     * Runs a routine on the machine alone; all areas are closed at some moment.
     *
     * @return how it ended
     */
    Outcome closing(Machine machine, Routine routine, byte[] bytes) {
        ModelArea scratch = new ModelArea(new byte[routine.scratchBytes()], true, ModelArea.State.OPEN);
        return run(machine, routine, copies(), scratch, random.nextInt(30), new CompiledTwin(routine, bytes, random));
    }

    /** Half of them are in buffers: areas of the same bytes in the same one. */
    private WaitingArea waiting(ModelArea area, IdentityHashMap<byte[], Buffer> buffers) {
        byte[] bytes = area.bytes();
        return new WaitingArea(area, random.nextBoolean() ? buffers.computeIfAbsent(bytes, Trial::buffer) : null, random);
    }

    private static Buffer buffer(byte[] bytes) {
        Buffer buffer = RuntimeAccess.newBuffer(NOBODY);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(bytes), 0, bytes.length, 0, true, null);
        return buffer;
    }

    private Outcome run(Machine machine, Routine routine, List<ModelArea> given, ModelArea scratch, long closesAfter,
        @Nullable CompiledTwin twin) {
        WaitingStream stream = new WaitingStream(random);
        List<WaitingArea> touched = new ArrayList<>();
        IdentityHashMap<byte[], Buffer> buffers = new IdentityHashMap<>();
        @Nullable Area[] passed = new @Nullable Area[MOST_AREAS];
        for (int i = 0; i < given.size(); i++) {
            touched.add(waiting(given.get(i), buffers));
            passed[i] = given.get(i).state() == ModelArea.State.LEFT_OUT ? null : touched.get(i);
        }
        touched.add(waiting(scratch, buffers));
        machine.begin(routine, arguments, passed, given.size(), touched.getLast());
        machine.limit(stepLimit, streamLimit, stream);
        int most = 1 + random.nextInt(random.nextInt(3) == 0 ? 3 : 200);
        for (int round = 0; machine.state() != Machine.State.ENDED; round++) {
            assertTrue(round < MOST_ROUNDS, "a run without end");
            if (round == closesAfter) {
                touched.forEach(WaitingArea::close);
            }
            int slice = 1 + random.nextInt(most);
            if (twin != null && random.nextInt(5) > 0) {
                int why = twin.run(machine, given, scratch, round >= closesAfter,
                    1 + random.nextInt(random.nextInt(3) == 0 ? 10 : random.nextBoolean() ? 1_000 : 1 << 30), stream);
                if (why != CompiledForm.AGAIN) {
                    machine.runToEntry(slice, why == CompiledForm.INTERPRET_ONE);
                }
            } else {
                machine.run(slice);
            }
            // Of an instruction at most 16 bytes, and of a range operation 16 for each 8 that it counts, and 2,048 more on each side.
            long bytes = touched.stream().mapToLong(WaitingArea::touched).sum();
            assertTrue(bytes <= 16L * slice + 2 * 2_048, () -> bytes + " bytes in a slice of " + slice);
        }
        assertEquals(stream.emitted().length(), 2 * machine.emitted());
        boolean hasReturned = machine.fault() == Fault.NONE;
        return new Outcome(machine.fault(), hasReturned ? 0 : machine.faultMethod(), hasReturned ? 0 : machine.faultOffset(),
            machine.steps(), machine.result(), stream.emitted());
    }

    /** Bytes as an area that is all here. */
    static Area bytes(byte[] bytes) {
        return new ArrayArea(bytes, false);
    }
}
