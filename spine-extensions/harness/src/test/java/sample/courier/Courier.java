package sample.courier;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/** Sends numbered messages by the route that it was told last, as fast as they are taken, and checks what it gets. */
public final class Courier implements Extension {
    private static final int PATIENCE_NS = 100_000;
    private static final int SLOW_WORK = 2_000;

    private @Nullable Route to;
    private int iopId;
    private int tid;
    private int receiver;
    private int next;
    private int end;
    private int dataBytes;
    private int expected;
    private int slow;
    private boolean waiting;

    /** Loaded by the runtime. */
    public Courier() {}

    @Override
    public void start(ExtensionContext context) {
        Counter received = context.counter("received");
        Counter wrong = context.counter("wrong");
        Counter returned = context.counter("returned");
        context.onMessage(1, context, this::onOrder);
        context.onMessage(2, context, (given, message) -> {
            received.increment();
            if (message.word(0) != expected++ || message.kind() == Message.Kind.BULK && !isRight(message)) {
                wrong.increment();
            }
            long work = 0;
            for (int i = 0; i < slow; i++) {
                work += i;
            }
            if (work < 0) {
                wrong.increment();
            }
        });
        Counter noReceiver = context.counter("noReceiver");
        context.onMessage(3, returned, (counter, message) -> {
            counter.increment();
            if (message.reason() == ReturnReason.NO_RECEIVER && message.word(0) < next && message.word(1) == dataBytes) {
                noReceiver.increment();
            }
        });
        context.onMessage(4, context, Courier::notifyHost);
        context.onMessage(5, context, (given, message) -> {
            waiting = false;
            send(given);
        });
    }

    private static boolean isRight(Message message) {
        Buffer data = message.buffer();
        if (data.length() != message.word(1)) {
            return false;
        }
        for (int i = 0; i < data.length(); i += 97) {
            if (data.u8(i) != (message.word(0) + i & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    private void onOrder(ExtensionContext context, Message message) {
        switch (message.word(0)) {
            case 1 -> to = context.network((long) message.word(1) << 32 | message.word(2) & 0xFFFF_FFFFL, message.word(3) << 8 | 2,
                ServiceLevel.RELIABLE, 3);
            case 2 -> {
                iopId = message.word(1);
                tid = message.word(2);
                receiver = message.word(3);
                to = null;
            }
            case 3 -> {
                end += message.word(1);
                dataBytes = message.word(2);
                send(context);
            }
            case 4 -> export(context);
            case 5 -> slow = SLOW_WORK;
            case 6 -> operate(context, message);
            case 7 -> to = context.local(2);
            case 8 -> context.sharedMemory().end(number(message));
            default -> throw new IllegalArgumentException("no such order");
        }
    }

    private void export(ExtensionContext context) {
        Buffer memory = context.allocate(64);
        long number = memory == null ? 0 : context.sharedMemory().export(memory, ExportRights.READ_WRITE);
        if (memory != null) {
            memory.put32(4, 1000);
        }
        OutgoingMessage message = context.message(context.host(6));
        if (message != null) {
            message.word(0, (int) (number >>> 32)).word(1, (int) number).send();
        }
    }

    private static long number(Message message) {
        return (long) message.word(2) << 32 | message.word(3) & 0xFFFF_FFFFL;
    }

    /** Word 1 says what; 2 and 3 are the export; 4 is the offset, 5 the operand. */
    private void operate(ExtensionContext context, Message message) {
        Route owner = way(context);
        int offset = message.word(4);
        boolean sent = owner != null && switch (message.word(1)) {
            case 1 -> context.sharedMemory().read(owner, number(message), offset, message.word(5), 4, 70);
            case 2 -> {
                Buffer from = context.allocate(8);
                boolean written = false;
                if (from != null) {
                    from.put32(0, message.word(5));
                    written = context.sharedMemory().write(owner, number(message), offset, from, 0, 4, 4, 71);
                    from.release();
                }
                yield written;
            }
            case 3 -> context.sharedMemory().compareAndSwap(owner, number(message), offset, message.word(5), message.word(6), 4, 72);
            default -> context.sharedMemory().fetchAndAdd(owner, number(message), offset, message.word(5), 4, 73);
        };
        if (!sent) {
            // A way that opens: the order comes again.
            OutgoingMessage again = context.message(context.host(7));
            if (again != null) {
                again.send();
            }
        }
    }

    private static void notifyHost(ExtensionContext context, Message message) {
        OutgoingMessage out = context.message(context.host(6));
        if (out != null) {
            for (int i = 0; i < Message.WORDS; i++) {
                out.word(i, message.word(i));
            }
            out.send();
        }
    }

    private @Nullable Route way(ExtensionContext context) {
        Route way = to;
        if (way == null) {
            way = context.peer(iopId, tid, receiver << 8 | 2, 3);
            to = way;
        }
        return way;
    }

    private void send(ExtensionContext context) {
        Route way = way(context);
        OutgoingMessage message = way == null || next == end ? null : context.message(way);
        while (message != null) {
            message.word(0, next).word(1, dataBytes);
            if (dataBytes > 0) {
                Buffer data = context.allocate(dataBytes);
                if (data == null) {
                    break;
                }
                for (int i = 0; i < dataBytes; i++) {
                    data.put8(i, next + i);
                }
                message.data(data, 0, dataBytes);
                message.send();
                data.release();
            } else {
                message.send();
            }
            next++;
            message = way == null || next == end ? null : context.message(way);
        }
        if (next < end && !waiting) {
            waiting = context.timer(PATIENCE_NS, 5, 0);
        }
    }
}
