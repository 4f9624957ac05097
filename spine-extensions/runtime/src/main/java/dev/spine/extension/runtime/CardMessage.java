package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.quota.Quota;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An extension's outgoing message: gathered here, then handed to the dispatcher by its route. One per instance. */
final class CardMessage extends OutgoingMessage {
    /** The most data of one message. */
    static final int MAX_DATA_BYTES = 1 << 20;

    private static final int LAST_HANDLER = ExtensionVersion.HANDLERS - 1;

    private final ExtensionInstance instance;
    private final int[] words = new int[Message.WORDS];
    private Route destination = Route.NOWHERE;
    private int user;
    private int answerHandler;
    private final Piece[] pieces = new Piece[MAX_PIECES];
    private int count;
    private boolean open;

    /** A piece of the data. */
    private static final class Piece {
        private @Nullable Buffer from;
        private @Nullable Lease lease;
        private int offset;
        private int bytes;

        void clear() {
            from = null;
            lease = null;
            offset = 0;
            bytes = 0;
        }
    }

    CardMessage(ExtensionInstance instance) {
        this.instance = instance;
        for (int i = 0; i < MAX_PIECES; i++) {
            pieces[i] = new Piece();
        }
    }

    void begin(Route to) {
        destination = to;
        user = 0;
        answerHandler = 0;
        forgetData();
        Arrays.fill(words, 0);
        open = true;
    }

    private void forgetData() {
        for (int i = 0; i < count; i++) {
            pieces[i].clear();
        }
        count = 0;
    }

    int[] words() {
        return words;
    }

    int user() {
        return user;
    }

    int answerHandler() {
        return answerHandler;
    }

    /** {@return what the first piece of the data is of, or null when there are none} */
    @Nullable Lease data() {
        return pieces[0].lease;
    }

    /** {@return where the first piece begins} */
    int dataOffset() {
        return pieces[0].offset;
    }

    /** {@return bytes of the first piece} */
    int dataBytes() {
        return pieces[0].bytes;
    }

    /** {@return how many pieces the data are} */
    int pieces() {
        return count;
    }

    /** {@return what a piece is of; null when there is no such piece} */
    @Nullable Lease lease(int piece) {
        return pieces[piece].lease;
    }

    /** {@return bytes of a piece} */
    int bytes(int piece) {
        return pieces[piece].bytes;
    }

    /** {@return the bus address of a piece} */
    long address(int piece) {
        Lease lease = pieces[piece].lease;
        return lease == null ? -1 : lease.address() + pieces[piece].offset;
    }

    private int allBytes() {
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += pieces[i].bytes;
        }
        return bytes;
    }

    @Override
    public OutgoingMessage word(int index, int value) {
        words[index] = value;
        return this;
    }

    @Override
    public OutgoingMessage user(int value) {
        user = value & 0xFF;
        return this;
    }

    @Override
    public OutgoingMessage answerTo(int handler) {
        if (handler < 0 || handler > LAST_HANDLER) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 1 to " + LAST_HANDLER);
        }
        answerHandler = handler;
        return this;
    }

    @Override
    public OutgoingMessage data(Buffer source, int offset, int bytes) {
        boolean takesData = destination.way() == Route.Way.PEER || destination.way() == Route.Way.HOST
            || destination.way() == Route.Way.NETWORK && destination.level() == ServiceLevel.RELIABLE;
        if (!takesData) {
            throw new IllegalStateException("a message by " + destination + " takes no data: use a peer, the host, or a reliable route"
                + " over the network");
        }
        if (count > 0 && count >= mostPieces()) {
            throw new IllegalStateException("a message by " + destination + " takes no more than " + count + " pieces of data: copy them"
                + " together, or send another one with the rest");
        }
        if (bytes > MAX_DATA_BYTES - allBytes()) {
            throw new IllegalArgumentException("a message brings at most " + MAX_DATA_BYTES + " bytes of data, not "
                + ((long) allBytes() + bytes) + ": split them");
        }
        Lease lease = lent(source, offset, bytes);
        if (count > 0 && !lease.isReadableByDevices()) {
            throw new IllegalArgumentException("a piece of data after the first is a packet, or memory of allocateForDevices: copy others"
                + " together into the first");
        }
        Piece piece = pieces[count++];
        piece.lease = lease;
        piece.from = source;
        piece.offset = offset;
        piece.bytes = bytes;
        return this;
    }

    private int mostPieces() {
        return destination.way() == Route.Way.PEER ? instance.runtime().dispatcher().peers().mostPieces(destination) : 1;
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
        for (int i = 0; i < count; i++) {
            // It may have been released, and its lease may be another buffer's, since the data were added.
            Piece piece = pieces[i];
            Buffer source = piece.from;
            piece.from = null;
            if (source != null) {
                piece.lease = lent(source, piece.offset, piece.bytes);
            }
        }
        instance.quotas().enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        if (count > 0) {
            instance.quotas().enterEverywhere(Quota.DMA_PER_SECOND, allBytes());
        }
        instance.chargeWork();
        ActivationWatch watch = instance.runtime().watch();
        if (watch != null) {
            watch.called(instance, "send " + destination + " user " + user + " words " + Arrays.toString(words));
        }
        instance.runtime().dispatcher().send(instance, destination, this);
        forgetData();
    }
}
