package dev.spine.extension.benchmarks;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/** Answers each message of the host with its first two words. The card's agent. */
public final class NeighbourExtension implements Extension {
    /** The host's handler that gets the answers. */
    public static final int ANSWERS = 5;

    /** Loaded by the runtime. */
    public NeighbourExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Route host = context.host(ANSWERS);
        context.onMessage(1, host, (route, message) -> {
            OutgoingMessage answer = context.message(route);
            if (answer != null) {
                answer.word(0, message.word(0)).word(1, message.word(1)).send();
            }
        });
    }
}
