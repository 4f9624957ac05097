package dev.spine.extension.host;

import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * One handler of the host under which several listen, each to another instance: host sides of the same library for two instances of a card,
 * or of libraries that use the same number. Each is given what its instance sends; what nobody's instance has sent is given to the one that
 * came last, which counts it. On the host's agent.
 */
final class SharedHandler implements ReplyHandler {
    private final List<InstanceMessages> listeners = new ArrayList<>();
    private final Runnable whenOver;

    /**
     * A handler under which nobody listens.
     *
     * @param whenOver called when the card was reset and has forgotten the handler
     */
    SharedHandler(Runnable whenOver) {
        this.whenOver = whenOver;
    }

    /** Adds a listener, in the place of the one to the same instance. */
    void add(InstanceMessages listener) {
        listeners.removeIf(other -> other.instance() == listener.instance());
        listeners.add(listener);
    }

    @Override
    public void onReply(MessageFrame reply) {
        for (int i = 0; i < listeners.size(); i++) {
            InstanceMessages listener = listeners.get(i);
            if (i == listeners.size() - 1 || InstanceMessages.isFrom(reply, listener.instance())) {
                listener.onReply(reply);
                return;
            }
        }
    }

    @Override
    public void onFailure(RequestFailure why) {
        List<InstanceMessages> all = List.copyOf(listeners);
        if (why.reason() == RequestFailure.Reason.IOP_RESET) {
            listeners.clear();
            whenOver.run();
        }
        all.forEach(listener -> listener.onFailure(why));
    }
}
