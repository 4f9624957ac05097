package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Fills its log and its counters with names as long as they may be, of characters that take three bytes each. */
public final class Talker implements Extension {
    /** Loaded by the runtime. */
    public Talker() {}

    @Override
    public void start(ExtensionContext context) {
        for (int i = 0; i < 64; i++) {
            context.counter("€".repeat(62) + (10 + i)).add(i);
            context.log("€".repeat(400) + i);
        }
    }
}
