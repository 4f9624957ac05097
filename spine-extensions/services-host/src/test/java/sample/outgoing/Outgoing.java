package sample.outgoing;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;

/** Sends each packet back onto the wire through a stage, as a router does on the card by which packets leave. */
public final class Outgoing implements Extension {
    /** Made by the card. */
    public Outgoing() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket(PacketFilter.ipv4(), new Way(context), Way::onPacket);
    }

    private static final class Way {
        private final ExtensionContext context;
        private final EgressStage stage;
        private final Buffer frame;

        Way(ExtensionContext context) {
            this.context = context;
            this.stage = context.services().link(EgressStages.SERVICE, EgressStages.SHAPING, EgressStages.SHAPING);
            Buffer memory = context.allocate(2_048);
            if (memory == null) {
                throw new IllegalStateException("no memory");
            }
            this.frame = memory;
        }

        void onPacket(Message message) {
            int bytes = message.buffer().length();
            frame.copyFrom(0, message.buffer(), 0, bytes);
            int sends = stage.onEgress(frame, 0, bytes, 1);
            if (sends > 0) {
                context.transmit(frame, 0, sends);
            }
        }
    }
}
