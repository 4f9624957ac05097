package dev.spine.system.scenario;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.profile.ProfileFile;
import org.jspecify.annotations.Nullable;

/**
 * A described system is booted and shut down. Any thread.
 *
 * @param name what a person typed
 * @param description of the system
 */
public record BootScenario(String name, SystemDescription description) implements Scenario {
    @Override
    public long standardSeed() {
        return description.seed();
    }

    @Override
    public ScenarioRun start(long seed, @Nullable RunObserver observer) {
        MachineProfile profile = ProfileFile.find(description.profile());
        ModelledEngine engine = ScenarioRun.engine(profile, seed, observer);
        SpineSystem system = SpineComponent.create().systemFactory().build(description, engine, profile, profile.wire());
        return ScenarioRun.start(engine, system, observer, () -> {
            system.await("the boot of all IOPs", system.driver()::boot).orThrow();
            system.await("the shutdown", system.driver()::shutdown);
        }, () -> true, () -> { });
    }
}
