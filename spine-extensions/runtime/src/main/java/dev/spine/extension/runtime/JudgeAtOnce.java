package dev.spine.extension.runtime;

import org.jspecify.annotations.Nullable;

/** Judges images on the agent that asks. */
final class JudgeAtOnce extends ImageJudge {
    @Override
    Admission begin(JudgedImage image) {
        image.judge();
        return Admission.JUDGED;
    }

    @Override
    @Nullable JudgedImage poll() {
        return null;
    }
}
