package dev.spine.extension.runtime.load;

import org.jspecify.annotations.Nullable;

/** Judges images on the agent that asks. */
public final class JudgeAtOnce extends ImageJudge {
    /** What judging a byte is said to take, about as it does on a processor of today: the modelled engine has no clock for it. */
    public static final long NS_PER_BYTE = 250;

    @Override
    public Admission begin(JudgedImage image) {
        image.judge();
        image.took(image.bytes() * NS_PER_BYTE);
        return Admission.JUDGED;
    }

    @Override
    public @Nullable JudgedImage poll() {
        return null;
    }
}
