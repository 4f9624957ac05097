package dev.spine.system.ending;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Tells a command that it is to end, and knows what must not stay behind it. The command's thread opens and closes it; any thread may ask.
 *
 * {@snippet :
 * try (Interruption interruption = Interruption.watch();
 *         ControlSocket socket = interruption.opens(() -> ControlSocket.bind(path, mode))) {
 *     while (!interruption.isRequested()) {
 *         serve();
 *     }
 *     return interruption.exitCode(0);
 * }
 * }
 */
public final class Interruption implements AutoCloseable {
    private final Ending ending;
    private final List<Runnable> calls = new ArrayList<>();
    /** What this command has opened, the last first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<AutoCloseable> acts = new ArrayList<>();
    private volatile boolean requested;

    Interruption(Ending ending) {
        this.ending = ending;
    }

    /** {@return watches from now until it is closed; it may be that the command is to end already} */
    public static Interruption watch() {
        return watch(Ending.ofProcess());
    }

    static Interruption watch(Ending ending) {
        Interruption interruption = new Interruption(ending);
        if (ending.enter(interruption)) {
            interruption.announce();
        }
        return interruption;
    }

    /** {@return whether the process was asked to end} */
    public boolean isRequested() {
        return requested;
    }

    /**
     * {@return the exit code: 128 and the number of the signal, 130 for Ctrl-C, when the process was asked to end}
     *
     * @param otherwise when it was not
     */
    public int exitCode(int otherwise) {
        int code = ending.code();
        return requested && code != 0 ? code : otherwise;
    }

    /**
     * Has something done when the process is asked to end: at once when it was already.
     *
     * @param action makes the command return; on any thread, returns at once
     */
    public void calls(Runnable action) {
        synchronized (calls) {
            calls.add(action);
            if (!requested) {
                return;
            }
        }
        action.run();
    }

    /** The command ends by an order of its own: from now on it has the same time as after a signal. */
    public void limit() {
        ending.limit();
    }

    /**
     * Opens what must not stay behind this command, even when it hangs.
     *
     * @param <T> what is opened; closing it needs no agent, and may be done twice and by any thread
     * @param <E> what may go wrong
     * @param how opens it
     * @return it; closed with this, if not before
     * @throws E as {@code how}
     */
    public <T extends AutoCloseable, E extends Exception> T opens(Opening<T, E> how) throws E {
        T made = ending.open(how);
        opened.push(made);
        return made;
    }

    /**
     * Has something done when the process is halted, and not when this ends in order.
     *
     * @param act needs no agent; called by any thread
     */
    public void atLast(AutoCloseable act) {
        acts.add(act);
        ending.keep(act);
    }

    void announce() {
        List<Runnable> actions;
        synchronized (calls) {
            requested = true;
            actions = List.copyOf(calls);
        }
        actions.forEach(Runnable::run);
    }

    /** The command has done what must be done; what it has not closed of the things that must not stay is closed. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable last = opened.pop();
            Ending.close(last);
            ending.forget(last);
        }
        acts.forEach(ending::forget);
        ending.leave(this);
    }
}
