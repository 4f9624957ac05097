package dev.spine.extension.runtime;

import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.quota.HeapCount;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * A handler as it was installed: the code and the context that each activation gets. Belongs to the card's agent.
 *
 * @param <C> the context's type
 */
final class Installation<C> {
    private final ExtensionInstance instance;
    private final int number;
    private final C context;
    private final Handler<C> handler;
    /** Packets that have come before there was a {@link #path}. */
    private int packets;
    private @Nullable PacketPath path;

    /**
     * A handler that has had nothing yet.
     *
     * @param instance whose it is
     * @param number its number, 0 for packet handlers
     * @param context the first argument
     * @param handler the code
     */
    Installation(ExtensionInstance instance, int number, C context, Handler<C> handler) {
        this.instance = instance;
        this.number = number;
        this.context = context;
        this.handler = handler;
    }

    ExtensionInstance instance() {
        return instance;
    }

    C context() {
        return context;
    }

    Handler<C> handler() {
        return handler;
    }

    /** {@return what it is called where a failure is told} */
    String title() {
        return number == 0 ? "packet handler" : "handler " + number;
    }

    void count(HeapCount count) {
        count.root(context);
        count.root(handler);
    }

    void run(Message message) {
        handler.handle(context, message);
    }

    /**
     * A packet for this handler; it is the instance's from here on.
     *
     * @return whether the handler has passed it on: then it is also the caller's again
     */
    boolean onPacket(Packet packet, long nowNs) {
        PacketPath way = path;
        return way != null ? way.take(packet, nowNs) : onFirstPacket(packet);
    }

    private boolean onFirstPacket(Packet packet) {
        int enough = instance.parts().carried().firstPackets();
        if (packets <= enough && ++packets > enough) {
            path = instance.version().pathTo(this);
        }
        return instance.onPacket(this, packet);
    }
}
