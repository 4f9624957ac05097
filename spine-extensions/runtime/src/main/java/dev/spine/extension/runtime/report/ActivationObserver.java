package dev.spine.extension.runtime.report;

import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.RuntimeModule;
import org.jspecify.annotations.Nullable;

/**
 * Hears of each activation of a runtime's instances, step by step: for tests and for authors who want to see what their code does. Given to
 * {@link RuntimeModule#observe} before anything is loaded.
 *
 * <p>Called on the card's agent. What the observer does is not charged to the extension: fuel and heap are the same with and without it.
 * It must not throw, and must not touch the message after {@link #onBegin} has returned.
 */
public interface ActivationObserver {
    /**
     * Code of an instance is about to run.
     *
     * @param instance the instance's number
     * @param what {@code "start"}, {@code "stop"}, {@code "handler 3"} or {@code "packet handler"}
     * @param message what it is for; null at start and stop
     */
    void onBegin(int instance, String what, @Nullable Message message);

    /**
     * The code has reached a line of its source. Lines of the constructor and of initialisers come before the start.
     *
     * @param instance the instance's number
     * @param file the source file's name
     * @param line the line's number
     */
    void onLine(int instance, String file, int line);

    /**
     * The code has called the API.
     *
     * @param instance the instance's number
     * @param call the call and what it returned, for example {@code "timer(1000, 3, 0) = true"}
     */
    void onCall(int instance, String call);

    /**
     * The code has come back.
     *
     * @param instance the instance's number
     * @param fuel units of fuel that were used
     * @param heapBytes bytes that were allocated
     * @param failure what it has failed by, in one line, or null
     */
    void onEnd(int instance, int fuel, long heapBytes, @Nullable String failure);
}
