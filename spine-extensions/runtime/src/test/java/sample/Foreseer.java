package sample;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import org.jspecify.annotations.Nullable;

/** Adds up what it is told of the packets that come next; of those that come, the first data bytes. */
public final class Foreseer implements Extension {
    private static final int DATA = 42;

    private @Nullable Message kept;

    /** Loaded by the runtime. */
    public Foreseer() {}

    @Override
    public void start(ExtensionContext context) {
        Counter come = context.counter("come");
        Counter[] ahead = {context.counter("ahead 0"), context.counter("ahead 1"), context.counter("ahead 2"), context.counter("ahead 3")};
        Counter beyond = context.counter("beyond");
        Counter later = context.counter("later");
        context.onPacket(PacketFilter.udp(7000), this, (me, message) -> {
            come.add(message.buffer().i32(DATA));
            for (int i = 0; i < ahead.length; i++) {
                ahead[i].add(message.ahead(i, DATA));
            }
            beyond.add(message.ahead(1, -1) + message.ahead(1, 57) + message.ahead(1, Integer.MAX_VALUE) + message.ahead(-1, DATA)
                + message.ahead(Integer.MAX_VALUE, DATA) + message.ahead(Integer.MIN_VALUE, DATA) + message.ahead(100, DATA));
            me.kept = message;
        });
        context.onMessage(1, this, (me, message) -> {
            Message old = me.kept;
            later.add(message.ahead(1, 0) + (old == null ? 0 : old.ahead(1, DATA)));
        });
    }
}
