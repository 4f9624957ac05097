package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A routine on some areas, run in slices of a few steps, with a stream that has room for a few bytes at a time. */
public final class RoutineRun implements Stream {
    private static final int SLICE = 7;
    private static final int ROOM = 20;

    private final Routine routine;
    private final Area[] areas;
    private final Machine machine = new Machine();
    private final ByteArrayOutputStream emitted = new ByteArrayOutputStream();
    private int room;
    private long limit = 10_000_000;

    public RoutineRun(byte[] bytes, Area... areas) {
        try {
            routine = RoutineReader.read(new ArrayArea(bytes, false));
            RoutineVerifier.verify(routine);
        } catch (RoutineException e) {
            throw new AssertionError(e);
        }
        this.areas = areas;
    }

    /** Sets how many steps a run may make. */
    public RoutineRun limit(long steps) {
        limit = steps;
        return this;
    }

    public void begin(long... arguments) {
        assertEquals(routine.method(0).parameters(), arguments.length);
        emitted.reset();
        machine.begin(routine, arguments, areas, areas.length, new ArrayArea(new byte[routine.scratchBytes()], true));
        machine.limit(limit, 1L << 20, this);
    }

    /** Takes it further; whether it has ended. */
    public boolean goOn(int slice) {
        room = ROOM;
        machine.run(slice);
        return machine.state() == Machine.State.ENDED;
    }

    /** The result of a run that returns. */
    public long call(long... arguments) {
        Fault fault = end(arguments);
        assertEquals(Fault.NONE, fault, () -> "in method " + machine.faultMethod() + " at " + machine.faultOffset());
        return machine.result();
    }

    /** How a run ends. */
    public Fault end(long... arguments) {
        begin(arguments);
        boolean ended = false;
        while (!ended) {
            ended = goOn(SLICE);
        }
        return machine.fault();
    }

    public long result() {
        assertEquals(Fault.NONE, machine.fault());
        return machine.result();
    }

    public long steps() {
        return machine.steps();
    }

    /** What was emitted, as longs. */
    public long[] emitted() {
        ByteBuffer bytes = ByteBuffer.wrap(emitted.toByteArray());
        long[] values = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(values);
        return values;
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public void put(int value) {
        room--;
        emitted.write(value);
    }
}
