package sample.forgedanswer;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;

/** Sends what it is told to a handler of the host that somebody else's answers go to. Words: handler, then three of the answer. */
public final class ForgedAnswer implements Extension {
    /** Loaded by the runtime. */
    public ForgedAnswer() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, message) -> {
            OutgoingMessage forged = given.message(given.host(message.word(0)));
            if (forged != null) {
                forged.word(0, message.word(1)).word(1, message.word(2)).word(2, message.word(3)).send();
            }
        });
    }
}
