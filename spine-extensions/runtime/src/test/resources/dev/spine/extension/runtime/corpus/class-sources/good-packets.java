package f;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;

public final class Fuzzed implements Extension {
    private Buffer kept;

    @Override
    public void start(ExtensionContext context) {
        Counter bytes = context.counter("bytes");
        context.onPacket(PacketFilter.udp(7000), context, (given, message) -> {
            Buffer packet = message.buffer();
            int sum = 0;
            for (int i = 0; i < packet.length(); i++) {
                sum += packet.u8(i);
            }
            bytes.add(sum);
            if (kept != null) {
                kept.release();
            }
            kept = packet.keep();
        });
        context.onMessage(1, context, (given, message) -> {
            OutgoingMessage answer = given.message(given.host(5));
            if (answer != null) {
                answer.word(0, message.word(0)).send();
            }
        });
    }
}
