package dev.spine.extension.api;

/**
 * Code that runs when a message for it has arrived completely. The card's agent.
 *
 * @param <C> the type of the context given at installation
 */
@FunctionalInterface
public interface Handler<C> {
    /**
     * Handles one message and returns. Messages that the handler sends to handlers of this card are queued, never nested.
     *
     * @param context what was given when the handler was installed
     * @param message the message; emptied after the return
     */
    void handle(C context, Message message);
}
