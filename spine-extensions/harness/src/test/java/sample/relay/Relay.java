package sample.relay;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/** Passes a number on to another card or node, which passes it to its host, one larger. */
public final class Relay implements Extension {
    private @Nullable Route peer;
    private int iopId;
    private int tid;

    /** Loaded by the runtime. */
    public Relay() {}

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, context, this::toPeer);
        context.onMessage(2, context, this::toNetwork);
        context.onMessage(3, context, this::toHost);
        context.onMessage(4, context, this::tryPeer);
    }

    private void toPeer(ExtensionContext context, Message message) {
        iopId = message.word(0);
        tid = message.word(1);
        tryPeer(context, message);
    }

    /** The first question for a peer opens the connection: come again until it is open. */
    private void tryPeer(ExtensionContext context, Message message) {
        peer = context.peer(iopId, tid, 1 << 8 | 3);
        if (peer == null) {
            context.timer(100_000, 4, 0);
        } else {
            send(context, peer, 5);
        }
    }

    private void toNetwork(ExtensionContext context, Message message) {
        send(context, context.network((long) message.word(0) << 32 | message.word(1) & 0xFFFF_FFFFL, 1 << 8 | 3), message.word(2));
    }

    private void toHost(ExtensionContext context, Message message) {
        send(context, context.host(9), message.word(0) + 1);
    }

    private static void send(ExtensionContext context, Route to, int number) {
        OutgoingMessage message = context.message(to);
        if (message != null) {
            message.word(0, number).send();
        }
    }
}
