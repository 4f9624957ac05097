package dev.spine.extension.ardma.host;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** A lookup by direct access, of which nothing is heard when it makes too many round trips: a procedure answers then. */
final class FallBack implements RemoteRoutine {
    private final DirectRoutine direct;
    private final int mostTrips;
    private final RemoteRoutine procedure;

    FallBack(DirectRoutine direct, int mostTrips, RemoteRoutine procedure) {
        if (mostTrips < 0) {
            throw new IllegalArgumentException("a lookup may make 0 round trips or more by direct access, not " + mostTrips);
        }
        this.direct = direct;
        this.mostTrips = mostTrips;
        this.procedure = procedure;
    }

    @Override
    public CallResult run(StreamReader reader, List<RemoteArea> areas, long... arguments) {
        ByteArrayOutputStream emitted = new ByteArrayOutputStream();
        CallResult found = direct.tryToRun(mostTrips, emitted::writeBytes, areas, arguments);
        if (found == null) {
            return procedure.run(reader, areas, arguments);
        }
        if (emitted.size() > 0) {
            reader.read(emitted.toByteArray());
        }
        return found;
    }
}
