package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/** Sends each UDP packet to port 7001 on, with its number in it, and tells its own handler 2, which tells the host of each 16th. */
public final class Relay implements Extension {
    private @Nullable Buffer frame;
    private @Nullable Route next;
    private int packets;
    private int notified;

    /** Loaded by the runtime. */
    public Relay() {}

    @Override
    public void start(ExtensionContext context) {
        frame = context.allocate(60);
        next = context.local(2);
        Route host = context.host(5);
        Counter sent = context.counter("packets sent on");
        context.onPacket(PacketFilter.udp(7001), context, (on, message) -> {
            sent.increment();
            onPacket(on, message);
        });
        context.onMessage(2, host, (route, message) -> {
            if (++notified % 16 == 0) {
                OutgoingMessage answer = context.message(route);
                if (answer != null) {
                    answer.word(0, message.word(0)).word(1, notified).send();
                }
            }
        });
    }

    private void onPacket(ExtensionContext context, Message message) {
        Buffer out = frame;
        Route to = next;
        if (out == null || to == null) {
            return;
        }
        out.copyFrom(0, message.buffer(), 0, 60);
        out.put32(44, ++packets);
        context.transmit(out, 0, 60);
        OutgoingMessage local = context.message(to);
        if (local != null) {
            local.word(0, message.buffer().u8(42)).send();
        }
    }
}
