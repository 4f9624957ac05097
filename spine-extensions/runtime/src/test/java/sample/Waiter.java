package sample;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Asks for the end of all its transfers, as often as word 0 of a message says, and counts how often it may and how often it is told. */
public final class Waiter implements Extension {
    /** Loaded by the runtime. */
    public Waiter() {}

    @Override
    public void start(ExtensionContext context) {
        Counter accepted = context.counter("accepted");
        Counter notified = context.counter("told");
        context.onMessage(1, context, (given, message) -> {
            for (int i = 0; i < message.word(0); i++) {
                if (given.afterTransfers(2, i)) {
                    accepted.increment();
                }
            }
        });
        context.onMessage(2, notified, (counter, message) -> counter.increment());
    }
}
