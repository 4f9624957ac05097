package dev.spine.node;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a start has opened, to be closed from the last to the first: at once when a later step of the start fails, else when whoever it was
 * handed over to is closed.
 *
 * <pre>{@code
 * try (Opened opened = new Opened()) {
 *     Wire wire = ...;
 *     opened.add(wire::close);
 *     opened.add(engine::close);
 *     engine.start();
 *     this.opened = opened.handOver();
 * }
 * }</pre>
 *
 * <p>One thread.
 */
public final class Opened implements AutoCloseable {
    private final Deque<Runnable> closings = new ArrayDeque<>();

    /**
     * Adds what was opened.
     *
     * @param closing closes it
     */
    public void add(Runnable closing) {
        closings.push(closing);
    }

    /** {@return an owner of everything that was added; this one closes nothing any more} */
    public Opened handOver() {
        Opened owner = new Opened();
        owner.closings.addAll(closings);
        closings.clear();
        return owner;
    }

    /** Closes all that was added, each whatever became of those before; of several failures the first is thrown and has the others. */
    @Override
    public void close() {
        Runnable last = closings.poll();
        if (last != null) {
            try (Opened _ = this) {
                last.run();
            }
        }
    }
}
