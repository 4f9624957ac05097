package sample.tohost;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/** Sends a word to an extension of the host, its card's peer. Words of handler 1: instance, handler, the word. */
public final class ToHost implements Extension {
    /** Loaded by the runtime. */
    public ToHost() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, message) -> {
            Route host = given.peer(1, 1, message.word(0) << Byte.SIZE | message.word(1));
            OutgoingMessage sent = host == null ? null : given.message(host);
            if (sent != null) {
                sent.word(0, message.word(2)).send();
            }
        });
    }
}
