package sample.forger;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ServiceLevel;

/**
 * Handler 1: sends a message to another node. Words 0 and 1: its hardware address, word 2: the handler there, word 3: the user byte, then
 * words; with its own data, if it has some.
 */
public final class Forger implements Extension {
    /** Loaded by the runtime. */
    public Forger() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, Forger::forge);
        context.onMessage(2, context, (given, message) -> { });
    }

    private static void forge(ExtensionContext context, Message message) {
        long address = (long) message.word(0) << Integer.SIZE | message.word(1) & 0xFFFF_FFFFL;
        OutgoingMessage forged = context.message(context.network(address, message.word(2) & 0xFFFF, ServiceLevel.RELIABLE, 2));
        if (forged != null) {
            forged.user(message.word(3) & 0xFF);
            for (int i = 0; i < 8; i++) {
                forged.word(i, message.word(4 + i));
            }
            if (message.kind() == Message.Kind.BULK) {
                forged.data(message.buffer(), 0, message.buffer().length());
            }
            forged.send();
        }
    }
}
