package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints whose queues are in the memory of applications (after von Eicken, Basu, Buch and Vogels, "U-Net: A User-Level Network Interface
 * for Parallel and Distributed Computing", SOSP 1995): the application posts descriptors and takes messages by plain memory accesses, the
 * card looks at the queues by DMA, under the grant of the endpoint's segment and never outside of it.
 *
 * <p>A channel binds an endpoint to one endpoint of a node. The card writes the sender's address into each message, and a message that
 * comes from an endpoint to which no channel is bound is counted and dropped. A message for a full receive queue, or for which no buffer is
 * free, is dropped and counted where the application sees it.
 */
public final class UNetExtension implements Extension, UNetQueues.Sender {
    private static final int OUTBOX = 256;
    private static final int NET_MESSAGE = 1;
    private static final int NET_ANSWER = 2;

    private final @Nullable UNetQueues[] endpoints = new UNetQueues[UNetProtocol.MAX_ENDPOINTS];
    private final boolean[] closeAsked = new boolean[UNetProtocol.MAX_ENDPOINTS];
    private @Nullable Parts parts;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, NodeTable nodes, Outbox outbox, Counter malformed, Counter unbound, Counter dropped,
        Counter wrong, Counter returned, Counter ended, Route ready, Route open, Route bound, Route closed) {}

    /** Loaded by the runtime. */
    public UNetExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Counter malformed = context.counter("messages malformed");
        NodeTable nodes = new NodeTable(context, malformed, UNetProtocol.MAX_NODES, UNetProtocol.NET, UNetProtocol.RETURNED, null);
        Parts made = new Parts(context, nodes, new Outbox(context, UNetProtocol.RETRY, OUTBOX, UNetProtocol.MAX_NODES + 1),
            malformed, context.counter("messages without a channel"),
            context.counter("messages dropped for want of room"), context.counter("descriptors wrong"),
            context.counter("messages that came back"), context.counter("segments taken back"), context.host(UNetProtocol.HOST_READY),
            context.host(UNetProtocol.HOST_OPEN), context.host(UNetProtocol.HOST_BOUND), context.host(UNetProtocol.HOST_CLOSED));
        parts = made;
        for (int i = 0; i < endpoints.length; i++) {
            endpoints[i] = new UNetQueues(i, context, this, made.dropped, made.wrong);
        }
        context.onMessage(UNetProtocol.CONFIGURE, made, this::onConfigure);
        context.onMessage(UNetProtocol.NODE, made, this::onNode);
        context.onMessage(UNetProtocol.OPEN, made, this::onOpen);
        context.onMessage(UNetProtocol.BIND, made, this::onBind);
        context.onMessage(UNetProtocol.DOORBELL, made, this::onDoorbell);
        context.onMessage(UNetProtocol.CLOSE, made, this::onClose);
        context.onMessage(UNetProtocol.NET, made, this::onNet);
        context.onMessage(UNetProtocol.RETURNED, made, this::onReturned);
        context.onMessage(UNetProtocol.LOOK, made, this::onLook);
        context.onMessage(UNetProtocol.TRANSFERRED, made, this::onTransferred);
        context.onMessage(UNetProtocol.REVOKED, made, this::onRevoked);
    }

    // --- from the host

    /** Orders are small messages of the host: what is none is counted and dropped. */
    private static boolean isOrder(Parts given, Message message) {
        if (message.kind() != Message.Kind.SMALL) {
            given.malformed.increment();
            return false;
        }
        return given.nodes.isOrder(message);
    }

    private static void notify(Parts given, Route route, int first, int second, int third) {
        int[] words = given.outbox.add(Outbox.HOST, route, 0);
        if (words != null) {
            words[0] = first;
            words[1] = second;
            words[2] = third;
        }
        given.outbox.flush();
    }

    private void onConfigure(Parts given, Message message) {
        if (!isOrder(given, message)) {
            return;
        }
        boolean fits = given.nodes.count(message);
        notify(given, given.ready, fits ? UNetProtocol.DONE : UNetProtocol.REFUSED, 0, 0);
    }

    private void onNode(Parts given, Message message) {
        if (isOrder(given, message)) {
            given.nodes.name(message);
        }
    }

    private @Nullable UNetQueues endpoint(int number) {
        return number < 0 || number >= endpoints.length ? null : endpoints[number];
    }

    private @Nullable UNetQueues openEndpoint(int number) {
        UNetQueues endpoint = endpoint(number);
        return endpoint == null || !endpoint.isOpen() ? null : endpoint;
    }

    private void onOpen(Parts given, Message message) {
        HostRegion segment = message.region();
        if (message.kind() != Message.Kind.GRANTED || segment == null) {
            given.malformed.increment();
            return;
        }
        UNetQueues endpoint = endpoint(message.word(0));
        int status = endpoint == null || endpoint.isOpen() || given.nodes.self() < 0 ? UNetProtocol.REFUSED : endpoint.open(segment);
        if (status == UNetProtocol.DONE && endpoint != null) {
            closeAsked[endpoint.number()] = false;
        } else if (segment.isValid()) {
            given.context.delegation().revoke(segment, UNetProtocol.REVOKED, -1);
        }
        notify(given, given.open, message.word(0), status, 0);
    }

    private void onBind(Parts given, Message message) {
        if (!isOrder(given, message)) {
            return;
        }
        UNetQueues endpoint = openEndpoint(message.word(0));
        int node = message.word(2);
        int there = message.word(3);
        boolean bound = endpoint != null && given.nodes.route(node) != null && there >= 0 && there < UNetProtocol.MAX_ENDPOINTS
            && endpoint.channels().bind(message.word(1), node, there);
        notify(given, given.bound, message.word(0), message.word(1), bound ? UNetProtocol.DONE : UNetProtocol.REFUSED);
    }

    private void onDoorbell(Parts given, Message message) {
        UNetQueues endpoint = isOrder(given, message) ? openEndpoint(message.word(0)) : null;
        if (endpoint != null) {
            endpoint.look();
        }
    }

    private void onClose(Parts given, Message message) {
        UNetQueues endpoint = isOrder(given, message) ? endpoint(message.word(0)) : null;
        if (endpoint == null) {
            return;
        }
        if (endpoint.isOpen()) {
            closeAsked[endpoint.number()] = true;
            endpoint.close();
        } else {
            notify(given, given.closed, endpoint.number(), 0, 0);
        }
    }

    private void onRevoked(Parts given, Message message) {
        if (message.kind() == Message.Kind.REVOKED && message.word(0) >= 0) {
            notify(given, given.closed, message.word(0), 0, 0);
        }
    }

    // --- the endpoints' rounds

    private void onLook(Parts given, Message message) {
        UNetQueues endpoint = message.kind() == Message.Kind.TIMER ? endpoint(message.word(0)) : null;
        if (endpoint != null) {
            endpoint.onTimer();
        }
    }

    private void onTransferred(Parts given, Message message) {
        UNetQueues endpoint = message.kind() == Message.Kind.TRANSFER ? endpoint(message.word(0)) : null;
        if (endpoint != null) {
            endpoint.onTransferred(message.word(1) == 0);
        }
    }

    @Override
    public boolean send(UNetQueues from, int binding, int bytes, Buffer memory, int at, int ticket) {
        Parts given = parts;
        int node = binding / UNetProtocol.MAX_ENDPOINTS;
        int there = binding % UNetProtocol.MAX_ENDPOINTS;
        Route to = given == null ? null : given.nodes.route(node);
        if (given == null || to == null) {
            return true;
        }
        if (node == given.nodes.self()) {
            sendHere(given, from, there, bytes, memory, at, ticket);
            return true;
        }
        OutgoingMessage message = given.context.message(to);
        if (message == null) {
            return false;
        }
        message.user(NET_MESSAGE).word(0, address(given, there, from.number()) | bytes).word(1, ticket);
        if (ticket != 0) {
            message.data(memory, at, bytes);
        } else {
            for (int i = 0; i < UNetArrivals.WORDS; i++) {
                message.word(2 + i, memory.i32(at + i * Integer.BYTES));
            }
        }
        message.send();
        return true;
    }

    /** {@return receiver's and sender's endpoint and this node, above the 16 bits for bytes} */
    private static int address(Parts given, int to, int from) {
        return to << 28 | from << 24 | given.nodes.self() << 16;
    }

    /** From an endpoint of this card to another. */
    private void sendHere(Parts given, UNetQueues from, int to, int bytes, Buffer memory, int at, int ticket) {
        if (ticket != 0) {
            from.answered(given.nodes.self(), to, ticket);
        }
        UNetQueues endpoint = openEndpoint(to);
        int channel = endpoint == null ? -1 : endpoint.channels().channelOf(given.nodes.self(), from.number());
        if (endpoint == null || channel < 0) {
            given.unbound.increment();
            return;
        }
        Buffer copy = ticket == 0 || !endpoint.arrivals().mayAdd(true) ? null : given.context.allocate(bytes);
        if (!endpoint.arrivals().mayAdd(ticket != 0) || ticket != 0 && copy == null) {
            endpoint.countDropped();
            return;
        }
        UNetArrivals.Arrival arrival = endpoint.arrivals().add(channel, bytes, copy, null);
        if (copy != null) {
            copy.copyFrom(0, memory, at, bytes);
        } else {
            for (int i = 0; i < UNetArrivals.WORDS; i++) {
                arrival.words[i] = memory.i32(at + i * Integer.BYTES);
            }
        }
        endpoint.look();
    }

    @Override
    public void answer(UNetQueues by, UNetArrivals.Arrival arrival) {
        if (arrival.node >= 0) {
            answer(by.number(), arrival.node, arrival.endpoint, arrival.ticket);
        }
    }

    private void answer(int by, int node, int endpoint, int ticket) {
        Parts given = parts;
        Route to = given == null ? null : given.nodes.route(node);
        int[] words = given == null || to == null ? null : given.outbox.add(1 + node, to, NET_ANSWER);
        if (words != null && given != null) {
            words[0] = address(given, endpoint, by);
            words[1] = ticket;
            given.outbox.flush();
        }
    }

    @Override
    public void ended(UNetQueues endpoint, @Nullable HostRegion region) {
        Parts given = parts;
        if (given == null) {
            return;
        }
        boolean asked = closeAsked[endpoint.number()];
        if (!asked) {
            given.ended.increment();
        }
        if (region != null && region.isValid()) {
            given.context.delegation().revoke(region, UNetProtocol.REVOKED, asked ? endpoint.number() : -1);
        } else if (asked) {
            notify(given, given.closed, endpoint.number(), 0, 0);
        }
    }

    // --- from other nodes

    private void onNet(Parts given, Message message) {
        int address = message.word(0);
        int node = address >>> 16 & 0xFF;
        int from = address >>> 24 & 0xF;
        int to = address >>> 28;
        boolean known = message.source().way() == Route.Way.NETWORK && node != given.nodes.self()
            && given.nodes.route(node) != null && from < UNetProtocol.MAX_ENDPOINTS;
        if (known && message.user() == NET_MESSAGE) {
            onArrival(given, message, node, from, openEndpoint(to));
        } else if (known && message.user() == NET_ANSWER) {
            UNetQueues endpoint = openEndpoint(to);
            if (endpoint != null) {
                endpoint.answered(node, from, message.word(1));
            }
        } else {
            given.malformed.increment();
        }
    }

    private void onArrival(Parts given, Message message, int node, int from, @Nullable UNetQueues endpoint) {
        int bytes = message.word(0) & 0xFFFF;
        boolean isLong = message.kind() == Message.Kind.BULK;
        int ticket = message.word(1);
        if (bytes > UNetProtocol.BUFFER_BYTES || isLong != bytes > UNetProtocol.INLINE_BYTES || isLong && message.buffer().length() != bytes
            || isLong == (ticket == 0)) {
            given.malformed.increment();
            return;
        }
        int channel = endpoint == null ? -1 : endpoint.channels().channelOf(node, from);
        Buffer data = null;
        boolean taken = false;
        if (endpoint == null || channel < 0) {
            given.unbound.increment();
        } else {
            boolean room = endpoint.arrivals().mayAdd(isLong);
            data = isLong && room ? message.buffer().keep() : null;
            taken = room && (!isLong || data != null);
            if (taken) {
                UNetArrivals.Arrival arrival = endpoint.arrivals().add(channel, bytes, data, message);
                if (isLong) {
                    arrival.node = node;
                    arrival.endpoint = from;
                    arrival.ticket = ticket;
                }
            } else {
                endpoint.countDropped();
            }
            endpoint.look();
        }
        if (isLong && !taken) {
            answer(message.word(0) >>> 28, node, from, ticket);
        }
    }

    private void onReturned(Parts given, Message message) {
        if (message.kind() != Message.Kind.RETURNED) {
            given.malformed.increment();
            return;
        }
        if (message.user() != NET_MESSAGE) {
            return;
        }
        given.returned.increment();
        int address = message.word(0);
        UNetQueues endpoint = openEndpoint(address >>> 24 & 0xF);
        if (endpoint != null) {
            endpoint.returned(address >>> 28, message.word(1));
        }
    }
}
