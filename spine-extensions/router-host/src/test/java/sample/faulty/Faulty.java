package sample.faulty;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/** Takes packets, and fails when it is no longer on trial. */
public final class Faulty implements Extension {
    private static final int IPV4 = 0x0800;
    /** More than the activations of a trial. */
    private static final int PACKETS = 40;

    private int packets;

    /** Loaded by the runtime. */
    public Faulty() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket(0, PacketFilter.etherType(IPV4), this, Faulty::onPacket);
    }

    private static void onPacket(Faulty faulty, Message message) {
        if (++faulty.packets > PACKETS) {
            throw new IllegalStateException("this version takes " + PACKETS + " packets");
        }
    }
}
