package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Tagged messages between the hosts of nodes, matched with receives on the card (after the point-to-point part of the Message Passing
 * Interface standard, MPI 1.1, chapter 3). Short messages are sent at once and wait at the receiver's card if nobody expects them; long
 * ones are offered, and wait at the sender's card until they are wanted.
 *
 * <p>Messages from one node to another are received in the order in which they were sent, as far as receives match them: one at a time is
 * offered to a node, and the next when it was accepted. A receiver that has no room does not accept, and is offered the message again.
 */
public final class MpiExtension implements Extension {
    private static final int OUTBOX = 512;
    private static final long AGAIN_NS = 200_000;

    private static final int NET_EAGER = 1;
    private static final int NET_OFFER = 2;
    private static final int NET_ANSWER = 3;
    private static final int NET_WANT = 4;
    private static final int NET_DATA = 5;

    private final MpiSends sends = new MpiSends(MpiProtocol.SENDS);
    private final MpiMatching matching = new MpiMatching();
    private boolean againSet;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, NodeTable nodes, Outbox outbox, Counter received, Counter refused, Counter malformed,
        Route ready, Route sent, Route result, Route data) {}

    /** Loaded by the runtime. */
    public MpiExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Counter malformed = context.counter("messages malformed");
        NodeTable nodes = new NodeTable(context, malformed, MpiProtocol.MAX_NODES, MpiProtocol.NET, MpiProtocol.RETURNED, null);
        Parts made = new Parts(context, nodes, new Outbox(context, MpiProtocol.RETRY, OUTBOX, MpiProtocol.MAX_NODES + 1),
            context.counter("messages received"), context.counter("messages refused for want of room"),
            malformed, context.host(MpiProtocol.HOST_READY), context.host(MpiProtocol.HOST_SENT),
            context.host(MpiProtocol.HOST_RECEIVED), context.host(MpiProtocol.HOST_DATA));
        context.onMessage(MpiProtocol.CONFIGURE, made, this::onConfigure);
        context.onMessage(MpiProtocol.NODE, made, this::onNode);
        context.onMessage(MpiProtocol.SEND, made, this::onSend);
        context.onMessage(MpiProtocol.RECEIVE, made, this::onReceive);
        context.onMessage(MpiProtocol.NET, made, this::onNet);
        context.onMessage(MpiProtocol.RETURNED, made, this::onReturned);
        context.onMessage(MpiProtocol.AGAIN, made, (given, message) -> again(given));
    }

    // --- from the host

    private void onConfigure(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        boolean fits = given.nodes.count(message);
        int[] words = given.outbox.add(Outbox.HOST, given.ready, 0);
        if (words != null) {
            words[0] = fits ? MpiProtocol.DONE : MpiProtocol.NO_NODE;
        }
        given.outbox.flush();
    }

    private void onNode(Parts given, Message message) {
        if (given.nodes.isOrder(message)) {
            given.nodes.name(message);
        }
    }

    private void onSend(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        int node = message.word(0);
        int tag = message.word(2);
        boolean hasData = message.kind() == Message.Kind.BULK;
        if (given.nodes.route(node) == null || tag < 0 || hasData && message.buffer().length() > MpiProtocol.MAX_BYTES) {
            notifySent(given, message.word(1), MpiProtocol.NO_NODE);
        } else {
            Buffer data = hasData ? message.buffer().keep() : null;
            if (hasData && data == null) {
                notifySent(given, message.word(1), MpiProtocol.BUSY);
            } else if (sends.begin(node, message.word(1), tag, data) == null) {
                if (data != null) {
                    data.release();
                }
                notifySent(given, message.word(1), MpiProtocol.BUSY);
            } else {
                offerNext(given, node);
            }
        }
        given.outbox.flush();
    }

    private void notifySent(Parts given, int token, int status) {
        int[] words = given.outbox.add(Outbox.HOST, given.sent, 0);
        if (words != null) {
            words[0] = token;
            words[1] = status;
        }
    }

    private void onReceive(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        MpiMatching.Entry receive = matching.newReceive();
        if (receive == null || message.word(3) < 0) {
            if (receive != null) {
                MpiMatching.end(receive);
            }
            notifyReceived(given, message.word(1), 0, 0, 0, MpiProtocol.BUSY);
        } else {
            receive.source = message.word(0);
            receive.number = message.word(1);
            receive.tag = message.word(2);
            receive.bytes = message.word(3);
            MpiMatching.Entry waiting = matching.messageFor(receive.source, receive.tag);
            if (waiting != null) {
                if (waiting.offered) {
                    want(given, receive, waiting.source, waiting.tag, waiting.number);
                } else {
                    deliver(given, receive, waiting.source, waiting.tag, waiting.data, waiting.bytes);
                }
                MpiMatching.end(waiting);
            }
        }
        given.outbox.flush();
    }

    private static void notifyReceived(Parts given, int token, int source, int tag, int bytes, int status) {
        int[] words = given.outbox.add(Outbox.HOST, given.result, 0);
        if (words != null) {
            words[0] = token;
            words[1] = source;
            words[2] = tag;
            words[3] = bytes;
            words[4] = status;
        }
    }

    /** Ends a receive with the bytes of a message; the buffer is released when they have left. */
    private static void deliver(Parts given, MpiMatching.Entry receive, int source, int tag, @Nullable Buffer data, int bytes) {
        int taken = Math.min(bytes, receive.bytes);
        boolean leaves = data != null && taken > 0 && given.outbox.addPieces(given.data, receive.number, data, 0, taken, true);
        if (data != null && !leaves) {
            data.release();
        }
        given.received.increment();
        int status = bytes > taken ? MpiProtocol.TRUNCATED : MpiProtocol.DONE;
        notifyReceived(given, receive.number, source, tag, taken, taken > 0 && !leaves ? MpiProtocol.BUSY : status);
        MpiMatching.end(receive);
    }

    /** Asks the sender of a long message for it. */
    private void want(Parts given, MpiMatching.Entry receive, int source, int tag, int sendNumber) {
        Route to = given.nodes.route(source);
        int[] words = to == null ? null : given.outbox.add(1 + source, to, NET_WANT);
        if (words == null) {
            notifyReceived(given, receive.number, source, tag, 0, MpiProtocol.NO_ANSWER);
            MpiMatching.end(receive);
            return;
        }
        receive.wantedFrom = source;
        receive.tag = tag;
        words[0] = sendNumber;
        words[1] = given.nodes.self();
        words[2] = receive.receiveNumber();
    }

    // --- offering

    private void offerNext(Parts given, int node) {
        MpiSends.Send send = sends.next(node);
        Route to = given.nodes.route(node);
        while (send != null && node == given.nodes.self()) {
            if (!arrive(given, given.nodes.self(), send.tag, send.data, send.bytes())) {
                comeAgain(given);
                return;
            }
            send.data = null;
            notifySent(given, send.token, MpiProtocol.DONE);
            sends.end(send);
            send = sends.next(node);
        }
        if (send == null || to == null) {
            return;
        }
        Buffer data = send.data;
        boolean eager = send.bytes() <= MpiProtocol.EAGER_BYTES;
        int[] words = data != null && eager ? given.outbox.add(1 + node, to, NET_EAGER, data, 0, data.length(), false)
            : given.outbox.add(1 + node, to, eager ? NET_EAGER : NET_OFFER);
        if (words == null) {
            comeAgain(given);
            return;
        }
        send.state = MpiSends.State.OFFERED;
        words[0] = send.number();
        words[1] = given.nodes.self();
        words[2] = send.tag;
        words[3] = send.bytes();
    }

    private void comeAgain(Parts given) {
        if (!againSet) {
            againSet = given.context.timer(AGAIN_NS, MpiProtocol.AGAIN, 0);
        }
    }

    private void again(Parts given) {
        againSet = false;
        for (int node = 0; node < given.nodes.size(); node++) {
            offerNext(given, node);
        }
        given.outbox.flush();
    }

    // --- from other nodes

    private void onNet(Parts given, Message message) {
        int node = message.word(1);
        Route back = given.nodes.route(node);
        if (message.source().way() != Route.Way.NETWORK || back == null || node == given.nodes.self()) {
            given.malformed.increment();
            return;
        }
        switch (message.user()) {
            case NET_EAGER, NET_OFFER -> onOffered(given, message, node, back);
            case NET_ANSWER -> onAnswer(given, message, node);
            case NET_WANT -> onWant(given, message, node, back);
            case NET_DATA -> onData(given, message, node);
            default -> given.malformed.increment();
        }
        given.outbox.flush();
    }

    private void onOffered(Parts given, Message message, int node, Route back) {
        int tag = message.word(2);
        int bytes = message.word(3);
        boolean offered = message.user() == NET_OFFER;
        boolean hasData = message.kind() == Message.Kind.BULK;
        boolean sound = offered ? !hasData && bytes > MpiProtocol.EAGER_BYTES && bytes <= MpiProtocol.MAX_BYTES
            : bytes == (hasData ? message.buffer().length() : 0) && bytes <= MpiProtocol.EAGER_BYTES;
        if (!sound || tag < 0) {
            given.malformed.increment();
            return;
        }
        boolean taken = offered ? offer(given, node, tag, bytes, message.word(0)) : takeEager(given, message, node, tag, bytes);
        if (!taken) {
            given.refused.increment();
        }
        int[] words = given.outbox.add(1 + node, back, NET_ANSWER);
        if (words != null) {
            words[0] = message.word(0);
            words[1] = given.nodes.self();
            words[2] = taken ? MpiProtocol.DONE : MpiProtocol.BUSY;
        }
    }

    private boolean takeEager(Parts given, Message message, int node, int tag, int bytes) {
        Buffer data = bytes == 0 ? null : message.buffer().keep();
        if (bytes > 0 && data == null) {
            return false;
        }
        boolean taken = arrive(given, node, tag, data, bytes);
        if (!taken && data != null) {
            data.release();
        }
        return taken;
    }

    /** A message is here: {@return whether there was a receive or room for it} */
    private boolean arrive(Parts given, int source, int tag, @Nullable Buffer data, int bytes) {
        if (given.outbox.free() < OUTBOX / 2) {
            return false;
        }
        MpiMatching.Entry receive = matching.receiveFor(source, tag);
        if (receive != null) {
            deliver(given, receive, source, tag, data, bytes);
            return true;
        }
        MpiMatching.Entry entry = matching.newUnexpected();
        if (entry == null) {
            return false;
        }
        entry.source = source;
        entry.tag = tag;
        entry.bytes = bytes;
        entry.data = data;
        return true;
    }

    private boolean offer(Parts given, int source, int tag, int bytes, int sendNumber) {
        MpiMatching.Entry receive = matching.receiveFor(source, tag);
        if (receive != null) {
            want(given, receive, source, tag, sendNumber);
            return true;
        }
        MpiMatching.Entry entry = matching.newUnexpected();
        if (entry == null) {
            return false;
        }
        entry.source = source;
        entry.tag = tag;
        entry.bytes = bytes;
        entry.number = sendNumber;
        entry.offered = true;
        return true;
    }

    private void onAnswer(Parts given, Message message, int node) {
        MpiSends.Send send = sends.find(message.word(0), node);
        if (send == null || send.state != MpiSends.State.OFFERED) {
            // A long message can be asked for before its offer is answered; then the answer finds nothing.
            return;
        }
        if (message.word(2) != MpiProtocol.DONE) {
            send.state = MpiSends.State.WAITING;
            comeAgain(given);
            return;
        }
        if (send.bytes() <= MpiProtocol.EAGER_BYTES) {
            notifySent(given, send.token, MpiProtocol.DONE);
            sends.end(send);
        } else {
            send.state = MpiSends.State.ACCEPTED;
        }
        offerNext(given, node);
    }

    private void onWant(Parts given, Message message, int node, Route back) {
        MpiSends.Send send = sends.find(message.word(0), node);
        Buffer data = send == null ? null : send.data;
        if (send == null || data == null || send.state == MpiSends.State.WAITING || send.bytes() <= MpiProtocol.EAGER_BYTES) {
            given.malformed.increment();
            return;
        }
        int[] words = given.outbox.add(1 + node, back, NET_DATA, data, 0, data.length(), true);
        if (words != null) {
            words[0] = message.word(2);
            words[1] = given.nodes.self();
            send.data = null;
        }
        notifySent(given, send.token, words == null ? MpiProtocol.NO_ANSWER : MpiProtocol.DONE);
        sends.end(send);
        offerNext(given, node);
    }

    private void onData(Parts given, Message message, int node) {
        MpiMatching.Entry receive = matching.wanting(message.word(0), node);
        if (receive == null || message.kind() != Message.Kind.BULK) {
            given.malformed.increment();
            return;
        }
        int bytes = message.buffer().length();
        Buffer data = message.buffer().keep();
        if (data == null) {
            notifyReceived(given, receive.number, node, receive.tag, 0, MpiProtocol.BUSY);
            MpiMatching.end(receive);
        } else {
            deliver(given, receive, node, receive.tag, data, bytes);
        }
    }

    private void onReturned(Parts given, Message message) {
        if (message.user() == NET_EAGER || message.user() == NET_OFFER) {
            MpiSends.Send send = sends.find(message.word(0), MpiProtocol.ANY);
            if (send != null) {
                int node = send.rank;
                notifySent(given, send.token, MpiProtocol.NO_ANSWER);
                sends.end(send);
                offerNext(given, node);
            }
            given.outbox.flush();
        }
    }
}
