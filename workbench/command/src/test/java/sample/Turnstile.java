package sample;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.State;

/** Counts all packets of its card, over all its versions. Handler 1 logs how many there were, and the parameter {@code version}. */
public final class Turnstile implements Replaceable {
    private long seen;

    /** Loaded by the runtime. */
    public Turnstile() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket(PacketFilter.everything(), context, this::count);
        context.onMessage(1, context, this::notify);
    }

    private void count(ExtensionContext context, Message packet) {
        seen++;
    }

    private void notify(ExtensionContext context, Message order) {
        context.log("order " + order.word(0) + ": version " + context.parameter("version") + " has seen " + seen);
    }

    @Override
    public void save(State state) {
        state.put("seen", seen);
    }

    @Override
    public void restore(ExtensionContext context, State state) {
        seen = state.number("seen", 0);
        start(context);
    }
}
