package sample.large;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.router.Forwarding;

/** Has the router forward, for each packet to UDP port 9, one with the same header and as many bytes as parameter {@code bytes} says. */
public final class LargePackets implements Extension {
    private static final int MAC = 14;
    private static final int HEADER = 20;

    /** Loaded by the runtime. */
    public LargePackets() {}

    @Override
    public void start(ExtensionContext context) {
        int bytes = Integer.parseInt(String.valueOf(context.parameter("bytes")));
        Buffer copy = context.allocate(MAC + bytes);
        context.onPacket(-1, PacketFilter.udp(9), context, (given, message) -> onPacket(given, message, copy, bytes));
    }

    private static void onPacket(ExtensionContext context, Message message, Buffer copy, int bytes) {
        copy.copyFrom(0, message.buffer(), 0, MAC + HEADER);
        copy.put16(MAC + 2, bytes);
        copy.put32(MAC + 4, 0);
        copy.put16(MAC + 10, 0);
        int sum = 0;
        for (int at = 0; at < HEADER; at += 2) {
            sum += copy.u16(MAC + at);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        copy.put16(MAC + 10, ~(sum + (sum >>> 16)) & 0xFFFF);
        try {
            Forwarding forwarding = context.services().link("dev.spine.extension.router.Forwarding", 1, 1);
            forwarding.forward(copy, 0, MAC + bytes);
        } catch (ServiceException e) {
            message.pass();
        }
    }
}
