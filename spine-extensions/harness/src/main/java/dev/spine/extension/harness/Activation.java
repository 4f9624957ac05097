package dev.spine.extension.harness;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One run of an extension's code, as it was recorded. Any thread.
 *
 * @param instance the instance's number
 * @param what {@code "start"}, {@code "stop"}, {@code "handler 3"} or {@code "packet handler"}
 * @param message the message in words: kind, source, user words, buffer; empty at start and stop
 * @param steps lines reached and calls of the API, in order
 * @param fuel units of fuel that were used
 * @param heapBytes bytes that were allocated
 * @param failure what it has failed by, in one line; empty when it has not
 */
public record Activation(int instance, String what, String message, List<Step> steps, int fuel, long heapBytes, String failure) {
    /** Copies the steps. */
    public Activation {
        steps = List.copyOf(steps);
    }

    /** {@return the numbers of the lines that were reached, in order, each as often as it was} */
    public List<Integer> lines() {
        return steps.stream().filter(step -> step.line() > 0).map(Step::line).toList();
    }

    /** {@return the calls of the API, in order, each with what it returned} */
    public List<String> calls() {
        return steps.stream().filter(step -> step.line() == 0).map(Step::text).toList();
    }

    /** {@return the activation as a paragraph for people} */
    @Override
    public String toString() {
        String head = "instance " + instance + ", " + what + (message.isEmpty() ? "" : ": " + message);
        String end = "    " + fuel + " units of fuel, " + heapBytes + " bytes" + (failure.isEmpty() ? "" : ", failed: " + failure);
        return steps.stream().map(step -> "    " + step).collect(Collectors.joining("\n", head + "\n", "\n" + end)).replace("\n\n", "\n");
    }
}
