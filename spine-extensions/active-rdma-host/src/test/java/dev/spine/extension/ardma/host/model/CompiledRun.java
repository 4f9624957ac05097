package dev.spine.extension.ardma.host.model;

import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.List;
import java.util.Random;

/**
 * A routine over one area as a server runs it: compiled code and interpreter take the run from one another, and areas and streams let it
 * wait, all at random.
 */
public final class CompiledRun {
    private static final long MAX_STEPS = 100_000_000;
    private static final long MAX_EMITTED = 1 << 24;
    private static final int SLICE = 2_000;

    private final Machine machine = new Machine();
    private final Random random;
    private final ModelArea area;
    private final Routine routine;
    private final CompiledTwin twin;

    public CompiledRun(byte[] routine, byte[] area, Random random) throws RoutineException {
        this.random = random;
        this.area = new ModelArea(area, true, ModelArea.State.OPEN);
        this.routine = RoutineReader.read(Trial.bytes(routine));
        RoutineVerifier.verify(this.routine);
        this.twin = new CompiledTwin(this.routine, routine, random);
    }

    /** How many steps compiled code has made. */
    public long compiledSteps() {
        return twin.steps();
    }

    /** What it returns. */
    public long run(StreamReader reader, long... arguments) {
        ModelArea scratch = new ModelArea(new byte[routine.scratchBytes()], true, ModelArea.State.OPEN);
        WaitingStream stream = new WaitingStream(random);
        machine.begin(routine, arguments, new Area[] {new WaitingArea(area, null, random)}, 1, new WaitingArea(scratch, null, random));
        machine.limit(MAX_STEPS, MAX_EMITTED, stream);
        while (machine.state() != Machine.State.ENDED) {
            int why = twin.run(machine, List.of(area), scratch, false, SLICE, stream);
            if (why != CompiledForm.AGAIN) {
                machine.runToEntry(1 + random.nextInt(SLICE), why == CompiledForm.INTERPRET_ONE);
            }
        }
        if (machine.fault() != Fault.NONE) {
            throw new AssertionError(machine.fault().text() + " in method " + machine.faultMethod() + " at " + machine.faultOffset());
        }
        byte[] emitted = stream.bytes();
        if (emitted.length > 0) {
            reader.read(emitted);
        }
        return machine.result();
    }
}
