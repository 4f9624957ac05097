package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import org.jspecify.annotations.Nullable;

/** Exports 64 bits, and adds to those of another node until it has added as often as it was told. */
public final class Adder implements Extension {
    private @Nullable Buffer memory;
    private @Nullable Route to;
    private long export;
    private int left;

    /** Loaded by the runtime. */
    public Adder() {}

    @Override
    public void start(ExtensionContext context) {
        Counter done = context.counter("done");
        Counter unknown = context.counter("unknown");
        context.onMessage(1, context, (given, message) -> {
            switch (message.word(0)) {
                case 1 -> export(given, message.word(1) == 0 ? ExportRights.READ : ExportRights.READ_WRITE);
                case 2 -> {
                    to = given.network((long) message.word(1) << 32 | message.word(2) & 0xFFFF_FFFFL, 1 << 8, ServiceLevel.RELIABLE, 3);
                    export = (long) message.word(3) << 32 | message.word(4) & 0xFFFF_FFFFL;
                    left = message.word(5);
                    add(given);
                }
                default -> {
                    Buffer own = memory;
                    answer(given, own == null ? -1 : own.i32(0), own == null ? -1 : own.i32(4));
                }
            }
        });
        context.onMessage(4, context, (given, message) -> {
            if (MemoryStatus.of(message.word(1)) == MemoryStatus.DONE) {
                done.increment();
            } else {
                unknown.increment();
            }
            add(given);
        });
        context.onMessage(5, context, (given, message) -> add(given));
    }

    private void export(ExtensionContext context, ExportRights rights) {
        Buffer own = context.allocate(8);
        memory = own;
        long number = own == null ? 0 : context.sharedMemory().export(own, rights);
        answer(context, (int) (number >>> 32), (int) number);
    }

    private void add(ExtensionContext context) {
        Route owner = to;
        while (owner != null && left > 0) {
            if (!context.sharedMemory().fetchAndAdd(owner, export, 0, 1, 4, left)) {
                context.timer(1_000_000, 5, 0);
                return;
            }
            left--;
        }
    }

    private static void answer(ExtensionContext context, int high, int low) {
        OutgoingMessage message = context.message(context.host(5));
        if (message != null) {
            message.word(0, high).word(1, low).send();
        }
    }
}
