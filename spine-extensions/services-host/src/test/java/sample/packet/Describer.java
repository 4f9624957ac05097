package sample.packet;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;

/** Says in its log what it finds in packets, by what services share. */
public final class Describer implements Extension {
    private final PacketHeaders headers = new PacketHeaders();
    private IpPrefix inside = new IpPrefix(4, 0, 0, 0);

    /** Made by the card. */
    public Describer() {}

    @Override
    public void start(ExtensionContext context) {
        String prefix = context.parameter("inside");
        inside = IpPrefix.parse(prefix == null ? "10.0.0.0/8" : prefix);
        context.onPacket(PacketFilter.everything(), context, this::onPacket);
    }

    private void onPacket(ExtensionContext context, Message message) {
        int bytes = message.buffer().length();
        if (!headers.parse(message.buffer(), 0, bytes)) {
            context.log("type " + Integer.toHexString(headers.etherType()));
            return;
        }
        context.log("v" + headers.version() + " protocol " + headers.protocol() + " at " + headers.transportAt() + " of "
            + headers.ipBytes() + " ports " + (headers.hasPorts() ? headers.sourcePort() + " " + headers.destinationPort() : "none")
            + " fragment " + headers.fragmentOffset() + (headers.moreFragments() ? "+" : "")
            + (inside.matches(headers.version(), headers.sourceHigh(), headers.sourceLow()) ? " inside" : " outside")
            + (headers.version() == 4 ? " check " + InternetChecksum.fold(InternetChecksum.sum(message.buffer(), 14, 20, 0)) : ""));
    }
}
