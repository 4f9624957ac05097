package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;
import dev.spine.extension.services.connection.RouterLink;
import dev.spine.extension.services.connection.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Masquerading: all hosts behind the router have one address outside. Loaded onto the card that is outside, beside its router, whose
 * parameter {@code egress} names the stage {@code masquerade}.
 *
 * <p>Word by word: the parameters are those of {@link NatSettings}, what is counted is in {@link NatEvent}, and a message to handler
 * {@link #ASK} is answered to the host's handler of the same number by how full the tables are.
 */
public final class NatExtension implements Extension, EgressStage {
    /** The host asks how full the tables are. */
    public static final int ASK = 1;

    private static final int TICK = 2;
    private static final int ANSWER = 3;
    private static final int FUEL_OF_CALL = 120_000;
    private static final long TICK_NS = 1_000_000_000;
    private static final long SOON_NS = 1_000_000;
    private static final int EXPIRED_AT_ONCE = 500;
    private static final int NS_PER_MS = 1_000_000;

    private @Nullable Parts parts;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, Masquerade masquerade, NatCounters counters, RouterLink router) {
        int nowMs() {
            return (int) (context.nowNs() / NS_PER_MS);
        }

        /** {@return why the router has just not taken a frame} */
        NatEvent lastLoss() {
            return router.isThere() ? NatEvent.NO_NEIGHBOUR : NatEvent.NO_ROUTER;
        }
    }

    /** Made by the card. */
    public NatExtension() {}

    @Override
    public void start(ExtensionContext context) {
        NatSettings settings = NatSettings.of(context);
        NatCounters counters = new NatCounters(context);
        long seed = context.nowNs() * 0x9E37_79B9_7F4A_7C15L ^ context.hardwareAddress();
        int secret = (int) (seed ^ seed >>> 32);
        NatTables tables = NatTables.of(context, settings, secret);
        Parts made = new Parts(context, new Masquerade(settings, tables, counters, secret), counters, new RouterLink(context));
        parts = made;
        context.onMessage(ASK, made, NatExtension::onAsk);
        context.onMessage(TICK, made, NatExtension::onTick);
        context.onMessage(ANSWER, made, NatExtension::onAnswer);
        context.onPacket(settings.order(), PacketFilter.ipv4().withDestination(settings.outside(), 32), made, NatExtension::onPacket);
        context.services().export(EgressStages.SERVICE, EgressStages.MASQUERADE, ServiceRights.OWNER, FUEL_OF_CALL, this);
        context.timer(TICK_NS, TICK, 0);
    }

    @Override
    public int onEgress(Buffer frame, int offset, int bytes, int ingressPort) {
        Parts given = parts;
        if (given == null) {
            return DROPPED;
        }
        int left = given.masquerade.outward(frame, offset, bytes, given.nowMs());
        Refusals refusals = given.masquerade.tables().refusals();
        if (refusals.waiting() > 0) {
            // The router waits for this call, so an answer is given to it afterwards.
            OutgoingMessage later = given.context.message(given.context.local(ANSWER));
            if (later != null) {
                later.send();
            }
        }
        return left;
    }

    private static void onPacket(Parts given, Message message) {
        if (message.offload() != Offload.NONE) {
            given.counters.count(NatEvent.UNFINISHED);
            return;
        }
        Buffer packet = message.buffer();
        int bytes = packet.length();
        switch (given.masquerade.inward(packet, bytes, given.nowMs())) {
            case PASS -> message.pass();
            case DROPPED -> { }
            case REWRITTEN -> {
                for (int left = bytes; left > 0; left = given.masquerade.nextHeld()) {
                    if (!given.router.forward(given.masquerade.rewritten(), 0, left)) {
                        given.counters.count(given.lastLoss());
                    }
                }
            }
        }
    }

    private static void onAnswer(Parts given, Message message) {
        Refusals refusals = given.masquerade.tables().refusals();
        while (refusals.waiting() > 0) {
            if (!given.router.forward(refusals.memory(), refusals.firstOffset(), refusals.firstBytes())) {
                given.counters.count(given.lastLoss());
            }
            refusals.dropFirst();
        }
    }

    private static void onTick(Parts given, Message message) {
        boolean more = given.masquerade.expire(given.nowMs(), EXPIRED_AT_ONCE);
        given.context.timer(more ? SOON_NS : TICK_NS, TICK, 0);
    }

    private static void onAsk(Parts given, Message message) {
        OutgoingMessage answer = given.context.message(given.context.host(ASK));
        if (answer != null) {
            NatTables tables = given.masquerade.tables();
            answer.word(0, tables.connections().used()).word(1, tables.mappings().used());
            for (Stage stage : Stage.values()) {
                answer.word(2 + stage.ordinal(), tables.connections().at(stage));
            }
            answer.send();
        }
    }
}
