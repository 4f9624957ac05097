package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Sends data to handler 7 of the host that are more than it takes, as many times as word 0 of a message to handler 1 says, and as many for
 * each of them that comes back.
 */
public final class Boomerang implements Extension {
    private static final int BYTES = 200;

    private @Nullable Buffer data;
    private int times;

    /** Loaded by the runtime. */
    public Boomerang() {}

    @Override
    public void start(ExtensionContext context) {
        data = context.allocate(BYTES);
        Route there = context.host(7, 2);
        context.onMessage(1, context, (given, order) -> {
            times = order.word(0);
            send(given, there);
        });
        context.onMessage(2, context, (given, _) -> {
            given.counter("returned").increment();
            send(given, there);
        });
    }

    private void send(ExtensionContext context, Route there) {
        for (int i = 0; i < times; i++) {
            OutgoingMessage message = context.message(there);
            if (message == null || data == null) {
                context.counter("held").increment();
                return;
            }
            message.data(data, 0, BYTES).send();
            context.counter("sent").increment();
        }
    }
}
