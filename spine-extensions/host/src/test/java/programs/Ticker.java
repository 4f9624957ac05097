package programs;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;

/** Sets timers: as many as an order says at once, which expire in their order, and then one that sets the next. */
public final class Ticker implements Extension {
    private int expected;
    private int order;

    /** Loaded by the runtime. */
    public Ticker() {}

    @Override
    public void start(ExtensionContext context) {
        Counter ticks = context.counter("ticks");
        context.onMessage(1, context, (given, message) -> {
            expected = message.word(0);
            order = 0;
            int set = 0;
            while (set < expected && given.timer((expected - set) * 10_000L, 2, set)) {
                set++;
            }
            expected = set;
        });
        context.onMessage(2, context, (given, tick) -> {
            ticks.increment();
            order = order * 10 + tick.word(0);
            if (--expected == 0) {
                Answers.give(given, order, tick.kind() == Message.Kind.TIMER ? 1 : 0, 0);
            }
        });
    }
}
