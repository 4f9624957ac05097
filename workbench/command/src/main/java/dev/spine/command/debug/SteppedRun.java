package dev.spine.command.debug;

import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.modelled.EngineEvent;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.engine.modelled.Replay;
import dev.spine.iop.engine.modelled.Snapshot;
import dev.spine.system.output.Progress;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's run that stands after any of its events: goes on by executing, and back by executing again from the start. Used by one
 * thread.
 */
final class SteppedRun implements AutoCloseable {
    /** Timers go on forever: so many events after all is done are enough for everybody. */
    private static final long MAX_AFTER_END = 1_000_000;
    private static final long SLICE = 100_000;

    private final Scenario scenario;
    private final long seed;
    private final Replay replay;
    private @Nullable ScenarioRun run;
    private EventNotes notes = new EventNotes();
    private @Nullable EngineEvent last;
    private long repeated;
    private boolean stoppedEarly;
    private final Progress progress = Progress.onTerminal();

    SteppedRun(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.seed = seed;
        this.replay = new Replay(scenario.name(), this::begin);
        begin(seed);
    }

    /** The run from its start, by events that are executed later. */
    private ModelledEngine begin(long itsSeed) {
        closeRun();
        notes = new EventNotes();
        ScenarioRun made = scenario.start(itsSeed, notes);
        notes.reader().learn(made.system());
        run = made;
        last = null;
        return made.engine();
    }

    private ScenarioRun run() {
        return Objects.requireNonNull(run);
    }

    Scenario scenario() {
        return scenario;
    }

    ModelledEngine engine() {
        return run().engine();
    }

    /** What the last event did. */
    EventNotes notes() {
        return notes;
    }

    /** The event that was executed last, or null at the start. */
    @Nullable EngineEvent last() {
        return last;
    }

    /** The event that is executed next, or null when there is none. */
    @Nullable EngineEvent next() {
        List<EngineEvent> pending = engine().pending(1);
        return pending.isEmpty() ? null : pending.getFirst();
    }

    /** How many events the last way back has executed again. */
    long repeated() {
        return repeated;
    }

    boolean isDone() {
        return run().isDone();
    }

    /** Executes one event, with notes; false when there is none. */
    boolean step() {
        EngineEvent event = next();
        if (event == null) {
            return false;
        }
        last = event;
        notes.begin();
        try {
            return engine().runTo(engine().eventNumber() + 1);
        } finally {
            notes.end();
        }
    }

    /** Stands after so many events, or at the end of the run when it has fewer, or when all has been done for long. */
    void to(long events) {
        repeated = 0;
        stoppedEarly = false;
        EngineEvent there = last;
        if (there != null && events == there.number() + 1 && events == engine().eventNumber()) {
            return;
        }
        if (events <= engine().eventNumber()) {
            long before = Math.max(0, events - 1);
            Snapshot earlier = new Snapshot(scenario.name(), seed, List.of(), before);
            replay.restore(earlier);
            repeated = before;
        } else if (events - 1 > engine().eventNumber() && !goTo(events - 1)) {
            // The run has fewer: its last event is seen when it is executed again.
            to(engine().eventNumber());
            return;
        }
        if (events > engine().eventNumber()) {
            step();
        }
    }

    /** Executes events without notes; false when there are fewer. Stops before when all has been done for long. */
    private boolean goTo(long events) {
        EndWatch end = new EndWatch();
        boolean more = true;
        while (more && engine().eventNumber() < events && !end.isLongAgo()) {
            more = engine().runTo(Math.min(events, engine().eventNumber() + SLICE));
        }
        end.close();
        return more;
    }

    /** Stands after the last event up to a time, or at the end of the run, or when all has been done for long. */
    void toTime(long ps) {
        repeated = 0;
        stoppedEarly = false;
        if (ps < engine().state().timePs()) {
            begin(seed);
        }
        EndWatch end = new EndWatch();
        for (EngineEvent event = next(); event != null && event.timePs() <= ps && !end.isLongAgo(); event = next()) {
            step();
        }
        end.close();
    }

    /** Whether the last way ended because nothing but timers went on. */
    boolean stoppedEarly() {
        return stoppedEarly;
    }

    /** Looks, on a long way, for its end, and says how far it is. */
    private final class EndWatch {
        private final long begin = engine().eventNumber();
        private long doneAt = -1;

        private boolean isLongAgo() {
            long now = engine().eventNumber();
            if (now > begin && (now - begin) % SLICE == 0) {
                progress.show("event " + now);
            }
            if (doneAt < 0 && hasEnded()) {
                doneAt = now;
            }
            stoppedEarly = doneAt >= 0 && now - doneAt >= MAX_AFTER_END;
            return stoppedEarly;
        }

        private boolean hasEnded() {
            try {
                return isDone();
            } catch (HostException _) {
                // Whoever looks for why it has failed goes on.
                return true;
            }
        }

        private void close() {
            progress.clear();
        }
    }

    /** Executes events up to the first that is asked for, or until all is done; true when it came. */
    boolean until(Predicate<EngineEvent> asked) {
        repeated = 0;
        while (step()) {
            if (asked.test(Objects.requireNonNull(last))) {
                return true;
            }
            if (isDoneOrHasFailed()) {
                return false;
            }
        }
        return false;
    }

    private boolean isDoneOrHasFailed() {
        try {
            return isDone();
        } catch (HostException e) {
            throw new DebugException("the run has failed at event " + engine().eventNumber() + ": " + e.getMessage());
        }
    }

    private void closeRun() {
        ScenarioRun old = run;
        run = null;
        if (old != null) {
            old.close();
        }
    }

    @Override
    public void close() {
        closeRun();
    }
}
