package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Either half of an application. Handler 1, told by the application: where the other half is (IOP, TID, handler; on the card, 0 for the
 * host), and how many rounds to play, 0 to wait. Handler 2 takes the ball from the other half and returns it. Handler 3 sends as many
 * messages at once as word 0 says, or as many as are taken; handler 4 sends word 0 bytes of data to handler 5 of the other half, which
 * tells the application their sum.
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
        context.onMessage(3, context, this::flood);
        context.onMessage(4, context, this::sendData);
        context.onMessage(5, context, Half::sum);
        Counter inOrder = context.counter("in order");
        context.onMessage(6, context, (given, message) -> {
            if (message.word(0) == (int) inOrder.value()) {
                inOrder.increment();
            }
        });
    }

    private void flood(ExtensionContext context, Message order) {
        Route there = otherHalf(context);
        int sent = 0;
        OutgoingMessage next = there == null ? null : context.message(there);
        while (there != null && next != null && sent < order.word(0)) {
            next.word(0, sent++).send();
            next = context.message(there);
        }
        Answers.give(context, sent, 0, 0);
    }

    private void sendData(ExtensionContext context, Message order) {
        Buffer data = context.allocate(order.word(0));
        Route there = context.peer(iopId, tid, otherHandler);
        OutgoingMessage message = there == null ? null : context.message(there);
        if (data == null || message == null) {
            throw new IllegalStateException("the other half takes no data");
        }
        for (int i = 0; i < data.length(); i++) {
            data.put8(i, i * 3 + 1);
        }
        message.word(0, order.word(0)).data(data, 0, data.length()).send();
        data.release();
    }

    private static void sum(ExtensionContext context, Message message) {
        Buffer data = message.buffer();
        int sum = 0;
        for (int i = 0; i < data.length(); i++) {
            sum = sum * 7 + data.u8(i);
        }
        Answers.give(context, sum, message.word(0), message.kind() == Message.Kind.BULK ? 1 : 0);
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
