package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import org.jspecify.annotations.Nullable;

/** Adds up the data of bulk messages; keeps the last. */
public final class Summer implements Extension {
    private @Nullable Buffer kept;

    /** Loaded by the runtime. */
    public Summer() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, (given, message) -> {
            if (message.kind() != Message.Kind.BULK) {
                Buffer last = kept;
                Answers.give(given, last == null ? -1 : sum(last), message.word(0), 0);
                return;
            }
            Buffer before = kept;
            if (before != null) {
                before.release();
            }
            kept = message.buffer().keep();
            Answers.give(given, sum(message.buffer()), message.word(0), message.buffer().length());
        });
    }

    private static int sum(Buffer data) {
        int sum = 0;
        for (int i = 0; i < data.length(); i++) {
            sum = sum * 17 + data.u8(i);
        }
        return sum;
    }
}
