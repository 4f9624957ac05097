package dev.spine.system.scenario;

import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A scenario that runs. Used by one thread, which is outside the engine and executes its events. */
public final class ScenarioRun implements AutoCloseable {
    private final ModelledEngine engine;
    private final SpineSystem system;
    private final BooleanSupplier done;
    private final Runnable close;
    private volatile boolean programEnded;
    private volatile @Nullable HostException failure;

    private ScenarioRun(ModelledEngine engine, SpineSystem system, BooleanSupplier done, Runnable close) {
        this.engine = engine;
        this.system = system;
        this.done = done;
        this.close = close;
    }

    /**
     * Makes an engine that somebody may look on.
     *
     * @param profile of the machine
     * @param seed of all randomness
     * @param observer looks on, or null
     * @return the engine, without agents
     */
    public static ModelledEngine engine(MachineProfile profile, long seed, @Nullable RunObserver observer) {
        ModelledEngine engine = new ModelledEngine(profile, seed);
        if (observer != null) {
            engine.observe(observer);
        }
        return engine;
    }

    /**
     * Starts a run.
     *
     * @param engine of {@link #engine}
     * @param system built on it, not started; closed with the run
     * @param observer looks on, or null
     * @param program what is done with the system, as a task of its host
     * @param done whether all that was to be done is done, once the program has ended; asked between events
     * @param close what else is to be closed, before the system
     * @return the run; no event has been executed
     */
    public static ScenarioRun start(ModelledEngine engine, SpineSystem system, @Nullable RunObserver observer, Runnable program,
        BooleanSupplier done, Runnable close) {
        if (observer != null) {
            system.iops().forEach((name, iop) -> system.devices(name).values().forEach(placed -> {
                if (placed.module() instanceof RuntimeModule runtime) {
                    runtime.observe(new Activations(iop.roleName(), observer));
                }
            }));
        }
        ScenarioRun run = new ScenarioRun(engine, system, done, close);
        engine.start();
        system.tasks().spawn("scenario", () -> {
            try {
                program.run();
            } catch (HostException e) {
                run.failure = e;
            }
            run.programEnded = true;
        });
        return run;
    }

    /** {@return the engine; its time moves only when its owner lets it} */
    public ModelledEngine engine() {
        return engine;
    }

    /** {@return the system} */
    public SpineSystem system() {
        return system;
    }

    /**
     * {@return whether all that was to be done is done}
     *
     * @throws HostException when the program has failed, for example because a card does not boot
     */
    public boolean isDone() {
        HostException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return programEnded && done.getAsBoolean();
    }

    /**
     * Executes events until all is done.
     *
     * @throws HostException when that cannot come about any more
     */
    public void runToEnd() {
        while (!isDone() && engine.runTo(engine.eventNumber() + 1)) {
            // The engine has gone on.
        }
        if (!isDone()) {
            throw new HostException("the system has become idle before all was done, at event " + engine.eventNumber());
        }
    }

    @Override
    public void close() {
        // What a program has opened in part is not there to be closed, and ends with the engine.
        if (programEnded && failure == null) {
            close.run();
        }
        system.close();
    }

    /** What a card's runtime says, with the card's name. */
    private record Activations(String agent, RunObserver observer) implements ActivationObserver {
        @Override
        public void onBegin(int instance, String what, @Nullable Message message) {
            observer.onActivation(agent, instance, what, message);
        }

        @Override
        public void onLine(int instance, String file, int line) {
            // Virtual time does not pass between lines.
        }

        @Override
        public void onCall(int instance, String call) {
            // What it causes is heard of where it happens.
        }

        @Override
        public void onEnd(int instance, int fuel, long heapBytes, @Nullable String failure) {
            observer.onActivationEnd(agent, instance, fuel, heapBytes, failure);
        }
    }
}
