package dev.spine.perf.race;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.profile.ProfileFile;
import org.jspecify.annotations.Nullable;

/** One drag with the paper's stream, for those who ask what a described machine would do. One thread. */
public final class RaceExperiment {
    private RaceExperiment() {}

    /**
     * What a drag came to, and how it looked.
     *
     * @param outcome in numbers
     * @param picture of the screen at the end, as a PNG, stray pixels red; null when none was asked for
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Result(RaceOutcome outcome, byte @Nullable [] picture) {}

    /** Whether a picture is wanted. */
    public enum Picture {
        /** It is. */
        TAKEN,
        /** It is not. */
        LEFT_OUT
    }

    /**
     * Drags a window.
     *
     * @param profile reference of the machine's profile
     * @param variant how it is moved
     * @param seed of the engine
     * @param picture whether a picture is wanted
     * @return what it came to
     */
    public static Result drag(String profile, RaceVariant variant, long seed, Picture picture) {
        MachineProfile machine = ProfileFile.find(profile);
        try (RaceRun run = new RaceRun(new RaceRun.Parts(variant, RaceScale.PUBLISHED), new ModelledEngine(machine, seed))) {
            if (picture == Picture.TAKEN) {
                run.takePicture();
            }
            RaceOutcome outcome = run.drag(DragScript.diagonal(RaceScale.PUBLISHED));
            return new Result(outcome, run.picture());
        }
    }
}
