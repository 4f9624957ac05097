package programs;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;

/** Sends itself as many messages as an order says, one after the other, then answers. */
public final class PingPong implements Extension {
    private int rounds;

    /** Loaded by the runtime. */
    public PingPong() {}

    @Override
    public void start(ExtensionContext context) {
        Counter pings = context.counter("pings");
        context.onMessage(1, context, (given, order) -> {
            rounds = order.word(0);
            ping(given, order.word(1));
        });
        context.onMessage(2, context, (given, ball) -> {
            pings.increment();
            ping(given, ball.word(0) * 31 + ball.word(11) + ball.user());
        });
    }

    private void ping(ExtensionContext context, int value) {
        OutgoingMessage ball = rounds-- > 0 ? context.message(context.local(2)) : null;
        if (ball == null) {
            Answers.give(context, value, rounds, 0);
        } else {
            ball.user(rounds).word(0, value).word(11, rounds).send();
        }
    }
}
