package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application on the host, with data. Handler 1, told by the application: how many messages, from which number on, how many bytes
 * of data the even ones have (the odd ones have none if word 3 is 1), the application's handler, and whether what is not taken comes back
 * (1) or not (0). As many are sent as are taken at once; the answer is how many those were. Handler 8 sends one message with data and gives
 * the buffer up at once. Handler 2 takes what comes back.
 */
public final class Teller implements Extension {
    private static final int RETURNED = 2;

    private @Nullable Buffer memory;

    /** Loaded by the runtime. */
    public Teller() {}

    @Override
    public void start(ExtensionContext context) {
        Counter sent = context.counter("sent");
        memory = context.allocate(32 << 10);
        context.onMessage(1, context, (given, order) -> {
            int count = 0;
            Buffer data = memory;
            while (data != null && count < order.word(0) && notify(given, order, order.word(1) + count, data)) {
                count++;
            }
            sent.add(count);
            Answers.give(given, count, order.word(1), 0);
        });
        context.onMessage(RETURNED, context, (given, message) -> {
            given.counter("returned").increment();
            given.counter("reason " + message.reason().ordinal()).increment();
            given.counter("sum of returned").add(message.word(0));
        });
        context.onMessage(3, context, (given, order) -> {
            throw new IllegalStateException("as ordered");
        });
        context.onMessage(8, context, (given, order) -> {
            Buffer data = given.allocate(order.word(2));
            if (data == null) {
                throw new IllegalStateException("there is no memory");
            }
            if (notify(given, order, order.word(1), data)) {
                sent.increment();
            }
            given.delegation().revoke(data, 9, 0);
        });
    }

    private static boolean notify(ExtensionContext context, Message order, int number, Buffer data) {
        Route there = order.word(5) == 0 ? context.host(order.word(4)) : context.host(order.word(4), RETURNED);
        OutgoingMessage message = context.message(there);
        if (message == null) {
            return false;
        }
        message.word(0, number).user(number);
        int bytes = order.word(2);
        if (bytes > 0 && (order.word(3) == 0 || (number & 1) == 0)) {
            // Each with a length, and a first byte, of its own; the memory is written again for the next at once.
            int length = bytes - number % Math.min(bytes, 16);
            data.put32(0, number * 0x01010101);
            data.put8(length - 1, number);
            message.word(1, length).data(data, 0, length);
        }
        message.send();
        return true;
    }
}
