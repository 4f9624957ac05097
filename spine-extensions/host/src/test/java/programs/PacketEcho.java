package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.PacketFilter;
import org.jspecify.annotations.Nullable;

/** Parses UDP packets to port 7000, sends each back with its addresses changed over, and says what it has seen when it is asked. */
public final class PacketEcho implements Extension {
    private int checksum;
    private @Nullable Buffer answer;

    /** Loaded by the runtime. */
    public PacketEcho() {}

    @Override
    public void start(ExtensionContext context) {
        Counter seen = context.counter("packets seen");
        Counter echoed = context.counter("packets echoed");
        answer = context.allocate(1514);
        context.onPacket(PacketFilter.udp(7000), context, (given, message) -> {
            Buffer packet = message.buffer();
            seen.increment();
            for (int i = 42; i < packet.length(); i++) {
                checksum = checksum * 5 + packet.u8(i);
            }
            Buffer out = answer;
            if (out != null && packet.length() <= out.length()) {
                out.copyFrom(0, packet, 0, packet.length());
                out.copyFrom(0, packet, 6, 6);
                out.copyFrom(6, packet, 0, 6);
                if (given.transmit(out, 0, packet.length())) {
                    echoed.increment();
                }
            }
        });
        context.onMessage(1, context, (given, order) -> Answers.give(given, checksum, (int) given.hardwareAddress(), order.word(0)));
    }
}
