package sample.foreignorder;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/**
 * Sends an extension elsewhere what only its host may. Handler 1: a card of this node, words IOP_ID, TID, instance. Handler 2: a card of
 * another node, words high and low half of its hardware address, instance. Handler 3: an order, words handler there, bytes of data, and up
 * to ten words of its own.
 */
public final class ForeignOrder implements Extension {
    private static final int RETURNED = 9;
    private static final int FRAME_BYTES = 60;

    private int @Nullable [] card;
    private long node;
    private int instance;
    private @Nullable Buffer data;

    /** Loaded by the runtime. */
    public ForeignOrder() {}

    @Override
    public void start(ExtensionContext context) {
        data = context.allocate(FRAME_BYTES);
        context.onMessage(1, context, (given, message) -> {
            card = new int[] {message.word(0), message.word(1)};
            instance = message.word(2);
            // The first question opens the connection.
            route(given, 1);
        });
        context.onMessage(2, context, (given, message) -> {
            node = (long) message.word(0) << Integer.SIZE | message.word(1) & 0xFFFF_FFFFL;
            instance = message.word(2);
        });
        context.onMessage(3, context, this::send);
        context.onMessage(RETURNED, context, (given, message) -> {});
    }

    private @Nullable Route route(ExtensionContext context, int handler) {
        int[] to = card;
        int there = instance << Byte.SIZE | handler;
        return to == null ? context.network(node, there, ServiceLevel.RELIABLE, RETURNED) : context.peer(to[0], to[1], there, RETURNED);
    }

    private void send(ExtensionContext context, Message order) {
        Route route = route(context, order.word(0));
        OutgoingMessage message = route == null ? null : context.message(route);
        Buffer frame = data;
        if (message == null || frame == null) {
            throw new IllegalStateException("there is no way");
        }
        for (int i = 2; i < Message.WORDS; i++) {
            message.word(i - 2, order.word(i));
        }
        if (order.word(1) > 0) {
            message.data(frame, 0, order.word(1));
        }
        message.send();
    }
}
