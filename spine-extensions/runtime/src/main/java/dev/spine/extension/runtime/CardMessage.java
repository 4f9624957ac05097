package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.watch.ActivationWatch;
import dev.spine.iop.engine.Op;
import java.util.Arrays;

/** An extension's outgoing message: gathered here, then handed to the dispatcher by its route. One per instance. */
final class CardMessage extends OutgoingMessage {
    private static final int LAST_HANDLER = ExtensionVersion.HANDLERS - 1;

    private final ExtensionInstance instance;
    private final Dispatcher dispatcher;
    private final MessageContent content = new MessageContent();
    private Route destination = Route.NOWHERE;
    private boolean open;

    CardMessage(ExtensionInstance instance, Dispatcher dispatcher) {
        this.instance = instance;
        this.dispatcher = dispatcher;
    }

    void begin(Route to) {
        destination = to;
        content.clear();
        open = true;
    }

    MessageContent content() {
        return content;
    }

    @Override
    public OutgoingMessage word(int index, int value) {
        content.words()[index] = value;
        return this;
    }

    @Override
    public OutgoingMessage user(int value) {
        content.user(value);
        return this;
    }

    @Override
    public OutgoingMessage answerTo(int handler) {
        if (handler < 0 || handler > LAST_HANDLER) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 1 to " + LAST_HANDLER);
        }
        content.answerHandler(handler);
        return this;
    }

    @Override
    public OutgoingMessage data(Buffer source, int offset, int bytes) {
        instance.parts().agent().charge(Op.MESSAGE_PIECE);
        boolean takesData = destination.way() == Route.Way.PEER || destination.way() == Route.Way.HOST
            || destination.way() == Route.Way.NETWORK && destination.level() == ServiceLevel.RELIABLE;
        if (!takesData) {
            throw new IllegalStateException("a message by " + destination + " takes no data: use a peer, the host, or a reliable route"
                + " over the network");
        }
        int count = content.pieces();
        if (count > 0 && count >= mostPieces()) {
            throw new IllegalStateException("a message by " + destination + " takes no more than " + count + " pieces of data: copy them"
                + " together, or send another one with the rest");
        }
        if (bytes > MessageContent.MAX_DATA_BYTES - content.allBytes()) {
            throw new IllegalArgumentException("a message brings at most " + MessageContent.MAX_DATA_BYTES + " bytes of data, not "
                + ((long) content.allBytes() + bytes) + ": split them");
        }
        Lease lease = lent(source, offset, bytes);
        if (count > 0 && !lease.isReadableByDevices()) {
            throw new IllegalArgumentException("a piece of data after the first is a packet, or memory of allocateForDevices: copy others"
                + " together into the first");
        }
        content.add(source, lease, offset, bytes);
        return this;
    }

    private int mostPieces() {
        return destination.way() == Route.Way.PEER ? dispatcher.peers().mostPieces(destination) : 1;
    }

    private Lease lent(Buffer source, int offset, int bytes) {
        CardTransfer.addressIn(source, offset, bytes, "source");
        return instance.holdings().leaseOf(source).beyondCall();
    }

    @Override
    public void send() {
        if (!open) {
            throw new IllegalStateException("this message was sent: take a new one from the context");
        }
        open = false;
        for (int i = 0; i < content.pieces(); i++) {
            instance.parts().agent().charge(Op.MESSAGE_PIECE);
            // It may have been released, and its lease may be another buffer's, since the data were added.
            MessageContent.Piece piece = content.piece(i);
            Buffer source = piece.from;
            piece.from = null;
            if (source != null) {
                piece.lease = lent(source, piece.offset, piece.bytes);
            }
        }
        instance.parts().agent().charge(Op.EFFECT);
        instance.quotas().enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        if (content.pieces() > 0) {
            instance.quotas().enterEverywhere(Quota.DMA_PER_SECOND, content.allBytes());
        }
        instance.chargeWork();
        ActivationWatch watch = instance.parts().carried().watch();
        if (watch != null) {
            watch.called(instance.number(), "send " + destination + " user " + content.user() + " words "
                + Arrays.toString(content.words()));
        }
        dispatcher.send(instance, destination, content);
        content.forgetData();
    }
}
