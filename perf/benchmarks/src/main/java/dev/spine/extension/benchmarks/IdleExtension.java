package dev.spine.extension.benchmarks;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.PacketFilter;

/** Takes UDP packets to a port, and messages to its handler 1, and does nothing with them. The card's agent. */
public final class IdleExtension implements Extension {
    /** The port, unless parameter {@code port} names another. */
    public static final int PORT = 7000;

    /** Loaded by the runtime. */
    public IdleExtension() {}

    @Override
    public void start(ExtensionContext context) {
        String port = context.parameter("port");
        context.onPacket(PacketFilter.udp(port == null ? PORT : Integer.parseInt(port)), this, (self, message) -> { });
        context.onMessage(1, this, (self, message) -> { });
    }
}
