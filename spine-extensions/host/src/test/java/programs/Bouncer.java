package programs;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/** Answers each message with one, over a route that it keeps. */
public final class Bouncer implements Extension {
    /** Loaded by the runtime. */
    public Bouncer() {}

    @Override
    public void start(ExtensionContext context) {
        Counter bounced = context.counter("bounced");
        Route home = context.host(6);
        context.onMessage(1, context, (given, message) -> {
            bounced.increment();
            OutgoingMessage answer = given.message(home);
            if (answer != null) {
                answer.word(0, message.word(0)).send();
            }
        });
    }
}
