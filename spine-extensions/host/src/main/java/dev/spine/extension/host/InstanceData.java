package dev.spine.extension.host;

import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Of what comes with data to a handler of the host, the messages of one instance; as {@link InstanceMessages}. What others send is counted,
 * and the memory that it has come in is lent again at once. On the host's agent, but for {@link #foreign}.
 */
public final class InstanceData implements DataListener {
    private final int instance;
    private final DataListener receiver;
    private final AtomicLong foreign = new AtomicLong();
    private volatile boolean over;

    /**
     * Passes on what one instance sends.
     *
     * @param instance its number, 1 to 255
     * @param receiver gets its messages, and is notified when none comes any more
     */
    public InstanceData(int instance, DataListener receiver) {
        this.instance = instance;
        this.receiver = receiver;
    }

    /** {@return messages that somebody else has sent; any thread} */
    public long foreign() {
        return foreign.get();
    }

    /**
     * {@return whether nothing more comes: the card was reset, and has no such instance any more, or somebody else listens in this one's
     * place; any thread}
     */
    public boolean isOver() {
        return over;
    }

    @Override
    public void onMessage(MessageFrame message, @Nullable ReceivedData data) {
        if (!over && InstanceMessages.isFrom(message, instance)) {
            receiver.onMessage(message, data);
        } else {
            foreign.incrementAndGet();
        }
    }

    @Override
    public void onEnd(@Nullable RequestFailure why) {
        over = true;
        receiver.onEnd(why);
    }
}
