package dev.spine.extension.harness;

/**
 * Steps through activations: called at each step while the code of the extension stands there. On the modelled engine nothing else moves
 * meanwhile, time neither, so a test may take as long as it likes, look at everything, or be held in a debugger. The engine's thread.
 */
@FunctionalInterface
public interface StepListener {
    /**
     * The code is at a step.
     *
     * @param instance the instance's number
     * @param what runs: {@code "start"}, {@code "handler 3"}
     * @param step where it is
     */
    void onStep(int instance, String what, Step step);
}
