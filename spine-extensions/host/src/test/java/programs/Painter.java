package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Paints into a window. Word 0 of an order to handler 1: 1 asks for window word 3 of the display at IOP word 1 and TID word 2, 2 fills it
 * with the byte word 1, 3 says whether it is still granted, 4 draws a line too long.
 */
public final class Painter implements Extension {
    private static final int SURFACE = 2;
    private static final int END = 3;

    private @Nullable Surface surface;
    private @Nullable Buffer line;

    /** Loaded by the runtime. */
    public Painter() {}

    @Override
    public void start(ExtensionContext context) {
        line = context.allocate(256);
        context.onMessage(1, context, (given, order) -> onOrder(given, order));
        context.onMessage(SURFACE, context, (given, answer) -> {
            Surface found = answer.surface();
            surface = found;
            Answers.give(given, answer.word(0), found == null ? -1 : found.width() * 1_000 + found.height(),
                found == null ? -1 : found.x() * 1_000 + found.y());
        });
        context.onMessage(END, context, (given, end) -> Answers.give(given, end.word(1), 0, 0));
    }

    private void onOrder(ExtensionContext context, Message order) {
        if (order.word(0) == 1) {
            if (!context.requestSurface(order.word(1), order.word(2), order.word(3), SURFACE)) {
                Answers.give(context, 99, 0, 0);
            }
            return;
        }
        Surface window = surface;
        Buffer from = line;
        if (window == null || from == null || order.word(0) == 3) {
            Answers.give(context, window == null ? -1 : window.isValid() ? 1 : 0, 3, 0);
            return;
        }
        for (int i = 0; i < from.length(); i++) {
            from.put8(i, order.word(1));
        }
        TransferRequest transfer = context.transfer(from, window);
        if (transfer == null) {
            Answers.give(context, -2, 0, 0);
            return;
        }
        int tooMuch = order.word(0) == 4 ? 1 : 0;
        try {
            for (int at = 0; at < window.height(); at++) {
                transfer.run(0, 0, at, window.lineBytes() + tooMuch);
            }
            transfer.submit(END, 0);
        } catch (IndexOutOfBoundsException e) {
            transfer.cancel();
            Answers.give(context, -4, 0, 0);
        }
    }
}
