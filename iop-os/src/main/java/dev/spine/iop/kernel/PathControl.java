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
    private record Receiver(int remoteTid, int iopId) {}

    private final Map<Receiver, PathGate> gates = new HashMap<>();
    private final Set<Integer> stoppedPaths = new HashSet<>();
    private final Set<Receiver> stoppedReceivers = new HashSet<>();

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
        Receiver receiver = new Receiver(remoteTid, iopId);
        PathGate gate = gates.computeIfAbsent(receiver, _ -> new PathGate());
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
        return (!stoppedPaths.isEmpty() || !stoppedReceivers.isEmpty()) && isNamed(remoteTid, iopId);
    }

    /** Apart, so that the data path, on which nothing is ever stopped, makes no objects. */
    private boolean isNamed(int remoteTid, int iopId) {
        return stoppedPaths.contains(iopId) || stoppedReceivers.contains(new Receiver(remoteTid, iopId));
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
        stoppedReceivers.add(new Receiver(remoteTid, iopId));
        settle();
    }

    /**
     * Lets the requests from and to one object of another IOP flow again, unless the whole path is stopped.
     *
     * @param remoteTid the object
     * @param iopId the IOP's number
     */
    public void release(int remoteTid, int iopId) {
        stoppedReceivers.remove(new Receiver(remoteTid, iopId));
        settle();
    }

    /** Opens everything: reset and clear. */
    public void clear() {
        stoppedPaths.clear();
        stoppedReceivers.clear();
        settle();
    }

    private void settle() {
        gates.forEach((receiver, gate) -> gate.close(isStopped(receiver.remoteTid(), receiver.iopId())));
    }
}
