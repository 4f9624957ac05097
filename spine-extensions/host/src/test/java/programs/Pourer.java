package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/** Sends data to handler 6 of the application for each message to handler 1. */
public final class Pourer implements Extension {
    private static final int BYTES = 1_000;

    private @Nullable Buffer data;

    /** Loaded by the runtime. */
    public Pourer() {}

    @Override
    public void start(ExtensionContext context) {
        Route there = context.host(6);
        Counter held = context.counter("held");
        data = context.allocate(BYTES);
        context.onMessage(1, context, (given, order) -> {
            OutgoingMessage message = given.message(there);
            Buffer from = data;
            if (message == null || from == null) {
                held.increment();
            } else {
                message.word(0, order.word(0)).data(from, 0, BYTES).send();
            }
        });
    }
}
