package dev.spine.perf.report;

import dev.spine.iop.engine.modelled.ModelledEngine;

/** Looks on at a pass on the modelled engine. Called on the thread that drives the engine. */
public interface MeasurementObserver {
    /** Looks at nothing. */
    MeasurementObserver NONE = new MeasurementObserver() {};

    /**
     * The engine has been made and has no agents yet.
     *
     * @param engine may be observed from now on
     */
    default void onEngine(ModelledEngine engine) {}

    /** Everything is set up: what comes now is measured. */
    default void onBegin() {}
}
