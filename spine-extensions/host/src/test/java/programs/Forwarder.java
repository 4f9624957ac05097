package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;

/**
 * Sends UDP packets to port 7000 from their receive buffers to another extension, with the sum of their bytes, and drops those to 7001.
 * Handler 1, by the application: where the other is (IOP, TID, instance), and whether only a part of each packet goes (1) or all (0).
 * Handler 3 gets back what was not taken.
 */
public final class Forwarder implements Extension {
    private static final int PART_FROM = 14;

    private int iopId;
    private int tid;
    private int other;
    private boolean part;

    /** Loaded by the runtime. */
    public Forwarder() {}

    static int sum(Buffer data, int from) {
        int sum = 1;
        for (int i = from; i < data.length(); i++) {
            sum = sum * 31 + data.u8(i);
        }
        return sum;
    }

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, order) -> {
            iopId = order.word(0);
            tid = order.word(1);
            other = order.word(2);
            part = order.word(3) == 1;
            // The way opens.
            given.peer(iopId, tid, other << 8 | 2, 3);
        });
        context.onMessage(3, context, (given, message) -> {
            given.counter("returned").increment();
            given.counter("reason " + message.reason().ordinal()).increment();
        });
        context.onPacket(PacketFilter.udp(7001), context.counter("dropped"), (counter, packet) -> counter.increment());
        context.onPacket(PacketFilter.udp(7000), context, (given, packet) -> {
            Route way = given.peer(iopId, tid, other << 8 | 2, 3);
            OutgoingMessage message = way == null ? null : given.message(way);
            int from = part ? PART_FROM : 0;
            if (message == null) {
                given.counter("held").increment();
            } else {
                Buffer data = packet.buffer();
                message.word(0, sum(data, from)).data(data, from, data.length() - from).send();
                given.counter("sent").increment();
            }
        });
    }
}
