package dev.spine.system.scenario;

import dev.spine.iop.engine.modelled.ModelledEngine;

/**
 * How much work a modelled pass may be for this machine: events of the engine, which are the same in each run, not time. A unit is some
 * tens or hundreds of them; on a described machine in which something waits for seconds and asks each microsecond, it may be millions, and
 * a pass hours.
 *
 * <p>Used by the thread that drives the engine.
 */
public final class EventLimit {
    /** Some ten seconds of a slow machine of today. */
    private static final long BEGINNING = 10_000_000;
    private static final long PER_UNIT = 2_000;

    private final ModelledEngine engine;
    private final String path;
    private final long before;
    private final long unitsBefore;

    /**
     * The limit of a pass that begins now.
     *
     * @param engine stands still
     * @param path what the message calls the path
     * @param units that have arrived before
     */
    public EventLimit(ModelledEngine engine, String path, long units) {
        this.engine = engine;
        this.path = path;
        this.before = engine.eventNumber();
        this.unitsBefore = units;
    }

    /**
     * Looks whether the pass may go on.
     *
     * @param units that have arrived, with those before
     * @throws IncompleteRunException when it may not
     */
    public void check(long units) {
        long arrived = Math.max(0, units - unitsBefore);
        long events = engine.eventNumber() - before;
        if (events > BEGINNING + PER_UNIT * arrived) {
            throw new IncompleteRunException("path " + path + ": after " + events / 1_000_000 + " million events of the model only "
                + arrived + " units have arrived");
        }
    }
}
