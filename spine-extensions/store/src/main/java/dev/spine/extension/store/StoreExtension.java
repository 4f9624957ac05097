package dev.spine.extension.store;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import org.jspecify.annotations.Nullable;

/**
 * The entry: takes the application's orders and keeps the disk.
 *
 * <p>Orders come from the application. What another node sends over the wire is no order, and an order that cannot be carried out is
 * refused and counted.
 */
public final class StoreExtension implements Extension {
    private @Nullable Store store;

    /** Made by the runtime when the extension is loaded. */
    public StoreExtension() {}

    /** What the handlers share. */
    private record Parts(ExtensionContext context, StoreCounters counters, BlockReceiver receiver, BlockSender sender, PictureShow show) {}

    @Override
    public void start(ExtensionContext context) {
        StoreCounters counters = new StoreCounters(context);
        Parts parts = new Parts(context, counters, new BlockReceiver(context, counters), new BlockSender(context, counters),
            new PictureShow(context, counters));
        context.onMessage(StoreProtocol.OPEN, parts, this::onOpen);
        context.onMessage(StoreProtocol.STORE_HANDLER, parts, this::onStore);
        context.onMessage(StoreProtocol.RECEIVE, parts, this::onReceive);
        context.onMessage(StoreProtocol.SEND, parts, this::onSend);
        context.onMessage(StoreProtocol.WINDOW, parts, this::onWindow);
        context.onMessage(StoreProtocol.SHOW, parts, this::onShow);
        context.onMessage(StoreProtocol.WRITTEN_HANDLER, parts.receiver, BlockReceiver::onWritten);
        context.onMessage(StoreProtocol.SEND_READ_HANDLER, parts.sender, BlockSender::onRead);
        context.onMessage(StoreProtocol.SEND_TIMER_HANDLER, parts.sender, BlockSender::onTimer);
        context.onMessage(StoreProtocol.SURFACE_HANDLER, parts.show, PictureShow::onSurface);
        context.onMessage(StoreProtocol.SHOW_READ_HANDLER, parts.show, PictureShow::onRead);
        context.onMessage(StoreProtocol.SHOW_TRANSFER_HANDLER, parts.show, PictureShow::onTransferEnd);
        context.onMessage(StoreProtocol.SHOW_TIMER_HANDLER, parts.show, PictureShow::onTimer);
    }

    private static boolean isOrder(Parts parts, Message message) {
        if (message.kind() == Message.Kind.SMALL && message.way() == Route.Way.HOST) {
            return true;
        }
        parts.counters.refused.increment();
        return false;
    }

    private void onOpen(Parts parts, Message message) {
        if (isOrder(parts, message)
            && !parts.context.requestStore(message.word(0), message.word(1), StoreProtocol.STORE_HANDLER)) {
            parts.counters.refused.increment();
            notifyHost(parts.context, StoreProtocol.HOST_READY, StoreProtocol.OPEN, -1);
        }
    }

    private void onStore(Parts parts, Message message) {
        if (message.kind() == Message.Kind.STORE) {
            store = message.store();
            notifyHost(parts.context, StoreProtocol.HOST_READY, StoreProtocol.OPEN, store == null ? message.word(0) : 0);
        }
    }

    private void onReceive(Parts parts, Message message) {
        Store into = store;
        if (!isOrder(parts, message)) {
            return;
        }
        int port = message.word(0);
        if (into == null || port < 1 || port > 0xFFFF) {
            parts.counters.refused.increment();
        } else {
            parts.receiver.receive(into, port);
        }
    }

    private void onSend(Parts parts, Message message) {
        Store from = store;
        if (isOrder(parts, message) && (from == null || !parts.sender.send(from, message))) {
            parts.counters.refused.increment();
        }
    }

    private void onWindow(Parts parts, Message message) {
        if (isOrder(parts, message) && !parts.context.requestSurface(message.word(0), message.word(1), message.word(2),
            StoreProtocol.SURFACE_HANDLER)) {
            parts.counters.refused.increment();
            notifyHost(parts.context, StoreProtocol.HOST_READY, StoreProtocol.WINDOW, -1);
        }
    }

    private void onShow(Parts parts, Message message) {
        Store from = store;
        if (isOrder(parts, message) && (from == null || !parts.show.show(from, message))) {
            parts.counters.refused.increment();
        }
    }

    static void notifyHost(ExtensionContext context, int handler, int word0, int word1) {
        OutgoingMessage message = context.message(context.host(handler));
        if (message != null) {
            message.word(0, word0).word(1, word1).send();
        }
    }

    /** {@return 64 bits out of two words} */
    static long longAt(Message message, int word) {
        return (long) message.word(word + 1) << Integer.SIZE | message.word(word) & 0xFFFF_FFFFL;
    }
}
