package programs;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;

/** Tells the application what came of an order. */
final class Answers {
    private Answers() {}

    static void give(ExtensionContext context, int first, int second, int third) {
        OutgoingMessage answer = context.message(context.host(5));
        if (answer == null) {
            throw new IllegalStateException("the application does not listen");
        }
        answer.user(7).word(0, first).word(1, second).word(11, third).send();
    }
}
