package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.TransferRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Misuses what it was given, as word 0 of a message tells it, and answers the host with what came of it. */
public final class Offender implements Extension {
    /** Send to a local handler whose number does not exist. */
    public static final int SEND_TO_A_NUMBER_THAT_IS_NONE = 1;
    /** Ask often for transfers from a buffer that is empty. */
    public static final int TRANSFER_FROM_AN_EMPTY_BUFFER = 2;
    /** Release the source between the run and the submission. */
    public static final int RELEASE_BEFORE_SUBMIT = 3;
    /** Allocate until nothing comes; answers how many came. */
    public static final int ALLOCATE_ALL = 4;
    /** Throw something whose text cannot be read. */
    public static final int THROW_WITHOUT_TEXT = 5;
    /** Send messages to the own handler 2 until none can be had. */
    public static final int FILL_THE_QUEUE = 6;
    /** Set a timer that never expires; answers 0. */
    public static final int TIMER_AT_THE_END_OF_TIME = 7;
    /** Write a line of a listing into a name. */
    public static final int FORGE_A_LISTING = 8;
    /** Ask for packets without end; answers how often it was allowed. */
    public static final int FILTER_WITHOUT_END = 9;
    /** Release all packets that were kept. */
    public static final int RELEASE_ALL = 10;
    /** Use the message of an earlier activation; answers its word 0, kind and whether its buffer is there. */
    public static final int USE_AN_OLD_MESSAGE = 11;
    /** Use an outgoing message after it was sent, and a transfer after it was submitted. */
    public static final int USE_TWICE = 12;
    /** Allocate two buffers, leave them different, and compare. */
    public static final int COMPARE_TWO_BUFFERS = 13;
    /** Throw what a virtual machine throws. */
    public static final int OVERFLOW_THE_STACK = 14;
    /** Begin a transfer and leave it. */
    public static final int LEAVE_A_TRANSFER_OPEN = 15;

    /** Work without end. */
    public static final int SPIN = 16;
    /** Work without end, and go on when that is ended. */
    public static final int SPIN_AND_CATCH = 17;
    /** Allocate without end. */
    public static final int FILL_THE_HEAP = 18;
    /** Hold a little more with each message. */
    public static final int HOLD_MORE = 19;
    /** Allocate as much with each message, and hold nothing. */
    public static final int ALLOCATE_AND_FORGET = 20;
    /** Throw something whose text takes forever. */
    public static final int THROW_WITHOUT_END = 21;

    private static final int PIECE = 1_000_000;

    private final List<byte[]> held = new ArrayList<>();
    private final List<Buffer> kept = new ArrayList<>();
    private @Nullable Message old;
    private @Nullable Buffer source;
    private @Nullable Buffer destination;

    /** Loaded by the runtime. */
    public Offender() {}

