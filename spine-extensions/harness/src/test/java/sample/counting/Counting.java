package sample.counting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import java.util.ArrayList;
import java.util.List;

/** Counts packets of UDP port 7000 and answers questions, well and badly. */
public final class Counting implements Extension {
    private final List<Buffer> kept = new ArrayList<>();

    /** Loaded by the runtime. */
    public Counting() {}

    @Override
    public void start(ExtensionContext context) {
        Counter packets = context.counter("packets");
        Counter bytes = context.counter("bytes");
        context.onPacket(PacketFilter.udp(7000), packets, (counter, message) -> counter.increment());
        context.onMessage(1, context, (given, message) -> {
            OutgoingMessage answer = given.message(given.host(5));
            if (answer != null) {
                answer.word(0, (int) packets.value()).word(1, message.word(0) + 1).user(3).send();
            }
        });
        context.onMessage(2, bytes, (counter, message) -> counter.add(message.buffer().length()));
        context.onMessage(3, context, (given, message) -> fail(message.word(0)));
        context.onMessage(4, context, (given, message) -> {
            Buffer buffer = given.allocate(100);
            if (buffer != null) {
                kept.add(buffer);
            }
            given.log("kept " + kept.size());
        });
        context.onMessage(5, context, (given, message) -> transmit(given));
        context.onMessage(6, context, (given, message) -> given.timer(1_000_000L * message.word(0), 7, 0));
        context.onMessage(7, packets, (counter, message) -> counter.increment());
    }

    private static void fail(int how) {
        if (how == 0) {
            throw new IllegalStateException("asked to fail");
        }
        for (;;) {
            how++;
        }
    }

    private static void transmit(ExtensionContext context) {
        Buffer frame = context.allocate(64);
        if (frame != null) {
            frame.put32(0, 0xFFFF_FFFF);
            frame.put16(4, 0xFFFF);
            frame.put16(12, 0x88B6);
            frame.put8(14, 42);
            context.transmit(frame, 0, 60);
            frame.release();
        }
    }
}
