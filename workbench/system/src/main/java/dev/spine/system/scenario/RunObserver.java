package dev.spine.system.scenario;

import dev.spine.extension.api.Message;
import dev.spine.iop.engine.modelled.EngineObserver;
import org.jspecify.annotations.Nullable;

/**
 * Is notified of what an engine's parts do, and beside it what code of extensions does. The same promises are asked of it as of an
 * {@link EngineObserver}. The engine's threads.
 */
public interface RunObserver extends EngineObserver {
    /**
     * Code of an extension begins, within a step of its card's agent.
     *
     * @param agent the card's path
     * @param instance the extension's number on the card
     * @param what {@code "start"}, {@code "handler 3"}, {@code "packet handler"} and the like
     * @param message what it is for, only during this call; null when there is none
     */
    default void onActivation(String agent, int instance, String what, @Nullable Message message) {}

    /**
     * The code has come back; what it has used is charged next.
     *
     * @param agent the card's path
     * @param instance the extension's number on the card
     * @param fuel units that were used
     * @param heapBytes bytes that were allocated
     * @param failure what it has failed by, or null
     */
    default void onActivationEnd(String agent, int instance, int fuel, long heapBytes, @Nullable String failure) {}
}
