package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import org.jspecify.annotations.Nullable;

/** Sees all UDP packets before and after the others, and passes them on; keeps those that begin with K, fails at those with F. */
public final class Passer implements Extension {
    private @Nullable Buffer kept;

    /** Loaded by the runtime. */
    public Passer() {}

    @Override
    public void start(ExtensionContext context) {
        Counter early = context.counter("seen early");
        Counter late = context.counter("seen late");
        context.onPacket(-10, PacketFilter.ipv4().withProtocol(17), this, (self, message) -> {
            early.increment();
            self.onEarly(message);
        });
        context.onPacket(10, PacketFilter.ipv4().withProtocol(17), context, (given, message) -> {
            late.increment();
            message.pass();
        });
        context.onMessage(1, context, (given, message) -> {
            Buffer held = kept;
            OutgoingMessage answer = given.message(given.host(5));
            if (answer != null) {
                answer.word(0, held == null ? -1 : held.u8(43)).send();
            }
            if (held != null) {
                held.release();
            }
        });
    }

    private void onEarly(Message message) {
        message.pass();
        switch (message.buffer().u8(42)) {
            case 'K' -> kept = message.buffer().keep();
            case 'F' -> throw new IllegalStateException("the test wanted this");
            default -> message.pass();
        }
    }
}
