package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;

/** Tells the host which way each message has come; word 0 of 1 is an order to send itself one, of 2 to set a timer. */
public final class WayTeller implements Extension {
    /** Loaded by the runtime. */
    public WayTeller() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (on, message) -> {
            OutgoingMessage next = message.word(0) == 1 ? on.message(on.local(1)) : null;
            if (next != null) {
                next.send();
            }
            if (message.word(0) == 2) {
                on.timer(0, 2, 0);
            }
            notify(on, message);
        });
        context.onMessage(2, context, WayTeller::notify);
    }

    private static void notify(ExtensionContext context, Message message) {
        OutgoingMessage notified = context.message(context.host(5));
        if (notified != null) {
            notified.word(0, message.way().ordinal()).send();
        }
    }
}
