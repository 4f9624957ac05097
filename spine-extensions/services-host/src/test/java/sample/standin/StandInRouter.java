package sample.standin;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;
import dev.spine.extension.router.Forwarding;
import org.jspecify.annotations.Nullable;

/**
 * Sends what it is given to forward to the wire as it is, and what comes by itself through the stage of the parameter
 * {@code stage}, standard {@code masquerade}.
 */
public final class StandInRouter implements Extension, Forwarding {
    private static final int BYTES = 2048;
    private static final int FUEL = 20_000;

    private @Nullable Parts parts;
    private @Nullable EgressStage stage;
    private int number = EgressStages.MASQUERADE;

    private record Parts(ExtensionContext context, Buffer work, Counter forwarded, Counter routed, Counter dropped) {}

    /** Made by the card. */
    public StandInRouter() {}

    @Override
    public void start(ExtensionContext context) {
        String name = context.parameter("stage");
        number = name == null ? number : EgressStages.number(name);
        Buffer work = context.allocate(BYTES);
        if (work == null) {
            throw new IllegalStateException("no memory");
        }
        Parts made = new Parts(context, work, context.counter("forwarded"), context.counter("routed"), context.counter("dropped"));
        parts = made;
        context.services().export("dev.spine.extension.router.Forwarding", 1, ServiceRights.EVERYBODY, FUEL, this);
        context.onPacket(0, PacketFilter.everything(), made, this::onPacket);
    }

    @Override
    public boolean forward(Buffer frame, int offset, int bytes) {
        Parts given = parts;
        if (given == null) {
            return false;
        }
        given.forwarded.increment();
        given.work.copyFrom(0, frame, offset, bytes);
        return given.context.transmit(given.work, 0, bytes);
    }

    private void onPacket(Parts given, Message message) {
        int bytes = message.buffer().length();
        given.work.copyFrom(16, message.buffer(), 0, bytes);
        try {
            EgressStage there = stage;
            if (there == null) {
                there = given.context.services().link(EgressStages.SERVICE, number, number);
                stage = there;
            }
            int left = there.onEgress(given.work, 16, bytes, 1);
            if (left > 0) {
                given.routed.increment();
                given.context.transmit(given.work, 16, left);
                return;
            }
        } catch (ServiceException e) {
            given.context.log(String.valueOf(e.getMessage()));
            stage = null;
        }
        given.dropped.increment();
    }
}
