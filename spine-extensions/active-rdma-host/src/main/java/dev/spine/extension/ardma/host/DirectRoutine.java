package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A routine that runs at the client. Its limits are those that a server has when nobody sets others. */
final class DirectRoutine implements RemoteRoutine {
    private static final long MAX_STEPS = 10_000_000;
    private static final long MAX_EMITTED = 1 << 20;

    private final DirectServer server;
    private final Routine routine;

    DirectRoutine(DirectServer server, byte[] bytes) {
        this.server = server;
        try {
            routine = RoutineReader.read(new ArrayArea(bytes.clone(), false));
            RoutineVerifier.verify(routine);
        } catch (RoutineException e) {
            throw ArdmaException.refused(e.flaw().ordinal(), e.method(), e.offset());
        }
    }

    @Override
    public CallResult run(StreamReader reader, List<RemoteArea> areas, long... arguments) {
        return run(new DirectAccess(server), reader, areas, arguments);
    }

    /** Runs it with few round trips, and writes nothing; null when it would make more of them, or would write. */
    @Nullable CallResult tryToRun(int mostTrips, StreamReader reader, List<RemoteArea> areas, long... arguments) {
        try {
            return run(new LimitedAccess(server, mostTrips), reader, areas, arguments);
        } catch (LimitedAccess.DroppedException _) {
            return null;
        }
    }

    /** Runs it with accesses of some kind. */
    CallResult run(DirectAccess access, StreamReader reader, List<RemoteArea> areas, long... arguments) {
        if (areas.size() < routine.areas() || areas.size() > RoutineFormat.MAX_AREAS
            || arguments.length != routine.method(0).parameters()) {
            throw new ArdmaException("running a routine by direct access", ArdmaProtocol.WRONG_ARGUMENTS);
        }
        Machine machine = new Machine();
        Area[] reached = areas.stream().map(area -> new DirectArea(access, area)).toArray(Area[]::new);
        DirectStream stream = new DirectStream(access, reader);
        machine.begin(routine, arguments, reached, reached.length, new ArrayArea(new byte[routine.scratchBytes()], true));
        machine.limit(MAX_STEPS, MAX_EMITTED, stream);
        access.begin(machine);
        while (machine.state() != Machine.State.ENDED) {
            machine.run(Integer.MAX_VALUE);
            stream.deliver();
        }
        access.flush();
        if (machine.fault() != Fault.NONE) {
            throw ArdmaException.fault(machine.fault().ordinal(), machine.faultMethod(), machine.faultOffset(), machine.steps());
        }
        return new CallResult(machine.result(), machine.steps(), machine.emitted());
    }
}
