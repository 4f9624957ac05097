package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/**
 * Carries numbered messages with data to another one, wherever that is, and checks every byte of what it gets. Handler 1, by word 0: 1 says
 * where the other is (IOP, TID, instance); 2 sends so many messages more, of so many bytes, as fast as they are taken; 3 keeps the data of
 * what comes from now on for so many microseconds, 0 for not at all; 4 gives all that it has kept back; 5 takes the memory of the data that
 * it sends from now on back at once (1) or releases it (0); 6 fails; 7 exports 8 bytes and tells the application their number; 8 adds to
 * those of a number (2 words) at the other's place. Handler 2 receives, handler 3 gets back what was not taken.
 */
public final class Carrier implements Extension {
    private static final int AGAIN = 5;
    private static final int REVOKED = 6;
    private static final int PUT_BACK = 7;
    private static final int ADDED = 8;
    private static final long AGAIN_NS = 20_000;
    /** So many bytes of an activation leave fuel. */
    private static final int AT_ONCE = 120_000;
    private static final int MAX_KEPT = 64;

    private final Buffer[] kept = new Buffer[MAX_KEPT];
    private final int[] keptNumbers = new int[MAX_KEPT];
    private int keptCount;
    private int keepsUs;
    private boolean givesBack;
    private boolean revokes;
    private int iopId;
    private int tid;
    private int other;
    private int next;
    private int end;
    private int bytes;
    private int expected;
    private boolean waiting;

    /** Loaded by the runtime. */
    public Carrier() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, this::onOrder);
        context.onMessage(2, context, this::onData);
        context.onMessage(3, context, (given, message) -> {
            given.counter("returned").increment();
            given.counter("reason " + message.reason().ordinal()).increment();
        });
        context.onMessage(AGAIN, context, (given, message) -> {
            waiting = false;
            send(given);
        });
        context.onMessage(PUT_BACK, context, (given, message) -> {
            givesBack = false;
            putBack(given);
        });
        context.onMessage(ADDED, context, Carrier::onAdded);
        context.onMessage(REVOKED, context.counter("revoked"), (counter, message) -> counter.increment());
    }

    private void onOrder(ExtensionContext context, Message order) {
        switch (order.word(0)) {
            case 1 -> {
                iopId = order.word(1);
                tid = order.word(2);
                other = order.word(3);
            }
            case 2 -> {
                end += order.word(1);
                bytes = order.word(2);
                send(context);
            }
            case 3 -> keepsUs = order.word(1);
            case 4 -> putBack(context);
            case 5 -> revokes = order.word(1) == 1;
            case 7 -> export(context);
            case 8 -> add(context, (long) order.word(1) << Integer.SIZE | order.word(2) & 0xFFFF_FFFFL, order.word(3));
            default -> throw new IllegalStateException("as ordered");
        }
    }

    private static void export(ExtensionContext context) {
        Buffer memory = context.allocate(8);
        if (memory != null) {
            long number = context.sharedMemory().export(memory, ExportRights.READ_WRITE);
            Answers.give(context, (int) (number >>> Integer.SIZE), (int) number, 0);
        }
    }

    private void add(ExtensionContext context, long number, int value) {
        Route owner = context.peer(iopId, tid, other << 8 | 2);
        if (owner == null || !context.sharedMemory().fetchAndAdd(owner, number, 0, value, ADDED, 0)) {
            context.counter("operations not sent").increment();
        }
    }

    private static void onAdded(ExtensionContext context, Message answer) {
        boolean done = answer.word(1) == MemoryStatus.DONE.ordinal();
        context.counter(done ? "operations done" : "operations refused").increment();
        if (done) {
            Counter before = context.counter("value before");
            before.add(((long) answer.word(2) << Integer.SIZE | answer.word(3) & 0xFFFF_FFFFL) - before.value());
        }
    }

    private static long at(int number, int index) {
        return number * 0x9E37_79B9_7F4A_7C15L + index * 0x0101_0101_0101L;
    }

    private void send(ExtensionContext context) {
        Route way = next == end ? null : context.peer(iopId, tid, other << 8 | 2, 3);
        OutgoingMessage message = way == null ? null : context.message(way);
        boolean goesOn = true;
        int sentNow = 0;
        while (goesOn && message != null) {
            message.word(0, next).word(1, bytes);
            if (bytes > 0) {
                Buffer data = context.allocate(bytes);
                goesOn = data != null;
                if (data != null) {
                    fill(data, next);
                    message.data(data, 0, bytes).send();
                    end(context, data);
                }
            } else {
                message.send();
            }
            if (goesOn) {
                context.counter("sent").increment();
                next++;
                message = next == end || (sentNow += bytes) > AT_ONCE ? null : context.message(way);
            }
        }
        if (next < end && !waiting) {
            waiting = context.timer(AGAIN_NS, AGAIN, 0);
        }
    }

    private void end(ExtensionContext context, Buffer data) {
        if (revokes) {
            context.delegation().revoke(data, REVOKED, 0);
        } else {
            data.release();
        }
    }

    private static void fill(Buffer data, int number) {
        int words = data.length() >> 3;
        for (int i = 0; i < words; i++) {
            data.put64(i << 3, at(number, i));
        }
        for (int i = words << 3; i < data.length(); i++) {
            data.put8(i, number + i);
        }
    }

    private static boolean isWhole(Buffer data, int number) {
        int words = data.length() >> 3;
        for (int i = 0; i < words; i++) {
            if (data.i64(i << 3) != at(number, i)) {
                return false;
            }
        }
        for (int i = words << 3; i < data.length(); i++) {
            if (data.u8(i) != (number + i & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    private void onData(ExtensionContext context, Message message) {
        context.counter("received").increment();
        if (message.word(0) != expected) {
            context.counter("out of order").increment();
        }
        expected = message.word(0) + 1;
        boolean hasData = message.kind() == Message.Kind.BULK;
        if (hasData != message.word(1) > 0 || hasData && (message.buffer().length() != message.word(1)
            || !isWhole(message.buffer(), message.word(0)))) {
            context.counter("wrong").increment();
        }
        Buffer data = keepsUs > 0 && hasData && keptCount < MAX_KEPT ? message.buffer().keep() : null;
        if (data != null) {
            keptNumbers[keptCount] = message.word(0);
            kept[keptCount++] = data;
            if (!givesBack) {
                givesBack = context.timer(keepsUs * 1_000L, PUT_BACK, 0);
            }
        }
        Counter now = context.counter("kept");
        now.add(keptCount - now.value());
    }

    private void putBack(ExtensionContext context) {
        for (int i = 0; i < keptCount; i++) {
            if (!isWhole(kept[i], keptNumbers[i])) {
                context.counter("wrong").increment();
            }
            kept[i].release();
        }
        keptCount = 0;
        Counter now = context.counter("kept");
        now.add(-now.value());
    }
}
