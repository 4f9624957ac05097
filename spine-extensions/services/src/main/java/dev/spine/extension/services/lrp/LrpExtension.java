package dev.spine.extension.services.lrp;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import dev.spine.extension.router.part.ExtensionParameters;
import org.jspecify.annotations.Nullable;

/**
 * Queues of sockets on the card. Parameters: {@code places} (packets that can wait in all queues together, 1 to 256, standard 128) and
 * {@code order} (the priority number of its packet handlers, behind the router's; standard 10). Messages: {@link LrpProtocol}; only the
 * host orders, and what others send is refused and counted ({@link OrderOrigins}).
 *
 * <p>Sockets take turns: of those for which a packet waits and whose receiver takes one, each gives one packet, then the next socket has
 * its turn. While the host takes no message, the card tries again after a time and drops what does not fit into the queues.
 *
 * <p>A packet with which work is left to be done goes the usual way to the host, whose side of the card does it: what a socket gives is as
 * it is on a wire.
 */
public final class LrpExtension implements Extension {
    private static final int RETURNED = 10;
    private static final int AGAIN = 11;
    private static final long AGAIN_NS = 20_000;
    private static final int MAC_BYTES = 14;
    private static final int STANDARD_PLACES = 128;
    private static final int MAX_PLACES = 256;
    private static final int STANDARD_ORDER = 10;
    private static final int TCP = 6;
    private static final int UDP = 17;

