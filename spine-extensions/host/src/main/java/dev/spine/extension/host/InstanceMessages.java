package dev.spine.extension.host;

import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;

/**
 * Of what comes to a handler of the host, the messages of one instance. Every extension of a card can send to every handler of its host,
 * whoever's answers go there; which of them has sent a message is written by its runtime, whatever the sender writes. What others send is
 * counted and goes no further.
 *
 * <p>An instance is known by its number, which is another's some time after it has left: who is notified that it has stopped
 * ({@link dev.spine.extension.runtime.message.RuntimeProtocol#EVENT_STOPPED}) expects nothing more of it. A reset of the card ends all
 * of its instances, and so this: what has the number then is another one, and needs another of these. On the host's agent.
 */
public final class InstanceMessages implements ReplyHandler {
    private static final int INSTANCE_SHIFT = 24;

    private final int instance;
    private final ReplyHandler receiver;
    private boolean over;
    private long foreign;

    /**
     * Passes on what one instance sends.
     *
     * @param instance its number, 1 to 255
     * @param receiver gets its messages, and is notified when none comes any more
     */
    public InstanceMessages(int instance, ReplyHandler receiver) {
        this.instance = instance;
        this.receiver = receiver;
    }

    /**
     * {@return whether an instance has sent a message}
     *
     * @param message to the host
     * @param instance its number
     */
    public static boolean isFrom(MessageFrame message, int instance) {
        return message.function() == Function.SMALL_MESSAGE && message.transactionContext() >>> INSTANCE_SHIFT == instance;
    }

    /** {@return whose messages are passed on} */
    public int instance() {
        return instance;
    }

    /** {@return messages that somebody else has sent} */
    public long foreign() {
        return foreign;
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (!over && isFrom(reply, instance)) {
            receiver.onReply(reply);
        } else {
            foreign++;
        }
    }

    @Override
    public boolean outlivesTimeout() {
        return receiver.outlivesTimeout();
    }

    @Override
    public void onFailure(RequestFailure why) {
        over |= why.reason() == RequestFailure.Reason.IOP_RESET;
        receiver.onFailure(why);
    }
}
