package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Says what terminals obey: handler 1 in its log, handler 2 in its failure, handler 3 in the name of a counter. */
public final class Loud implements Extension {
    private static final String CLEARS_AND_TURNS = "\u001B[2J\u009B31m\u202Eseen";

    /** Loaded by the runtime. */
    public Loud() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (own, order) -> own.log(CLEARS_AND_TURNS));
        context.onMessage(2, context, (own, order) -> {
            throw new IllegalStateException(CLEARS_AND_TURNS);
        });
        context.onMessage(3, context, (own, order) -> own.counter(CLEARS_AND_TURNS).increment());
    }
}
