package sample.stage;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;
import dev.spine.extension.router.Forwarding;

/**
 * As a stage, writes the port of arrival into the type of service and drops what goes to UDP port 13. Before the router, takes packets to
 * UDP port 9 and has the router forward them to port 10. With the parameter everybody it is a stage only, for every
 * extension.
 */
public final class MarkingStage implements Extension, EgressStage {
    /** The stage's number. */
    public static final int NUMBER = 16;
    private static final int PORT_AT = 36;
    private static final int TYPE_OF_SERVICE_AT = 15;

    /** Loaded by the runtime. */
    public MarkingStage() {}

    @Override
    public void start(ExtensionContext context) {
        if (context.parameter("everybody") != null) {
            context.services().export(EgressStages.SERVICE, NUMBER, ServiceRights.EVERYBODY, 20_000, this);
            return;
        }
        context.services().export(EgressStages.SERVICE, NUMBER, ServiceRights.OWNER, 20_000, this);
        Buffer copy = context.allocate(2_048);
        context.onPacket(-1, PacketFilter.udp(9), context, (given, message) -> onPacket(given, message, copy));
    }

    private static void onPacket(ExtensionContext context, Message message, Buffer copy) {
        Buffer packet = message.buffer();
        copy.copyFrom(0, packet, 0, packet.length());
        copy.put16(PORT_AT, 10);
        try {
            Forwarding forwarding = context.services().link("dev.spine.extension.router.Forwarding", 1, 1);
            if (!forwarding.forward(copy, 0, packet.length())) {
                message.pass();
            }
        } catch (ServiceException e) {
            message.pass();
        }
    }

    @Override
    public int onEgress(Buffer frame, int offset, int bytes, int ingressPort) {
        if (frame.u16(offset + PORT_AT) == 13) {
            return DROPPED;
        }
        frame.put8(offset + TYPE_OF_SERVICE_AT, ingressPort);
        return bytes;
    }
}
