package f;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.TransferRequest;

public final class Fuzzed implements Extension {
    @Override
    public void start(ExtensionContext context) {
        Buffer from = context.allocate(256);
        Buffer into = context.allocateForDevices(256);
        context.onMessage(1, context, (given, message) -> {
            if (from == null || into == null) {
                return;
            }
            from.put32(message.word(0) * 4, message.word(1));
            TransferRequest transfer = given.transfer(from, into);
            if (transfer != null && transfer.copy(0, 0, 128)) {
                transfer.submit(2, message.word(0));
            }
            given.timer(1_000_000, 2, 7);
        });
        context.onMessage(2, into, (buffer, message) -> buffer.put32(0, message.word(0)));
    }
}