    private final @Nullable SocketQueue[] sockets = new SocketQueue[LrpProtocol.MAX_SOCKETS];
    private int turn;
    private int placesLeft;
    private int order;
    private boolean timerIsSet;
    /** Numbers of frames that the card is done with and the host has not been told of, and those of them that were lost. */
    private int done;
    private int lost;
    private @Nullable Parts parts;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, Route answer, Route packet, Route counts, Route sent, Counter queued, Counter given,
        Counter dropped, Counter returned, Counter unfinished, Counter frames, Counter lost, Counter malformed, OrderOrigins origins) {}

    /** Made by the card. */
    public LrpExtension() {}

    @Override
    public void start(ExtensionContext context) {
        placesLeft = (int) ExtensionParameters.number(context, "places", STANDARD_PLACES, 1, MAX_PLACES);
        order = (int) ExtensionParameters.number(context, "order", STANDARD_ORDER, -32_768, 32_767);
        context.onMessage(RETURNED, this, this::onReturned);
        Counter malformed = context.counter("messages malformed");
        Parts made = new Parts(context, context.host(LrpProtocol.ANSWER), context.host(LrpProtocol.PACKET, RETURNED),
            context.host(LrpProtocol.COUNTS), context.host(LrpProtocol.SENT), context.counter("packets queued"),
            context.counter("packets given to the host"), context.counter("packets dropped: queue full"),
            context.counter("packets that the host did not take"), context.counter("packets passed with work to be done"),
            context.counter("frames sent"), context.counter("frames that the wire did not take"),
            malformed, new OrderOrigins(context, malformed));
        parts = made;
        context.onMessage(LrpProtocol.OPEN, made, this::onOpen);
        context.onMessage(LrpProtocol.CLOSE, made, this::onClose);
        context.onMessage(LrpProtocol.CREDIT, made, this::onCredit);
        context.onMessage(LrpProtocol.ASK, made, this::onAsk);
        context.onMessage(LrpProtocol.SEND, made, this::onSend);
        context.onMessage(AGAIN, made, this::onAgain);
    }

    private @Nullable SocketQueue socket(int number) {
        return number < 0 || number >= sockets.length ? null : sockets[number];
    }

    private static void answer(Parts given, int socket, int status) {
        OutgoingMessage message = given.context.message(given.answer);
        if (message != null) {
            message.word(0, socket).word(1, status).send();
        }
    }

    // --- orders of the host

    private void onOpen(Parts given, Message message) {
        if (!given.origins.isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        int number = message.word(0);
        int protocol = message.word(1);
        int port = message.word(2);
        int remotePort = message.word(5);
        int places = message.word(6);
        int credits = message.word(7);
        boolean fits = number >= 0 && number < sockets.length && sockets[number] == null && (protocol == TCP || protocol == UDP)
            && port > 0 && port <= 0xFFFF && remotePort >= 0 && remotePort <= 0xFFFF && places > 0
            && places <= Math.min(placesLeft, LrpProtocol.MAX_QUEUE) && credits >= 0 && credits <= LrpProtocol.MAX_CREDITS;
        if (!fits) {
            given.malformed.increment();
            answer(given, number, LrpProtocol.REFUSED);
            return;
        }
        PacketFilter filter = protocol == TCP ? PacketFilter.tcp(port) : PacketFilter.udp(port);
        if (message.word(3) != 0) {
            filter = filter.withDestination(message.word(3), 32);
        }
        if (message.word(4) != 0) {
            filter = filter.withSource(message.word(4), 32);
        }
        if (remotePort != 0) {
            filter = filter.withSourcePorts(remotePort, remotePort);
        }
        SocketQueue opened = new SocketQueue(number, filter, places, credits);
        sockets[number] = opened;
        placesLeft -= places;
        given.context.onPacket(order, filter, opened, this::onPacket);
        answer(given, number, LrpProtocol.DONE);
    }

    private void onClose(Parts given, Message message) {
        if (!given.origins.isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        SocketQueue socket = socket(message.word(0));
        if (socket == null) {
            given.malformed.increment();
            answer(given, message.word(0), LrpProtocol.REFUSED);
            return;
        }
        given.context.forgetPackets(socket.filter(), socket);
        while (socket.waiting() > 0) {
            socket.dropHead();
        }
        placesLeft += socket.places();
        sockets[socket.number()] = null;
        answer(given, socket.number(), LrpProtocol.DONE);
    }

    private void onCredit(Parts given, Message message) {
        if (!given.origins.isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        SocketQueue socket = socket(message.word(0));
        if (socket == null || message.word(1) < 0) {
            given.malformed.increment();
            return;
        }
        socket.add(message.word(1));
        give(given);
    }

    private void onAsk(Parts given, Message message) {
        if (!given.origins.isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        SocketQueue socket = socket(message.word(0));
        OutgoingMessage answer = socket == null ? null : given.context.message(given.counts);
        if (socket != null && answer != null) {
            answer.word(0, socket.number()).word(1, socket.queued()).word(2, socket.waiting()).word(3, socket.given())
                .word(4, socket.dropped()).word(5, socket.mostWaiting()).send();
        }
    }

    // --- packets

    private void onPacket(SocketQueue socket, Message message) {
        Parts given = parts;
        if (given == null) {
            return;
        }
        if (message.offload() != Offload.NONE) {
            given.unfinished.increment();
            message.pass();
            return;
        }
        if (socket.offer(message.buffer())) {
            given.queued.increment();
            if (socket.isReady()) {
                give(given);
            }
        } else {
            given.dropped.increment();
        }
    }

    /** Gives packets to the host as long as it takes them, one of each socket in turn. */
    private void give(Parts given) {
        int idle = 0;
        while (idle < sockets.length) {
            SocketQueue socket = sockets[turn];
            if (socket == null || !socket.isReady()) {
                idle++;
            } else if (send(given, socket)) {
                idle = 0;
            } else {
                again(given);
                return;
            }
            turn = turn + 1 == sockets.length ? 0 : turn + 1;
        }
    }

    private static boolean send(Parts given, SocketQueue socket) {
        OutgoingMessage message = given.context.message(given.packet);
        if (message == null) {
            return false;
        }
        message.word(0, socket.number()).word(1, socket.waiting() - 1).data(socket.head(), 0, socket.head().length()).send();
        socket.headIsGiven();
        given.given.increment();
        return true;
    }

    private void again(Parts given) {
        if (!timerIsSet && given.context.timer(AGAIN_NS, AGAIN, 0)) {
            timerIsSet = true;
        }
    }

    private void onAgain(Parts given, Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            given.origins.refuse(message);
            return;
        }
        timerIsSet = false;
        give(given);
        notifySent(given);
    }

    // --- frames of the application

    private void onSend(Parts given, Message message) {
        if (!given.origins.isOrder(message, Message.Kind.BULK)) {
            return;
        }
        int number = message.word(0);
        if (number < 0 || number >= LrpProtocol.MAX_SENDS) {
            given.malformed.increment();
            return;
        }
        Buffer frame = message.buffer();
        if (frame.length() >= MAC_BYTES && given.context.transmit(frame, 0, frame.length())) {
            given.frames.increment();
        } else {
            given.lost.increment();
            lost |= 1 << number;
        }
        done |= 1 << number;
        notifySent(given);
    }

    private void notifySent(Parts given) {
        if (done == 0) {
            return;
        }
        OutgoingMessage message = given.context.message(given.sent);
        if (message == null) {
            again(given);
            return;
        }
        message.word(0, done).word(1, lost).send();
        done = 0;
        lost = 0;
    }

    private void onReturned(LrpExtension self, Message message) {
        Parts given = self.parts;
        if (given == null) {
            return;
        }
        if (message.kind() != Message.Kind.RETURNED) {
            given.origins.refuse(message);
            return;
        }
        given.returned.increment();
        SocketQueue socket = self.socket(message.word(0));
        if (socket != null) {
            socket.cameBack();
        }
    }
}
