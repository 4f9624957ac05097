package dev.spine.extension.runtime;

import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;

/**
 * A handler as it was installed: the code and the context that each activation gets.
 *
 * @param <C> the context's type
 * @param instance whose it is
 * @param number its number, 0 for packet handlers
 * @param context the first argument
 * @param handler the code
 */
record Installation<C>(ExtensionInstance instance, int number, C context, Handler<C> handler) {
    /** {@return what it is called where a failure is told} */
    String title() {
        return number == 0 ? "packet handler" : "handler " + number;
    }

    void count(HeapCount count) {
        count.root(context);
        count.root(handler);
    }

    void run(Message message) {
        handler.handle(context, message);
    }
}
