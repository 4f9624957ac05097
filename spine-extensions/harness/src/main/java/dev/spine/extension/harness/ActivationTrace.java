package dev.spine.extension.harness;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.report.ActivationObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records the activations of a card, the last thousand of them, and the first ten thousand steps of each. Belongs to the card's agent. */
final class ActivationTrace implements ActivationObserver {
    private static final int ACTIVATIONS = 1_000;
    private static final int STEPS = 10_000;

    private final ArrayDeque<Activation> activations = new ArrayDeque<>();
    private final @Nullable StepListener listener;
    private final List<Step> steps = new ArrayList<>();
    private String what = "constructor";
    private String about = "";

    ActivationTrace(@Nullable StepListener listener) {
        this.listener = listener;
    }

    List<Activation> activations() {
        return List.copyOf(activations);
    }

    @Override
    public void onBegin(int instance, String begun, @Nullable Message message) {
        what = begun;
        about = message == null ? "" : text(message);
    }

    private static String text(Message message) {
        StringBuilder text = new StringBuilder(message.kind().name());
        if (message.kind() == Message.Kind.PACKET) {
            return text.append(" of ").append(message.buffer().length()).append(" bytes").toString();
        }
        if (message.source() != Route.NOWHERE) {
            text.append(" from ").append(message.source());
        }
        text.append(", words");
        int last = Message.WORDS - 1;
        while (last > 0 && message.word(last) == 0) {
            last--;
        }
        for (int i = 0; i <= last; i++) {
            text.append(' ').append(message.word(i));
        }
        if (message.user() != 0) {
            text.append(", user ").append(message.user());
        }
        if (message.kind() == Message.Kind.BULK) {
            text.append(", ").append(message.buffer());
        }
        return text.toString();
    }

    @Override
    public void onLine(int instance, String file, int line) {
        step(instance, new Step(file, line));
    }

    @Override
    public void onCall(int instance, String call) {
        step(instance, new Step(call, 0));
    }

    private void step(int instance, Step step) {
        if (steps.size() < STEPS) {
            steps.add(step);
        }
        if (listener != null) {
            listener.onStep(instance, what, step);
        }
    }

    @Override
    public void onEnd(int instance, int fuel, long heapBytes, @Nullable String failure) {
        if (activations.size() == ACTIVATIONS) {
            activations.removeFirst();
        }
        activations.add(new Activation(instance, what, about, steps, fuel, heapBytes, failure == null ? "" : failure));
        steps.clear();
        what = "constructor";
    }

    /** {@return all of them as text} */
    String text() {
        return activations.stream().map(Activation::toString).collect(Collectors.joining("\n"));
    }
}
