package dev.spine.extension.ardma.host;

import java.util.List;

/**
 * A routine with a place to run at: at a server, where its host offers it as a procedure or a client has installed it, or at the client, by
 * direct access. The same code returns and emits the same at each of them. Any thread but the host's agent.
 */
@FunctionalInterface
public interface RemoteRoutine {
    /**
     * Runs it, and reads what it emits.
     *
     * @param reader gets what it emits, in this thread
     * @param areas its areas, from number 0 on
     * @param arguments its arguments, as many as it has parameters
     * @return what it has returned
     * @throws ArdmaException when it has ended by a fault, or did not run
     */
    CallResult run(StreamReader reader, List<RemoteArea> areas, long... arguments);

    /**
     * Runs it.
     *
     * @param areas its areas, from number 0 on
     * @param arguments its arguments, as many as it has parameters
     * @return what it has returned
     * @throws ArdmaException when it has ended by a fault, or did not run
     */
    default CallResult run(List<RemoteArea> areas, long... arguments) {
        return run(StreamReader.NOTHING, areas, arguments);
    }
}
