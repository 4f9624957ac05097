package sample.foreignanswer;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * Tells the host what another extension of the card would. Handler 1: words the host's handler, bytes of data, and up to ten words of its
 * own.
 */
public final class ForeignAnswer implements Extension {
    private static final int RETURNED = 9;
    private static final int MAX_BYTES = 128;

    private @Nullable Buffer data;

    /** Loaded by the runtime. */
    public ForeignAnswer() {}

    @Override
    public void start(ExtensionContext context) {
        data = context.allocate(MAX_BYTES);
        context.onMessage(1, context, this::notify);
        context.onMessage(RETURNED, context, (given, message) -> {});
    }

    private void notify(ExtensionContext context, Message order) {
        Buffer bytes = data;
        OutgoingMessage message = context.message(order.word(1) > 0 ? context.host(order.word(0), RETURNED) : context.host(order.word(0)));
        if (message == null || bytes == null) {
            throw new IllegalStateException("there is no way");
        }
        for (int i = 2; i < Message.WORDS; i++) {
            message.word(i - 2, order.word(i));
        }
        if (order.word(1) > 0) {
            message.data(bytes, 0, order.word(1));
        }
        message.send();
    }
}
