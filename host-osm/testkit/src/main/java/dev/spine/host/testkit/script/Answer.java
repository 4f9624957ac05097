package dev.spine.host.testkit.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a scripted IOP does with a request: one or more acts, each some time after the one before. When the last act is done, the frame
 * goes back to the host unless an act has kept or preserved it. Immutable; {@link Answers} makes them.
 */
public final class Answer {
    /**
     * One act.
     *
     * @param delayNs how long after the act before, or after the arrival
     * @param words what it is, for messages
     * @param act does it, on the IOP's agent
     */
    record Step(long delayNs, String words, Consumer<ScriptedRequest> act) {}

    private final List<Step> steps;

    private Answer(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /**
     * {@return an answer of the test's own}
     *
     * @param words what it is, for messages
     * @param act does it, on the IOP's agent
     */
    public static Answer of(String words, Consumer<ScriptedRequest> act) {
        return new Answer(List.of(new Step(0, words, act)));
    }

    List<Step> steps() {
        return steps;
    }

    /**
     * {@return the same, later}
     *
     * @param delay how much, in the engine's time
     */
    public Answer after(Duration delay) {
        List<Step> later = new ArrayList<>(steps);
        Step first = later.getFirst();
        later.set(0, new Step(first.delayNs() + delay.toNanos(), first.words(), first.act()));
        return new Answer(later);
    }

    /**
     * {@return this, and then another}
     *
     * @param next what follows; its delay counts from the end of this
     */
    public Answer then(Answer next) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(next.steps);
        return new Answer(all);
    }

    /** {@return the same, given twice: for a driver that must drop the second} */
    public Answer twice() {
        return then(this);
    }

    @Override
    public String toString() {
        return String.join(", then ", steps.stream()
            .map(step -> step.delayNs() == 0 ? step.words() : step.words() + " after " + step.delayNs() + " ns").toList());
    }
}
