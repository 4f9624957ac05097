package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/**
 * Compares the data of each message to handler 2 with the sum in its word 0, and keeps 32 of them, as many as it can, for so many
 * milliseconds as handler 1 was told.
 */
public final class Witness implements Extension {
    private static final int MAX = 32;

    private final Buffer[] kept = new Buffer[MAX];
    private int count;
    private int keepMs;
    private boolean timer;

    /** Loaded by the runtime. */
    public Witness() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, order) -> keepMs = order.word(0));
        context.onMessage(2, context, (given, message) -> {
            given.counter("received").increment();
            if (Forwarder.sum(message.buffer(), 0) != message.word(0)) {
                given.counter("wrong").increment();
            }
            Buffer data = keepMs == 0 || count == MAX ? null : message.buffer().keep();
            if (data != null) {
                kept[count++] = data;
                timer = timer || given.timer(keepMs * 1_000_000L, 3, 0);
            }
        });
        context.onMessage(3, context, (given, message) -> {
            for (int i = 0; i < count; i++) {
                kept[i].release();
            }
            count = 0;
            timer = false;
            keepMs = 0;
        });
    }
}
