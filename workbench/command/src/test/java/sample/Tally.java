package sample;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/**
 * Counts the packets of a UDP port, which its parameter {@code port} names. Handler 1 sets as many timers as an order says and counts those
 * that it gets, handler 2 fails, handler 3 works without end.
 */
public final class Tally implements Extension {
    private static final long FAR_NS = 1_000_000_000_000_000L;

    /** Loaded by the runtime. */
    public Tally() {}

    @Override
    public void start(ExtensionContext context) {
        Counter packets = context.counter("packets seen");
        String port = context.parameter("port");
        if (port != null) {
            context.onPacket(PacketFilter.udp(Integer.parseInt(port)), packets, (seen, packet) -> seen.increment());
        }
        Counter timers = context.counter("timers got");
        context.onMessage(1, context, (own, order) -> setTimers(own, timers, order.word(0)));
        context.onMessage(2, context, (own, order) -> fail(order));
        context.onMessage(3, context, (own, order) -> spin(order));
        context.onMessage(4, context, (own, order) -> { });
    }

    private static void setTimers(ExtensionContext context, Counter got, int wanted) {
        for (int i = 0; i < wanted; i++) {
            if (context.timer(FAR_NS, 4, i)) {
                got.increment();
            }
        }
    }

    private static void fail(Message order) {
        throw new IllegalStateException("was told to fail with " + order.word(0));
    }

    private static void spin(Message order) {
        int sum = order.word(0);
        while (sum != 1) {
            sum = sum * 3 & ~1;
        }
    }
}
