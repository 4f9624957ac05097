package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.fib.Fib;
import java.util.List;

/** The router of one card: its parts, and which message comes to which of them. */
final class CardRouter implements Commands.Ports, Commands.Egress, Forwarding {
    /** Enough for a packet of 9,000 bytes in fragments for the smallest wire; what is larger there is dropped. */
    private static final int FUEL_OF_FORWARDING = 180_000;
    private static final int MAC = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    /** How often in a row a batch may wait for others by a turn at once; after that a timer looks after it. */
    private static final int TURNS_AT_ONCE = 64;

    private final ExtensionContext context;
    private final RouterParameters parameters;
    private final Tally tally;
    private final Retry retry;
    private final Departure none;
    /** By port; nowhere is {@link #none}. */
    private final Departure[] departures = new Departure[RouterProtocol.MAX_PORTS + 1];
    private final WireExit exit;
    private final Fences fences;
    private final Commands commands;
    private final Ipv4Path v4;
    private final Ipv6Path v6;
    private int turns;

    CardRouter(ExtensionContext context, RouterParameters parameters) {
        this.context = context;
        this.parameters = parameters;
        this.tally = new Tally(context);
        this.retry = new Retry(context);
        Fib fib = Fib.create(context, parameters.tableBytes());
        NextHops hops = NextHops.create(context, parameters.nextHops());
        Buffer scratch = context.allocate(parameters.batchBytes());
        if (fib == null || hops == null || scratch == null) {
            throw new IllegalStateException("the card has not enough memory for a forwarding table of " + parameters.tableBytes()
                + " bytes and " + parameters.nextHops() + " next hops: name smaller ones in the parameters table-bytes and next-hops");
        }
        this.none = new NoDeparture(tally, scratch);
        this.exit = new WireExit(context, tally, retry, new Stages(context, tally, parameters.stages()), parameters.batchBytes());
        for (int port = 0; port < departures.length; port++) {
            departures[port] = none;
        }
        departures[parameters.port()] = new OwnDeparture(parameters.port(), exit, tally, scratch);
        FlowHash flows = new FlowHash(parameters.key());
        IcmpErrors errors = new IcmpErrors(context, tally, fib, hops, flows, departures,
            new RateLimit(parameters.icmpRate(), parameters.icmpBurst(), context.nowNs()));
        OwnAddresses own = new OwnAddresses(fib, hops);
        Intake intake = new Intake(fib, hops, parameters.port());
        this.v4 = new Ipv4Path(context, tally, fib, hops, flows, departures, errors, own, intake, parameters);
        this.v6 = new Ipv6Path(context, tally, fib, hops, flows, departures, errors, intake, parameters.port());
        this.commands = new Commands(fib, hops, errors, own, intake, this, this);
        this.fences = new Fences(context, parameters.key(), tally, departures, exit, retry, parameters.port());
    }

    void install() {
        context.onMessage(RouterProtocol.COMMANDS, this, CardRouter::onCommands);
        context.onMessage(RouterProtocol.FENCE, this, CardRouter::onFence);
        context.onMessage(RouterProtocol.BATCH, this, CardRouter::onBatch);
        context.onMessage(RouterProtocol.PEER_FENCE, this, CardRouter::onPeerFence);
        context.onMessage(RouterProtocol.PEER_FENCED, this, CardRouter::onPeerFenced);
        context.onMessage(RouterProtocol.BATCH_BACK, this, CardRouter::onBatchBack);
        context.onMessage(RouterProtocol.FENCE_BACK, this, CardRouter::onFenceBack);
        context.onMessage(RouterProtocol.ANSWER_BACK, this, CardRouter::onAnswerBack);
        context.onMessage(RouterProtocol.RETRY, this, CardRouter::onRetry);
        context.onMessage(RouterProtocol.BURST_END, this, CardRouter::onBurstEnd);
        context.onPacket(parameters.order(), PacketFilter.etherType(IPV4), this, CardRouter::onIpv4);
        context.onPacket(parameters.order(), PacketFilter.etherType(IPV6), this, CardRouter::onIpv6);
        context.services().export(RouterExtension.FORWARDING, 1, ServiceRights.OWNER, FUEL_OF_FORWARDING, this);
    }

    // --- packets

    private static void onIpv4(CardRouter router, Message message) {
        if (!router.v4.route(message)) {
            router.tally.toHost.increment();
            message.pass();
        }
    }

    private static void onIpv6(CardRouter router, Message message) {
        if (!router.v6.route(message)) {
            router.tally.toHost.increment();
            message.pass();
        }
    }

