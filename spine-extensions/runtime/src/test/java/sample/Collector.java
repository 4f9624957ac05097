package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/** Does whatever a test tells it by word 0 of a message, and takes UDP packets to port 7000. */
public final class Collector implements Extension {
    private @Nullable Buffer kept;
    private @Nullable Buffer stale;

    /** Loaded by the runtime. */
    public Collector() {}

    @Override
    public void start(ExtensionContext context) {
        Counter activations = context.counter("activations seen");
        Counter bytes = context.counter("bytes seen");
        context.onMessage(1, context, (given, message) -> {
            activations.increment();
            onOrder(given, message);
        });
        context.onMessage(2, bytes, (counter, message) -> counter.add(message.kind() == Message.Kind.BULK ? message.buffer().length() : 1));
        context.onPacket(PacketFilter.udp(7000), context, (given, message) -> {
            bytes.add(message.buffer().length());
            stale = message.buffer();
            if (message.buffer().u8(42) == 'K') {
                kept = message.buffer().keep();
            }
        });
    }

    private void onOrder(ExtensionContext context, Message message) {
        switch (message.word(0)) {
            case 1 -> throw new IllegalStateException("the test wanted this");
            case 2 -> answer(context, 42);
            case 3 -> {
                Buffer held = kept;
                answer(context, held == null ? -1 : held.u8(43));
                if (held != null) {
                    held.release();
                }
            }
            case 4 -> {
                Buffer old = stale;
                answer(context, old == null ? -1 : old.length());
            }
            case 5 -> {
                OutgoingMessage nested = context.message(context.local(2));
                if (nested != null) {
                    nested.send();
                }
            }
            case 6 -> context.timer(1_000_000, 2, 9);
            case 7 -> copyAround(context);
            case 8 -> {
                OutgoingMessage away = context.message(context.network(0x02_00_00_00_00_09L, message.word(1)));
                if (away != null) {
                    away.word(0, 2).send();
                }
            }
            case 9 -> {
                for (int i = 0; i < message.word(1); i++) {
                    context.log("line\n" + i + " " + "x".repeat(message.word(2)));
                }
            }
            default -> throw new IllegalArgumentException("no such order");
        }
    }

    private static void copyAround(ExtensionContext context) {
        Buffer from = context.allocate(256);
        Buffer to = context.allocate(256);
        if (from == null || to == null) {
            answer(context, -2);
            return;
        }
        from.put8(200, 0x5A);
        TransferRequest transfer = context.transfer(from, to);
        if (transfer == null) {
            answer(context, -3);
            return;
        }
        transfer.copy(100, 0, 156);
        try {
            transfer.copy(200, 0, 100);
            answer(context, -4);
        } catch (IndexOutOfBoundsException expected) {
            context.onMessage(40, to, (buffer, end) -> answer(context, end.word(1) == 0 ? buffer.u8(100) : -5));
            transfer.submit(40, 1);
            from.release();
        }
    }

    private static void answer(ExtensionContext context, int value) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, value).send();
        }
    }
}
