package dev.spine.extension.services.shaping;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.List;

/**
 * Drops what comes faster than its class may, and passes everything else on.
 *
 * <p>Parameters: {@code order} of its packet handler (-80), {@code classes}, and those of each class ({@code TrafficClass}). A packet
 * belongs to the first class that has it; of no class, it passes. Counters of each class: packets and bytes passed and dropped. Belongs
 * to the card's agent thread.
 */
public final class PolicingExtension implements Extension {
    /** Made by the runtime when the extension is loaded. */
    public PolicingExtension() {}

    @Override
    public void start(ExtensionContext context) {
        context.onPacket((int) ExtensionParameters.number(context, "order", -80, Short.MIN_VALUE, Short.MAX_VALUE),
            PacketFilter.everything(), new Policer(context), Policer::onPacket);
    }

    /** A class and what became of its packets. */
    private record Policed(TrafficClass traffic, Counter passed, Counter passedBytes, Counter dropped, Counter droppedBytes) {}

    /** The way of packets. */
    private static final class Policer {
        private final ExtensionContext context;
        private final PacketHeaders headers = new PacketHeaders();
        private final Policed[] classes;
        private final Counter unclassed;

        Policer(ExtensionContext context) {
            this.context = context;
            List<TrafficClass> read = TrafficClass.read(context, 64);
            classes = new Policed[read.size()];
            for (int i = 0; i < classes.length; i++) {
                String name = read.get(i).name();
                classes[i] = new Policed(read.get(i), context.counter(name + " packets passed"), context.counter(name + " bytes passed"),
                    context.counter(name + " packets dropped"), context.counter(name + " bytes dropped"));
            }
            unclassed = context.counter("packets of no class");
        }

        void onPacket(Message message) {
            int bytes = message.buffer().length();
            headers.parse(message.buffer(), 0, bytes);
            for (int i = 0; i < classes.length; i++) {
                if (classes[i].traffic().has(headers)) {
                    police(classes[i], message, bytes);
                    return;
                }
            }
            unclassed.increment();
            message.pass();
        }

        private void police(Policed by, Message message, int bytes) {
            if (by.traffic().bucket().take(bytes, context.nowNs())) {
                by.passed().increment();
                by.passedBytes().add(bytes);
                message.pass();
            } else {
                by.dropped().increment();
                by.droppedBytes().add(bytes);
            }
        }
    }
}