    /** Cannot be described. */
    @SuppressWarnings("OverrideThrowableToString") // getMessage is not an extension's to override
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no text at all");
        }
    }

    /** Is described forever. */
    @SuppressWarnings("OverrideThrowableToString") // getMessage is not an extension's to override
    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return "endless" + spin();
        }
    }

    @Override
    public void start(ExtensionContext context) {
        Counter seen = context.counter("messages seen");
        context.onMessage(1, context, this::onOrder);
        context.onMessage(2, seen, (counter, message) -> counter.increment());
        context.onPacket(PacketFilter.udp(7000), context, (given, message) -> {
            old = message;
            if (message.buffer().u8(42) == 'K') {
                Buffer held = message.buffer().keep();
                if (held != null) {
                    kept.add(held);
                }
            }
        });
    }

    private void onOrder(ExtensionContext context, Message message) {
        switch (message.word(0)) {
            case SEND_TO_A_NUMBER_THAT_IS_NONE -> answer(context, sendTo(context, message.word(1)));
            case TRANSFER_FROM_AN_EMPTY_BUFFER -> answer(context, transferFromEmpty(context));
            case RELEASE_BEFORE_SUBMIT -> answer(context, releaseBeforeSubmit(context));
            case ALLOCATE_ALL -> answer(context, allocateAll(context));
            case THROW_WITHOUT_TEXT -> throw new Speechless();
            case FILL_THE_QUEUE -> fill(context);
            case TIMER_AT_THE_END_OF_TIME -> answer(context, context.timer(Long.MAX_VALUE, 2, 1) ? 1 : 0);
            case FORGE_A_LISTING -> context.counter("x\n9 forged running").increment();
            case FILTER_WITHOUT_END -> answer(context, filterWithoutEnd(context));
            case RELEASE_ALL -> {
                kept.forEach(Buffer::release);
                kept.clear();
            }
            case USE_AN_OLD_MESSAGE -> answer(context, useOld());
            case USE_TWICE -> answer(context, useTwice(context));
            case COMPARE_TWO_BUFFERS -> answer(context, compare(context));
            case OVERFLOW_THE_STACK -> answer(context, deep(1));
            case LEAVE_A_TRANSFER_OPEN -> leaveOpen(context);
            case SPIN -> answer(context, spin());
            case SPIN_AND_CATCH -> answer(context, spinAndCatch());
            case FILL_THE_HEAP -> fillTheHeap();
            case HOLD_MORE -> {
                held.add(new byte[PIECE]);
                answer(context, held.size());
            }
            case ALLOCATE_AND_FORGET -> answer(context, new byte[PIECE].length);
            case THROW_WITHOUT_END -> throw new Endless();
            default -> throw new IllegalArgumentException("no such order");
        }
    }

    private static int spin() {
        int n = 0;
        while (n >= 0) {
            n = n + 1 & 0xFFFF;
        }
        return n;
    }

    private static int spinAndCatch() {
        int n = 0;
        while (n >= 0) {
            try {
                n = spin();
            } catch (Throwable e) {
                n = 1;
            } finally {
                spin();
            }
        }
        return n;
    }

    private void fillTheHeap() {
        while (true) {
            held.add(new byte[PIECE]);
        }
    }

    private static int deep(int level) {
        return level < 0 ? 0 : level + deep(level + 1) % 7;
    }

    private static int sendTo(ExtensionContext context, int handler) {
        try {
            OutgoingMessage message = context.message(context.local(handler));
            if (message != null) {
                message.send();
            }
            return 0;
        } catch (IllegalArgumentException expected) {
            return 1;
        }
    }

    private int transferFromEmpty(ExtensionContext context) {
        Buffer target = context.allocate(64);
        Buffer empty = context.allocate(64);
        if (target == null || empty == null) {
            return -1;
        }
        empty.release();
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            try {
                context.transfer(empty, target);
            } catch (IllegalArgumentException expected) {
                refused++;
            }
        }
        TransferRequest good = context.transfer(target, target);
        if (good == null) {
            return -2;
        }
        good.cancel();
        target.release();
        return refused;
    }

    private int releaseBeforeSubmit(ExtensionContext context) {
        source = context.allocate(64);
        destination = context.allocate(64);
        if (source == null || destination == null) {
            return -1;
        }
        TransferRequest transfer = context.transfer(source, destination);
        if (transfer == null) {
            return -2;
        }
        transfer.copy(0, 0, 64);
        source.release();
        transfer.submit();
        return 0;
    }

    private static int compare(ExtensionContext context) {
        Buffer one = context.allocate(64);
        Buffer two = context.allocate(64);
        Buffer three = context.allocate(64);
        if (one == null || two == null || three == null) {
            return -1;
        }
        one.put8(0, 1);
        two.put8(0, 2);
        three.put8(0, 3);
        return one.u8(0) * 100 + two.u8(0) * 10 + three.u8(0);
    }

    private static int allocateAll(ExtensionContext context) {
        int count = 0;
        while (count < 10_000 && context.allocate(64) != null) {
            count++;
        }
        return count;
    }

    private static void fill(ExtensionContext context) {
        OutgoingMessage message = context.message(context.local(2));
        while (message != null) {
            message.send();
            message = context.message(context.local(2));
        }
    }

    private static int filterWithoutEnd(ExtensionContext context) {
        int count = 0;
        try {
            while (count < 100_000) {
                context.onPacket(PacketFilter.udp(count & 0xFFFF), context, (given, message) -> { });
                count++;
            }
        } catch (IllegalStateException expected) {
            return count;
        }
        return count;
    }

    private int useOld() {
        Message earlier = old;
        if (earlier == null) {
            return -1;
        }
        try {
            earlier.buffer();
            return -2;
        } catch (IllegalStateException expected) {
            return 1;
        }
    }

    private static int useTwice(ExtensionContext context) {
        int refused = 0;
        OutgoingMessage message = context.message(context.local(2));
        Buffer from = context.allocate(64);
        Buffer to = context.allocate(64);
        TransferRequest transfer = from == null || to == null ? null : context.transfer(from, to);
        if (message == null || transfer == null) {
            return -1;
        }
        message.send();
        try {
            message.send();
        } catch (IllegalStateException expected) {
            refused++;
        }
        transfer.copy(0, 0, 64);
        transfer.submit();
        try {
            transfer.copy(0, 0, 1);
        } catch (IllegalStateException expected) {
            refused++;
        }
        try {
            transfer.submit();
        } catch (IllegalStateException expected) {
            refused++;
        }
        transfer.cancel();
        return refused;
    }

    private static void leaveOpen(ExtensionContext context) {
        Buffer from = context.allocate(64);
        Buffer to = context.allocate(64);
        if (from != null && to != null) {
            context.transfer(from, to);
        }
        answer(context, 1);
    }

    private static void answer(ExtensionContext context, int value) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, value).send();
        }
    }
}
