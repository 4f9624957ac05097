package sample.parcel;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * One of two that send each other data in turn. Handler 1 says where the other is (IOP, TID, instance) and how many times to send, 0 to
 * wait. Handler 2 takes the data and sends its own, until none is left to send: then it says so to handler 6 of the application.
 */
public final class Parcel implements Extension {
    private static final int BYTES = 1_000;

    private @Nullable Buffer data;
    private @Nullable Route there;

    /** Loaded by the runtime. */
    public Parcel() {}

    @Override
    public void start(ExtensionContext context) {
        data = context.allocate(BYTES);
        Route application = context.host(6);
        context.onMessage(1, context, (given, order) -> {
            there = given.peer(order.word(0), order.word(1), order.word(2) << 8 | 2);
            if (order.word(3) > 0) {
                send(given, order.word(3));
            }
        });
        context.onMessage(2, context, (given, message) -> {
            if (message.buffer().length() != BYTES) {
                throw new IllegalStateException("the data are not there");
            }
            OutgoingMessage end = message.word(0) > 1 ? null : given.message(application);
            if (end != null) {
                end.send();
            } else {
                send(given, message.word(0) - 1);
            }
        });
    }

    private void send(ExtensionContext context, int left) {
        Route way = there;
        Buffer from = data;
        OutgoingMessage message = way == null ? null : context.message(way);
        if (message == null || from == null) {
            throw new IllegalStateException("one message at a time always has room");
        }
        message.word(0, left).data(from, 0, BYTES).send();
    }
}
