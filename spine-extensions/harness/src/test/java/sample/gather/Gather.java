package sample.gather;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/** Shows the second block of a disk in the first line of a window. */
public final class Gather implements Extension {
    private static final int BLOCK = 512;

    private @Nullable Buffer block;
    private int screenIopId;
    private int screenTid;
    private int window;

    /** Loaded by the runtime. */
    public Gather() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, this::onOrder);
        context.onMessage(2, context, this::onStore);
        context.onMessage(3, context, (given, message) -> given.requestSurface(screenIopId, screenTid, window, 4));
        context.onMessage(4, context, this::onSurface);
        context.onMessage(5, context, this::onShown);
    }

    private void onOrder(ExtensionContext context, Message message) {
        screenIopId = message.word(2);
        screenTid = message.word(3);
        window = message.word(4);
        context.requestStore(message.word(0), message.word(1), 2);
    }

    private void onStore(ExtensionContext context, Message message) {
        Store store = message.store();
        Buffer into = context.allocateForDevices(BLOCK);
        block = into;
        if (store != null && into != null) {
            context.read(store, BLOCK, into, 0, BLOCK, 3, 0);
        }
    }

    private void onSurface(ExtensionContext context, Message message) {
        Surface granted = message.surface();
        Buffer from = block;
        if (granted != null && from != null) {
            TransferRequest transfer = context.transfer(from, granted);
            if (transfer != null) {
                transfer.run(0, 0, 0, granted.lineBytes());
                transfer.submit(5, 0);
            }
        }
    }

    private void onShown(ExtensionContext context, Message message) {
        Buffer from = block;
        if (from != null) {
            from.release();
        }
        OutgoingMessage done = context.message(context.host(1));
        if (done != null) {
            done.word(0, message.word(1)).send();
        }
    }
}
