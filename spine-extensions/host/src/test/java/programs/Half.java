package programs;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Either half of an application. Handler 1, told by the application: where the other half is (IOP, TID, handler; on the card, 0 for the
 * host), and how many rounds to play, 0 to wait. Handler 2 takes the ball from the other half and returns it.
 */
public final class Half implements Extension {
    private int iopId;
    private int tid;
    private int otherHandler;
    private int rounds;

    /** Loaded by the runtime. */
    public Half() {}

    @Override
    public void start(ExtensionContext context) {
        Counter balls = context.counter("balls");
        context.onMessage(1, context, (given, order) -> {
            iopId = order.word(0);
            tid = order.word(1);
            otherHandler = order.word(2);
            rounds = order.word(3);
            if (rounds > 0) {
                play(given, 1);
            }
        });
        context.onMessage(2, context, (given, ball) -> {
            balls.increment();
            if (rounds > 0 && --rounds == 0) {
                Answers.give(given, ball.word(0), (int) balls.value(), 0);
            } else {
                play(given, ball.word(0) + 1);
            }
        });
    }

    private void play(ExtensionContext context, int value) {
        Route there = otherHalf(context);
        OutgoingMessage ball = there == null ? null : context.message(there);
        if (ball == null) {
            throw new IllegalStateException("the other half takes no message");
        }
        ball.word(0, value).send();
    }

    private @Nullable Route otherHalf(ExtensionContext context) {
        return iopId == 0 ? context.host(otherHandler) : context.peer(iopId, tid, otherHandler);
    }
}
