package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import java.util.Arrays;

/** An extension's outgoing message: gathered here, then handed to the dispatcher by its route. One per instance. */
final class CardMessage extends OutgoingMessage {
    private final ExtensionInstance instance;
    private final int[] words = new int[Message.WORDS];
    private Route destination = Route.NOWHERE;
    private int user;
    private boolean open;

    CardMessage(ExtensionInstance instance) {
        this.instance = instance;
    }

    void begin(Route to) {
        destination = to;
        user = 0;
        Arrays.fill(words, 0);
        open = true;
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
    public void send() {
        if (!open) {
            throw new IllegalStateException("this message was sent: take a new one from the context");
        }
        open = false;
        instance.quotas().enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        instance.chargeWork();
        ActivationWatch watch = instance.runtime().watch();
        if (watch != null) {
            watch.called(instance, "send " + destination + " user " + user + " words " + Arrays.toString(words));
        }
        instance.runtime().dispatcher().send(instance, destination, user, words);
    }
}
