package sample.bridge;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;

/** Looks at each packet and sends it on by the wire that it came by, and answers each message. The card's agent. */
public final class Bridge implements Extension {
    private final Look look = new Look();
    private boolean handsOn;

    /** Loaded by the runtime. */
    public Bridge() {}

    @Override
    public void start(ExtensionContext context) {
        handsOn = "yes".equals(context.parameter("hands-on"));
        boolean video = "video".equals(context.parameter("looks-at"));
        context.onPacket(PacketFilter.everything(), context, (to, message) -> {
            Buffer packet = message.buffer();
            if ((video ? look.pixels(packet) : look.output(packet)) != Look.NOWHERE && handsOn) {
                to.transmit(packet, 0, packet.length());
            }
        });
        context.onMessage(1, context, this::onMessage);
    }

    private void onMessage(ExtensionContext context, Message message) {
        int word = look.answer(message, 0);
        if (handsOn) {
            OutgoingMessage answer = context.message(context.host(1));
            if (answer != null) {
                answer.word(0, word).send();
            }
        }
    }
}
