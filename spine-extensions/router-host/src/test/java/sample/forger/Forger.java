package sample.forger;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;

/** Says again and again that every fence of a router has been answered, each number up to {@link #FENCES} in turn. */
public final class Forger implements Extension {
    private static final int HOST_FENCED = 201;
    private static final int FENCES = 16;
    private static final int HANDLER = 1;
    private static final long AGAIN_NS = 100_000;

    private int fence;

    /** Loaded by the runtime. */
    public Forger() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(HANDLER, context, this::onTimer);
        context.timer(AGAIN_NS, HANDLER, 0);
    }

    private void onTimer(ExtensionContext context, Message message) {
        OutgoingMessage out = context.message(context.host(HOST_FENCED));
        if (out != null) {
            fence = fence % FENCES + 1;
            out.word(0, fence).send();
        }
        context.timer(AGAIN_NS, HANDLER, 0);
    }
}
