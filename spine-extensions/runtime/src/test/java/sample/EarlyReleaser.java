package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/** Adds data of a buffer of 4,096 bytes to a message to handler 7 of the host, gives the buffer up, and sends the message then. */
public final class EarlyReleaser implements Extension {
    private @Nullable Buffer data;

    /** Loaded by the runtime. */
    public EarlyReleaser() {}

    @Override
    public void start(ExtensionContext context) {
        data = context.allocate(4_096);
        context.onMessage(1, context, (given, order) -> {
            OutgoingMessage message = given.message(given.host(7, 2));
            Buffer from = data;
            if (message == null || from == null) {
                given.counter("held").increment();
                return;
            }
            message.data(from, 0, 4_096);
            from.release();
            if (order.word(0) != 0) {
                data = given.allocate(order.word(0));
            }
            message.send();
            given.counter("sent").increment();
        });
        context.onMessage(2, context, (given, message) -> given.counter("returned").increment());
    }
}
