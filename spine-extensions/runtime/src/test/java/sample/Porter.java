package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.api.State;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/** Tells the host the number of each message that it has handled; does more, or fails, as parameters and messages say. */
public final class Porter implements Replaceable {
    /** Only tell. */
    public static final int NOTIFY = 0;
    /** Copy memory, without waiting for the end. */
    public static final int COPY = 1;
    /** Send a message to the own handler 1, with the next number of word 2. */
    public static final int LOCAL = 2;
    /** Send a message to another node, with the number of word 2, to the handler of word 3 there; the node's low address is word 4. */
    public static final int AWAY = 3;
    /** Set a timer that will not expire. */
    public static final int TIMER = 4;
    /** Export the memory, or end the export, and read from it. */
    public static final int EXPORT = 5;
    /** Allocate and keep. */
    public static final int ALLOCATE = 6;
    /** As {@link #AWAY}, on the reliable level. */
    public static final int RELIABLY = 7;

    /** A message was handled. */
    public static final int HANDLED = 0;
    /** A message has come back. */
    public static final int RETURNED = 1;

    private @Nullable Buffer memory;
    private @Nullable Buffer second;
    private String fail = "";
    private long export;

    /** Loaded by the runtime. */
    public Porter() {}

    @Override
    public void start(ExtensionContext context) {
        memory = context.allocate(512);
        second = context.allocate(512);
        begin(context);
    }

    private void begin(ExtensionContext context) {
        String wanted = context.parameter("fail");
        fail = wanted == null ? "" : wanted;
        context.onMessage(1, context, (on, message) -> onMessage(on, message, message.word(0), message.word(1)));
        context.onMessage(2, context, (on, message) -> {
            if (message.kind() == Message.Kind.GRANTED) {
                notify(on, message.word(0), 0, 0, HANDLED);
            }
        });
        context.onPacket(PacketFilter.udp(7000), context, (on, message) -> onMessage(on, message, NOTIFY, message.buffer().i32(44)));
    }

    @Override
    public void save(State state) {
        Buffer one = memory;
        Buffer two = second;
        if (one != null && one.length() > 0) {
            state.put("memory", one);
        }
        if (two != null && two.length() > 0) {
            state.put("second", two);
        }
        state.put("export", export);
        if (fail.equals("save")) {
            throw new IllegalStateException("the test wanted this");
        }
    }

    @Override
    public void restore(ExtensionContext context, State state) {
        begin(context);
        memory = state.buffer("memory");
        if (!fail.equals("forget")) {
            second = state.buffer("second");
        }
        export = state.number("export", 0);
        if (fail.equals("restore")) {
            throw new IllegalStateException("the test wanted this");
        }
    }

    private void onMessage(ExtensionContext context, Message message, int order, int number) {
        if (message.kind() == Message.Kind.RETURNED) {
            notify(context, number, 0, message.reason().ordinal(), RETURNED);
            return;
        }
        boolean bad = number % 7 == 3;
        if (bad && fail.equals("before")) {
            throw new IllegalStateException("the test wanted this before it was told");
        }
        int sent = act(context, order, message);
        notify(context, number, sent, bad && fail.equals("after") ? 1 : 0, HANDLED);
        if (bad && fail.equals("after")) {
            throw new IllegalStateException("the test wanted this after it was told");
        }
    }

    private static void notify(ExtensionContext context, int number, int sent, int fails, int kind) {
        OutgoingMessage notified = context.message(context.host(5));
        if (notified == null) {
            throw new IllegalStateException("the host takes no message");
        }
        notified.word(0, number).word(1, sent).word(2, fails).word(3, kind).send();
    }

    /** What a message wants beside: {@return the number of one more message that is in flight now, or 0}. */
    private int act(ExtensionContext context, int order, Message message) {
        switch (order) {
            case COPY -> copy(context);
            case LOCAL -> {
                OutgoingMessage local = context.message(context.local(1));
                if (local != null) {
                    local.word(0, NOTIFY).word(1, message.word(2)).send();
                    return message.word(2);
                }
            }
            case AWAY, RELIABLY -> {
                OutgoingMessage away = context.message(context.network(0x02_00_00_00_00_00L | message.word(4), message.word(3) & 0xFFFF,
                    order == AWAY ? ServiceLevel.UNRELIABLE : ServiceLevel.RELIABLE, order == AWAY ? 0 : 1));
                if (away != null) {
                    away.word(0, NOTIFY).word(1, message.word(2)).send();
                    return message.word(2);
                }
            }
            case TIMER -> context.timer(3_600_000_000_000L, 2, 0);
            case EXPORT -> exportOrEnd(context);
            case ALLOCATE -> context.allocate(64 + (message.word(2) & 1023));
            default -> {
                // Only told.
            }
        }
        return 0;
    }

    private void exportOrEnd(ExtensionContext context) {
        Buffer shared = memory;
        if (export != 0) {
            context.sharedMemory().read(context.local(1), export, 0, 8, 2, 1);
            context.sharedMemory().end(export);
            export = 0;
        } else if (shared != null && shared.length() > 0) {
            export = context.sharedMemory().export(shared, ExportRights.READ_WRITE);
        }
    }

    private void copy(ExtensionContext context) {
        Buffer from = memory;
        Buffer to = second;
        if (from == null || to == null || from.length() == 0 || to.length() == 0) {
            return;
        }
        from.put32(0, 0x0BAD_CAFE);
        TransferRequest transfer = context.transfer(from, to);
        if (transfer != null) {
            transfer.copy(0, 0, 512);
            transfer.submit();
        }
    }
}
