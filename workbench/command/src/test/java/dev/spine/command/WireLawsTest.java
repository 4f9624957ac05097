package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.boot.BuiltInSystem;
import dev.spine.device.wire.WireCounters;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Test;

/** What the workbench holds every modelled run to: no frame is made or lost between wires and cards. */
class WireLawsTest {
    @Test
    void aBootedSystemKeepsAllLaws() {
        try (SpineSystem system = system()) {
            system.boot();
            assertTrue(system.verifyConservation() > 10);
        }
    }

    @Test
    void aFrameThatACardNeverSawIsFound() {
        try (SpineSystem system = system()) {
            system.boot();
            WireCounters received = system.wire(VideoSystem.WIRE).ports().getFirst().received();
            received.passed(64);
            String problem = "";
            try {
                system.verifyConservation();
            } catch (IllegalStateException e) {
                problem = String.valueOf(e.getMessage());
            }
            assertTrue(problem.contains("wires: frames placed = taken by cards + waiting + on their way: 1 is not 0"), problem);
        }
    }

    private static SpineSystem system() {
        MachineProfile profile = ProfileFile.find("lanai-33");
        return SpineComponent.create().systemFactory().build(BuiltInSystem.describe(), new ModelledEngine(profile, 1), profile,
            profile.wire());
    }
}
