package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An extension's outgoing message: gathered here, then handed to the dispatcher by its route. One per instance. */
final class CardMessage extends OutgoingMessage {
    /** The most data of one message. */
    static final int MOST_DATA_BYTES = 1 << 20;

    private static final int LAST_HANDLER = ExtensionVersion.HANDLERS - 1;

    private final ExtensionInstance instance;
    private final int[] words = new int[Message.WORDS];
    private Route destination = Route.NOWHERE;
    private int user;
    private int answerHandler;
    private @Nullable Buffer from;
    private @Nullable Lease data;
    private int dataOffset;
    private int dataBytes;
    private boolean open;

    CardMessage(ExtensionInstance instance) {
        this.instance = instance;
    }

    void begin(Route to) {
        destination = to;
        user = 0;
        answerHandler = 0;
        from = null;
        data = null;
        dataOffset = 0;
        dataBytes = 0;
        Arrays.fill(words, 0);
        open = true;
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

    /** {@return whose data go with it, or null} */
    @Nullable Lease data() {
        return data;
    }

    int dataOffset() {
        return dataOffset;
    }

    int dataBytes() {
        return dataBytes;
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
        if (bytes > MOST_DATA_BYTES) {
            throw new IllegalArgumentException("a message brings at most " + MOST_DATA_BYTES + " bytes of data, not " + bytes + ": split"
                + " them");
        }
        data = lent(source, offset, bytes);
        from = source;
        dataOffset = offset;
        dataBytes = bytes;
        return this;
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
        Buffer source = from;
        if (source != null) {
            // It may have been released, and its lease may be another buffer's, since the data were added.
            from = null;
            data = lent(source, dataOffset, dataBytes);
        }
        instance.quotas().enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        if (dataBytes > 0) {
            instance.quotas().enterEverywhere(Quota.DMA_PER_SECOND, dataBytes);
        }
        instance.chargeWork();
        ActivationWatch watch = instance.runtime().watch();
        if (watch != null) {
            watch.called(instance, "send " + destination + " user " + user + " words " + Arrays.toString(words));
        }
        instance.runtime().dispatcher().send(instance, destination, this);
        data = null;
    }
}