    @Override
    public boolean forward(Buffer frame, int offset, int bytes) {
        if (bytes < MAC || offset < 0 || bytes > frame.length() - offset) {
            throw new IndexOutOfBoundsException("a frame of " + bytes + " bytes at offset " + offset + " leaves a buffer of "
                + frame.length() + " bytes");
        }
        return switch (frame.u16(offset + MAC - 2)) {
            case IPV4 -> v4.route(frame, offset, bytes, Offload.NONE);
            case IPV6 -> v6.route(frame, offset, bytes, Offload.NONE);
            default -> false;
        };
    }

    private static void onBurstEnd(CardRouter router, Message message) {
        if (message.kind() != Message.Kind.BACKGROUND) {
            router.tally.drop(DropReason.MALFORMED);
            return;
        }
        boolean waits = false;
        for (Departure departure : router.departures) {
            if (departure instanceof PeerDeparture peer && !peer.endBurst()) {
                waits = true;
            }
        }
        router.turns = waits ? router.turns + 1 : 0;
        if (!waits) {
            return;
        }
        if (router.turns % TURNS_AT_ONCE != 0) {
            router.context.atBurstEnd(RouterProtocol.BURST_END, 0);
        } else {
            router.retry.ask();
        }
    }

    private static void onBatch(CardRouter router, Message message) {
        if (message.kind() != Message.Kind.BULK || !router.parameters.key().fits(message)
            || !router.exit.onBatch(message.buffer(), message.word(RouterProtocol.BATCH_NEAR))) {
            router.tally.drop(DropReason.MALFORMED);
        }
    }

    private static void onBatchBack(CardRouter router, Message message) {
        if (message.kind() == Message.Kind.RETURNED) {
            router.tally.drop(DropReason.BATCH_LOST, message.word(RouterProtocol.BATCH_FRAMES));
        }
    }

    // --- control

    private static void onCommands(CardRouter router, Message message) {
        if (message.kind() != Message.Kind.BULK || !router.parameters.key().fits(message)) {
            router.tally.drop(DropReason.MALFORMED);
            return;
        }
        int number = message.word(RouterProtocol.BATCH_PORT);
        router.fences.commandsDone(number, router.commands.carryOut(number, message.buffer()));
    }

    private static void onFence(CardRouter router, Message message) {
        if (message.kind() != Message.Kind.SMALL || !router.parameters.key().fits(message)) {
            router.tally.drop(DropReason.MALFORMED);
            return;
        }
        router.fences.begin(message.word(RouterProtocol.BATCH_PORT));
    }

    private static void onPeerFence(CardRouter router, Message message) {
        router.fences.onGuest(message);
    }

    private static void onPeerFenced(CardRouter router, Message message) {
        router.fences.onAnswer(message);
    }

    private static void onFenceBack(CardRouter router, Message message) {
        if (message.kind() == Message.Kind.RETURNED) {
            router.fences.onReturned(message);
        }
    }

    private static void onAnswerBack(CardRouter router, Message message) {
        if (message.kind() == Message.Kind.RETURNED) {
            router.fences.onAnswerReturned(message);
        }
    }

    private static void onRetry(CardRouter router, Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            router.tally.drop(DropReason.MALFORMED);
            return;
        }
        router.retry.begin();
        boolean waits = router.exit.resume();
        boolean left = true;
        for (Departure departure : router.departures) {
            left &= departure.flush();
        }
        waits |= router.fences.progress();
        if (!waits && left) {
            router.retry.succeeded();
        } else {
            if (router.exit.isTired()) {
                // What waits there waits for an activation only.
                router.retry.succeeded();
            }
            router.retry.ask();
        }
    }

    @Override
    public void stages(List<Integer> numbers) {
        exit.stages(new Stages(context, tally, numbers));
    }

    // --- ports

    @Override
    public void set(int port, int iopId, int tid, int instance) {
        if (port == parameters.port() || departures[port] instanceof PeerDeparture peer && peer.leadsTo(iopId, tid, instance)) {
            return;
        }
        remove(port);
        PeerDeparture departure = new PeerDeparture(context, parameters.key(), tally, parameters.port(), parameters.batchBytes(), port,
            iopId, tid, instance, none.buffer());
        departures[port] = departure;
        if (!departure.connect()) {
            retry.ask();
        }
    }

    @Override
    public void remove(int port) {
        if (port != parameters.port()) {
            departures[port].close();
            departures[port] = none;
            fences.forget(port);
        }
    }
}
