package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.PacketFilter;

/** Takes UDP packets to port 7000 and messages, and does nothing with them. */
public final class Idler implements Extension {
    /** Loaded by the runtime. */
    public Idler() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket(PacketFilter.udp(7000), this, (self, message) -> { });
        context.onMessage(1, this, (self, message) -> { });
    }
}
