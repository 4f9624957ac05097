package dev.spine.command.control;

import java.util.Map;

/** Carries out what clients ask for. Called on the threads of connections, by several at once, but never by two of one user. */
public interface ControlService {
    /**
     * Carries out a request.
     *
     * @param caller whose
     * @param request what
     * @return the members of the reply
     * @throws RequestException when it is not carried out
     */
    Map<String, Object> perform(Caller caller, ControlRequest request) throws RequestException;

    /**
     * A connection has ended, in whatever way. Called once for each caller, after its last request.
     *
     * @param caller which
     */
    void ended(Caller caller);
}
