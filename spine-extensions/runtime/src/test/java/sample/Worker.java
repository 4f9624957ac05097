package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;

/** Works for as many rounds as an order says, then tells the host how long that took on the card, in nanoseconds. */
public final class Worker implements Extension {
    private int sum;

    /** Loaded by the runtime. */
    public Worker() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, this::work);
    }

    private void work(ExtensionContext context, Message order) {
        long before = context.nowNs();
        for (int i = order.word(0); i > 0; i--) {
            sum += i ^ sum;
        }
        int took = (int) (context.nowNs() - before);
        OutgoingMessage answer = context.message(context.host(5));
        if (answer != null) {
            answer.word(0, took).word(1, sum).send();
        }
    }
}
