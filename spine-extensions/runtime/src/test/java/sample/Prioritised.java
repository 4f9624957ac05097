package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Priority;

/** Says its number to the host for each message to handler 2; order 1 sets its priority, order 2 asks for background work and floods. */
public final class Prioritised implements Extension {
    private int number;
    private int left;

    /** Loaded by the runtime. */
    public Prioritised() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, this::onOrder);
        context.onMessage(2, context, (given, message) -> say(given, number));
        context.onMessage(3, context, (given, message) -> {
            say(given, message.kind() == Message.Kind.BACKGROUND ? 100 + message.word(0) : -1);
            if (message.word(0) > 1) {
                given.background(3, message.word(0) - 1);
            }
        });
        context.onMessage(4, context, (given, message) -> {
            if (left > 0) {
                left--;
                OutgoingMessage next = given.message(given.local(4));
                if (next != null) {
                    next.send();
                }
            }
        });
        context.onMessage(5, context, (given, message) -> {
            for (int i = 0;; i++) {
                if (i == -1) {
                    return;
                }
            }
        });
    }

    private void onOrder(ExtensionContext context, Message message) {
        switch (message.word(0)) {
            case 1 -> {
                number = message.word(1);
                context.priority(Priority.values()[message.word(2)]);
            }
            case 2 -> {
                int taken = 0;
                for (int i = 0; i < message.word(1); i++) {
                    taken += context.background(message.word(2), message.word(3)) ? 1 : 0;
                }
                left = message.word(4);
                if (taken != Math.min(8, message.word(1))) {
                    say(context, -taken);
                }
                OutgoingMessage next = left > 0 ? context.message(context.local(4)) : null;
                if (next != null) {
                    next.send();
                }
            }
            default -> throw new IllegalStateException("the test wanted this");
        }
    }

    private static void say(ExtensionContext context, int what) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, what).send();
        }
    }
}
