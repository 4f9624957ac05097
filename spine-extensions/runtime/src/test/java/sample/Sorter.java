package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/** Begins and ends to take packets of UDP ports, as orders say. */
public final class Sorter implements Extension {
    /** Handler: words are the first port and how many. */
    public static final int TAKE = 1;
    /** Handler: words are the first port and how many. */
    public static final int FORGET = 2;

    /** Loaded by the runtime. */
    public Sorter() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(TAKE, context, Sorter::take);
        context.onMessage(FORGET, context, Sorter::forget);
    }

    private static void take(ExtensionContext context, Message order) {
        for (int i = 0; i < order.word(1); i++) {
            context.onPacket(PacketFilter.udp(order.word(0) + i), context, (on, message) -> { });
        }
    }

    private static void forget(ExtensionContext context, Message order) {
        for (int i = 0; i < order.word(1); i++) {
            context.forgetPackets(PacketFilter.udp(order.word(0) + i), context);
        }
    }
}
