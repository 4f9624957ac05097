package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/** Has bytes moved between buffers of its own, in the pieces that an order says, and looks at what arrived. */
public final class Copier implements Extension {
    private @Nullable Buffer to;

    /** Loaded by the runtime. */
    public Copier() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, Copier.this::copy);
        context.onMessage(2, context, Copier.this::look);
    }

    private void copy(ExtensionContext context, Message order) {
        int bytes = order.word(0);
        int pieces = order.word(1);
        Buffer from = context.allocate(bytes);
        Buffer into = context.allocateForDevices(bytes);
        TransferRequest transfer = from == null || into == null ? null : context.transfer(from, into);
        if (from == null || into == null || transfer == null) {
            Answers.give(context, -1, 0, 0);
            return;
        }
        for (int i = 0; i < bytes; i++) {
            from.put8(i, i * 7 + 3);
        }
        int piece = bytes / pieces;
        for (int i = 0; i < pieces; i++) {
            transfer.copy(i * piece, bytes - (i + 1) * piece, piece);
        }
        transfer.submit(2, bytes);
        from.release();
        to = into;
    }

    private void look(ExtensionContext context, Message end) {
        Buffer into = to;
        int sum = 0;
        for (int i = 0; into != null && i < into.length(); i++) {
            sum = sum * 13 + into.u8(i);
        }
        if (into != null) {
            into.release();
        }
        to = null;
        Answers.give(context, sum, end.word(0), end.word(1));
    }
}
