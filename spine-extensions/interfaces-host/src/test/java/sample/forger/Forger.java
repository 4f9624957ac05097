package sample.forger;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ServiceLevel;

/**
 * Handler 1: sends a small message with any user byte and any first words to any handler of any node. Handler 3: sends its host a message
 * as if it came from the card half of an interface; words: the host's handler, then the words of the message.
 */
public final class Forger implements Extension {
    /** Loaded by the runtime. */
    public Forger() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, Forger::forge);
        context.onMessage(2, context, (given, message) -> { });
        context.onMessage(3, context, Forger::notifyHost);
    }

    private static void notifyHost(ExtensionContext context, Message message) {
        OutgoingMessage forged = context.message(context.host(message.word(0)));
        if (forged != null) {
            for (int i = 1; i < Message.WORDS; i++) {
                forged.word(i - 1, message.word(i));
            }
            forged.send();
        }
    }

    private static void forge(ExtensionContext context, Message message) {
        long address = (long) message.word(0) << Integer.SIZE | message.word(1) & 0xFFFF_FFFFL;
        OutgoingMessage forged = context.message(context.network(address, message.word(2) & 0xFFFF, ServiceLevel.RELIABLE, 2));
        if (forged != null) {
            forged.user(message.word(3));
            for (int i = 0; i < 8; i++) {
                forged.word(i, message.word(4 + i));
            }
            forged.send();
        }
    }
}
