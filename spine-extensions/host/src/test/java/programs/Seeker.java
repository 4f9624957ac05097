package programs;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Asks for what may not be there: word 0 of an order is 1 for a surface, 2 for a store, 3 and 4 for the same without a second plan. */
public final class Seeker implements Extension {
    /** Loaded by the runtime. */
    public Seeker() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, order) -> {
            boolean store = (order.word(0) & 1) == 0;
            if (order.word(0) > 2) {
                ask(given, store);
                return;
            }
            try {
                ask(given, store);
            } catch (UnsupportedOperationException e) {
                Answers.give(given, -1, order.word(0), 0);
            }
        });
    }

    private static void ask(ExtensionContext context, boolean store) {
        boolean asked = store ? context.requestStore(2, 8, 2) : context.requestSurface(2, 8, 1, 2);
        Answers.give(context, asked ? 1 : 0, 0, 0);
    }
}
