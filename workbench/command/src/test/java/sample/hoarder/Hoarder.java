package sample.hoarder;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * Takes all of the card's memory that it may have, beside {@code spare} bytes, which it takes first and gives back when handler 1 is
 * called. Handler 2 takes again what is left.
 */
public final class Hoarder implements Extension {
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST = 64;

    private @Nullable Buffer spare;

    /** Loaded by the runtime. */
    public Hoarder() {}

    @Override
    public void start(ExtensionContext context) {
        Counter taken = context.counter("bytes taken");
        String bytes = context.parameter("spare");
        spare = bytes == null ? null : context.allocate(Integer.parseInt(bytes));
        context.onMessage(1, context, (given, message) -> {
            Buffer mine = spare;
            spare = null;
            if (mine != null) {
                mine.release();
            }
        });
        context.onMessage(2, taken, (counter, message) -> fill(context, counter));
        fill(context, taken);
    }

    private static void fill(ExtensionContext context, Counter taken) {
        for (int size = LARGEST; size >= SMALLEST; size /= 2) {
            while (context.allocate(size) != null) {
                taken.add(size);
            }
        }
    }
}
