package dev.spine.iop.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which ways to other IOPs the host has stopped: whole paths, and single objects on them. Requests in both directions stop, replies do
 * not: what was begun comes to its end. Belongs to the IOP's agent.
 *
 * <p>Source: I2O 1.5 executive messages, PathQuiesce and DdmQuiesce; that replies go on is a choice.
 */
public final class PathControl {
    /** The way to one object of another IOP. */
    private record Way(int remoteTid, int iopId) {}

    private final Map<Way, PathGate> gates = new HashMap<>();
    private final Set<Integer> stoppedPaths = new HashSet<>();
    private final Set<Way> stoppedWays = new HashSet<>();

    PathControl() {
        // The kernel's.
    }

    /**
     * {@return the gate for the requests to an object of another IOP}
     *
     * @param remoteTid the object, in its own IOP's space
     * @param iopId the other IOP's number
     */
    public PathGate gate(int remoteTid, int iopId) {
        Way way = new Way(remoteTid, iopId);
        PathGate gate = gates.computeIfAbsent(way, _ -> new PathGate());
        gate.close(isStopped(remoteTid, iopId));
        return gate;
    }

    /**
     * {@return whether no requests may travel between this IOP and an object of another one}
     *
     * @param remoteTid the object
     * @param iopId the other IOP's number
     */
    public boolean isStopped(int remoteTid, int iopId) {
        return (!stoppedPaths.isEmpty() || !stoppedWays.isEmpty()) && isNamed(remoteTid, iopId);
    }

    /** Apart, so that the data path, on which nothing is ever stopped, makes no objects. */
    private boolean isNamed(int remoteTid, int iopId) {
        return stoppedPaths.contains(iopId) || stoppedWays.contains(new Way(remoteTid, iopId));
    }

    /**
     * Stops all requests from and to an IOP.
     *
     * @param iopId its number
     */
    public void stop(int iopId) {
        stoppedPaths.add(iopId);
        settle();
    }

    /**
     * Lets requests from and to an IOP flow again; objects that were stopped one by one stay so.
     *
     * @param iopId its number
     */
    public void release(int iopId) {
        stoppedPaths.remove(iopId);
        settle();
    }

    /**
     * Stops the requests from and to one object of another IOP.
     *
     * @param remoteTid the object
     * @param iopId the IOP's number
     */
    public void stop(int remoteTid, int iopId) {
        stoppedWays.add(new Way(remoteTid, iopId));
        settle();
    }

    /**
     * Lets the requests from and to one object of another IOP flow again, unless the whole path is stopped.
     *
     * @param remoteTid the object
     * @param iopId the IOP's number
     */
    public void release(int remoteTid, int iopId) {
        stoppedWays.remove(new Way(remoteTid, iopId));
        settle();
    }

    /** Opens everything: reset and clear. */
    public void clear() {
        stoppedPaths.clear();
        stoppedWays.clear();
        settle();
    }

    private void settle() {
        gates.forEach((way, gate) -> gate.close(isStopped(way.remoteTid(), way.iopId())));
    }
}
