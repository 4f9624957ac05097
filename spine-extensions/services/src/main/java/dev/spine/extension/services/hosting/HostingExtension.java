package dev.spine.extension.services.hosting;

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
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Virtual hosting: connections to the addresses of this card are given to servers behind the router. Loaded onto the card by which clients
 * come, beside its router, whose parameter {@code egress} names the stage {@code hosting}. The parameters are in docs/services.md.
 *
 * <p>A message to handler {@link #ASK} is answered to the host's handler of the same number: word 0 is the number of connections, word 1
 * of how many the first request is waited for.
 */
public final class HostingExtension implements Extension, EgressStage {
    /** The host asks how full the tables are. */
    public static final int ASK = 1;

    private static final int TICK = 2;
    private static final int GO_ON = 3;
    private static final int AGAIN = 4;
    private static final int FUEL_OF_CALL = 60_000;
    private static final long TICK_NS = 1_000_000_000;
    private static final long AGAIN_NS = 400_000_000;
    private static final long SOON_NS = 1_000_000;
    private static final int EXPIRED_AT_ONCE = 300;
    private static final int NS_PER_MS = 1_000_000;
    private static final int WORK_BYTES = 9_216;

    private @Nullable Parts parts;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, Hosting hosting, HostingCounters counters, Again again) {
        int nowMs() {
            return (int) (context.nowNs() / NS_PER_MS);
        }

        /** Sets the timer as long as a first request is under way. */
        void setAgain() {
            if (!again.isSet && hosting.waiting() > 0) {
                again.isSet = context.timer(AGAIN_NS, AGAIN, 0);
            }
        }
    }

    /** Whether the timer of what is said again is set. */
    private static final class Again {
        boolean isSet;
    }

    /** An endpoint as a packet handler knows it. */
    private record Door(Parts parts, int number) {}

    /** Made by the card. */
    public HostingExtension() {}

    @Override
    public void start(ExtensionContext context) {
        HostingSettings settings = HostingSettings.of(context);
        HostingCounters counters = new HostingCounters(context);
        long seed = mixed(context.nowNs() ^ context.hardwareAddress());
        Buffer table = allocate(context, HostedConnections.bytes(settings.connections()));
        Buffer heads = allocate(context, settings.requests() * settings.headBytes());
        Buffer work = allocate(context, WORK_BYTES);
        Hosting hosting = new Hosting(settings, table, heads, work, new SynCookie(seed, mixed(seed)), (int) (seed ^ seed >>> 32),
            context.hardwareAddress(), output(context, counters), counters);
        Parts made = new Parts(context, hosting, counters, new Again());
        parts = made;
        context.onMessage(ASK, made, HostingExtension::onAsk);
        context.onMessage(TICK, made, HostingExtension::onTick);
        context.onMessage(GO_ON, made, HostingExtension::onGoOn);
        context.onMessage(AGAIN, made, HostingExtension::onAgain);
        List<Endpoint> endpoints = settings.endpoints();
        List<Integer> addresses = new ArrayList<>();
        for (int i = 0; i < endpoints.size(); i++) {
            Endpoint endpoint = endpoints.get(i);
            PacketFilter filter = endpoint.protocol() == PacketHeaders.TCP ? PacketFilter.tcp(endpoint.port())
                : PacketFilter.udp(endpoint.port());
            context.onPacket(settings.order(), filter.withDestination(endpoint.address(), 32), new Door(made, i),
                HostingExtension::onPacket);
            if (!addresses.contains(endpoint.address())) {
                addresses.add(endpoint.address());
                context.onPacket(settings.order(), PacketFilter.ipv4().withProtocol(PacketHeaders.ICMP)
                    .withDestination(endpoint.address(), 32), made, HostingExtension::onIcmp);
            }
        }
        context.services().export(EgressStages.SERVICE, EgressStages.HOSTING, ServiceRights.OWNER, FUEL_OF_CALL, this);
        context.timer(TICK_NS, TICK, 0);
    }

    /** Bits of which each depends on all of a number (the last step of SplitMix64). */
    private static long mixed(long number) {
        long mixed = number + 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }

    private static Buffer allocate(ExtensionContext context, int bytes) {
        Buffer buffer = context.allocate(bytes);
        if (buffer == null) {
            throw new IllegalStateException("the card has no " + bytes + " bytes for the tables: give the runtime more memory, or the"
                + " service fewer connections or requests");
        }
        return buffer;
    }

    private static HostingOutput output(ExtensionContext context, HostingCounters counters) {
        RouterLink router = new RouterLink(context);
        return new HostingOutput() {
            @Override
            public boolean toServer(Buffer frame, int bytes) {
                if (router.forward(frame, 0, bytes)) {
                    return true;
                }
                counters.count(router.isThere() ? HostingEvent.NO_NEIGHBOUR : HostingEvent.NO_ROUTER);
                return false;
            }

            @Override
            public boolean toClient(Buffer frame, int bytes) {
                return context.transmit(frame, 0, bytes);
            }

            @Override
            public void goOnLater(int connection) {
                // Without a message it is tried again when the server repeats its answer.
                OutgoingMessage later = context.message(context.local(GO_ON));
                if (later != null) {
                    later.word(0, connection).send();
                }
            }
        };
    }

    @Override
    public int onEgress(Buffer frame, int offset, int bytes, int ingressPort) {
        Parts given = parts;
        return given == null ? DROPPED : given.hosting.leaving(frame, offset, bytes, given.nowMs());
    }

    private static void onPacket(Door door, Message message) {
        Buffer packet = message.buffer();
        long to = (long) packet.u16(0) << Integer.SIZE | packet.i32(2) & 0xFFFF_FFFFL;
        if (to != door.parts.context.hardwareAddress()) {
            message.pass();
            return;
        }
        if (message.offload() != Offload.NONE) {
            door.parts.counters.count(HostingEvent.UNFINISHED);
            return;
        }
        door.parts.hosting.fromClient(door.number, packet, door.parts.nowMs());
        door.parts.setAgain();
    }

    private static void onIcmp(Parts given, Message message) {
        if (!given.hosting.errorFromOutside(message.buffer())) {
            message.pass();
        }
    }

    private static void onGoOn(Parts given, Message message) {
        given.hosting.goOn(message.word(0), given.nowMs());
    }

    private static void onAgain(Parts given, Message message) {
        given.again.isSet = false;
        given.hosting.sayAgain(given.nowMs());
        given.setAgain();
    }

    private static void onTick(Parts given, Message message) {
        boolean more = given.hosting.expire(given.nowMs(), EXPIRED_AT_ONCE);
        given.context.timer(more ? SOON_NS : TICK_NS, TICK, 0);
    }

    private static void onAsk(Parts given, Message message) {
        OutgoingMessage answer = given.context.message(given.context.host(ASK));
        if (answer != null) {
            answer.word(0, given.hosting.connections().used()).word(1, given.hosting.waiting()).send();
        }
    }
}
