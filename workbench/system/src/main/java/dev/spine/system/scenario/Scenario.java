package dev.spine.system.scenario;

import org.jspecify.annotations.Nullable;

/** Something that the modelled engine can run, in the same way again and again. The thread that runs it. */
public interface Scenario {
    /** {@return its name: what a person types} */
    String name();

    /**
     * Builds the system and starts its engine; no event is executed.
     *
     * @param seed of all randomness
     * @param observer looks on, or null
     * @return the run at its beginning, for its owner to close
     */
    ScenarioRun start(long seed, @Nullable RunObserver observer);

    /** {@return the seed that is used when nobody asks for another} */
    default long standardSeed() {
        return 1;
    }
}
