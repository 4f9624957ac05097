package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Generic Active Messages on the card: carries requests and replies between the hosts of nodes by handler numbers, and puts and gets bytes
 * of the segments that each node's card holds, without the host of that node (Mainwaring and Culler, Active Message Applications
 * Programming Interface, 1995).
 *
 * <p>Each operation is answered exactly once, at the latest with {@link GamProtocol#NO_ANSWER}. A node has at most
 * {@link GamProtocol#WINDOW} operations under way to each other, so what waits anywhere is bounded.
 */
public final class GamExtension implements Extension {
    private static final int OUTBOX = 512;
    private static final int OPERATIONS = 512;
    private static final int INDEX_BITS = 16;
    private static final int INDEX_MASK = 0xFFFF;
    private static final int LAST_HANDLER = 0xFFFF;
    private static final long ANSWER_NS = 10_000_000_000L;
    private static final long SWEEP_NS = 1_000_000_000L;

    private static final int NET_REQUEST = 1;
    private static final int NET_REPLY = 2;
    private static final int NET_PUT = 3;
    private static final int NET_GET = 4;
    private static final int NET_DONE = 5;
    private static final int NET_DATA = 6;

    private final int[] underWay = new int[GamProtocol.MAX_NODES];
    /** Operations that are not answered: whom they are for (-1 when free), whose token, until when. */
    private final int[] operationNode = new int[OPERATIONS];
    private final int[] operationToken = new int[OPERATIONS];
    private final long[] operationEnd = new long[OPERATIONS];
    private final int[] generation = new int[OPERATIONS];
    private int operations;
    private boolean sweeping;
    private @Nullable Buffer segment;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, NodeTable nodes, Outbox outbox, Counter requests, Counter malformed, Counter unanswered,
        Route ready, Route request, Route reply, Route done, Route data) {}

    /** Loaded by the runtime. */
    public GamExtension() {
        for (int i = 0; i < OPERATIONS; i++) {
            operationNode[i] = -1;
        }
    }

    @Override
    public void start(ExtensionContext context) {
        Counter malformed = context.counter("messages malformed");
        NodeTable nodes = new NodeTable(context, malformed, GamProtocol.MAX_NODES, GamProtocol.NET, GamProtocol.RETURNED,
            context.local(GamProtocol.NET));
        Parts made = new Parts(context, nodes, new Outbox(context, GamProtocol.RETRY, OUTBOX, GamProtocol.MAX_NODES + 1),
            context.counter("requests"), malformed, context.counter("operations without answer"),
            context.host(GamProtocol.HOST_READY), context.host(GamProtocol.HOST_REQUEST), context.host(GamProtocol.HOST_REPLY),
            context.host(GamProtocol.HOST_DONE), context.host(GamProtocol.HOST_DATA));
        context.onMessage(GamProtocol.CONFIGURE, made, this::onConfigure);
        context.onMessage(GamProtocol.NODE, made, this::onNode);
        context.onMessage(GamProtocol.REQUEST, made, this::onRequest);
        context.onMessage(GamProtocol.REPLY, made, this::onReply);
        context.onMessage(GamProtocol.PUT, made, this::onPut);
        context.onMessage(GamProtocol.GET, made, this::onGet);
        context.onMessage(GamProtocol.NET, made, this::onNet);
        context.onMessage(GamProtocol.RETURNED, made, this::onReturned);
        context.onMessage(GamProtocol.SWEEP, made, (given, message) -> sweep(given));
    }

    // --- from the host

    private void onConfigure(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        int bytes = message.word(2);
        boolean fits = given.nodes.mayCount(message) && bytes >= 1 && bytes <= GamProtocol.MAX_SEGMENT_BYTES;
        Buffer made = fits ? given.context.allocate(bytes) : null;
        if (made != null) {
            given.nodes.count(message);
            segment = made;
        }
        int[] words = given.outbox.add(Outbox.HOST, given.ready, 0);
        if (words != null) {
            words[0] = made != null ? GamProtocol.DONE : GamProtocol.OUT_OF_BOUNDS;
        }
        given.outbox.flush();
    }

    private void onNode(Parts given, Message message) {
        if (given.nodes.isOrder(message)) {
            given.nodes.name(message);
        }
    }

    private void notify(Parts given, int token, int status, int bytes) {
        int[] words = given.outbox.add(Outbox.HOST, given.done, 0);
        if (words != null) {
            words[0] = token;
            words[1] = status;
            words[2] = bytes;
        }
    }

    /** Begins an operation: {@return its number, or -1 when it cannot be, which the host is told} */
    private int begin(Parts given, int node, int token) {
        if (given.nodes.route(node) == null) {
            notify(given, token, GamProtocol.NO_NODE, 0);
            return -1;
        }
        int index = underWay[node] < GamProtocol.WINDOW && given.outbox.free() > 1 ? freeOperation() : -1;
        if (index < 0) {
            notify(given, token, GamProtocol.BUSY, 0);
            return -1;
        }
        operationNode[index] = node;
        operationToken[index] = token;
        operationEnd[index] = given.context.nowNs() + ANSWER_NS;
        underWay[node]++;
        operations++;
        if (!sweeping) {
            sweeping = given.context.timer(SWEEP_NS, GamProtocol.SWEEP, 0);
        }
        return generation[index] << INDEX_BITS | index;
    }

    private int freeOperation() {
        for (int i = 0; i < OPERATIONS; i++) {
            if (operationNode[i] < 0) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the index of an operation that a node answers, or -1 when it answers none of ours} */
    private int indexOf(int number, int node) {
        int index = number & INDEX_MASK;
        return index < OPERATIONS && operationNode[index] == node && generation[index] == number >>> INDEX_BITS ? index : -1;
    }

    private int end(int index) {
        underWay[operationNode[index]]--;
        operations--;
        operationNode[index] = -1;
        generation[index] = generation[index] + 1 & INDEX_MASK;
        return operationToken[index];
    }

    private void onRequest(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        int node = message.word(0) >>> INDEX_BITS;
        int number = begin(given, node, message.word(1));
        Route to = given.nodes.route(node);
        int[] words = number < 0 || to == null ? null : given.outbox.add(1 + node, to, NET_REQUEST);
        if (words != null) {
            words[0] = number;
            words[1] = given.nodes.self() << INDEX_BITS | message.word(0) & LAST_HANDLER;
            copyArguments(message, words);
        }
        given.outbox.flush();
    }

    private static void copyArguments(Message message, int[] words) {
        for (int i = GamProtocol.FIRST_ARGUMENT; i < GamProtocol.FIRST_ARGUMENT + GamProtocol.ARGUMENTS; i++) {
            words[i] = message.word(i);
        }
    }

    private void onReply(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        int node = message.word(0);
        Route to = given.nodes.route(node);
        int[] words = to == null ? null : given.outbox.add(1 + node, to, NET_REPLY);
        if (words == null) {
            given.malformed.increment();
            return;
        }
        words[0] = message.word(1);
        words[1] = given.nodes.self() << INDEX_BITS;
        copyArguments(message, words);
        given.outbox.flush();
    }

    private void onPut(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        if (message.kind() != Message.Kind.BULK || message.buffer().length() > GamProtocol.MAX_BYTES) {
            notify(given, message.word(1), GamProtocol.OUT_OF_BOUNDS, 0);
        } else {
            carryPut(given, message, message.word(0));
        }
        given.outbox.flush();
    }

    private void carryPut(Parts given, Message message, int node) {
        int bytes = message.buffer().length();
        if (node == given.nodes.self()) {
            notify(given, message.word(1), copyIn(message, message.word(2)), 0);
        } else {
            Buffer data = message.buffer().keep();
            int number = data == null ? -1 : begin(given, node, message.word(1));
            Route to = given.nodes.route(node);
            int[] words = number < 0 || to == null || data == null ? null
                : given.outbox.add(1 + node, to, NET_PUT, data, 0, bytes, true);
            if (words != null) {
                words[0] = number;
                words[1] = given.nodes.self() << INDEX_BITS;
                words[2] = message.word(2);
            } else if (data != null) {
                data.release();
            } else {
                notify(given, message.word(1), GamProtocol.BUSY, 0);
            }
        }
    }

    /** Copies the data of a put: {@return what became of it} */
    private int copyIn(Message message, int offset) {
        Buffer own = segment;
        int bytes = message.buffer().length();
        if (own == null || offset < 0 || bytes > GamProtocol.MAX_BYTES || offset > own.length() - bytes) {
            return GamProtocol.OUT_OF_BOUNDS;
        }
        own.copyFrom(offset, message.buffer(), 0, bytes);
        return GamProtocol.DONE;
    }

    private void onGet(Parts given, Message message) {
        if (!given.nodes.isOrder(message)) {
            return;
        }
        int node = message.word(0);
        int bytes = message.word(3);
        if (bytes < 1 || bytes > GamProtocol.MAX_BYTES) {
            notify(given, message.word(1), GamProtocol.OUT_OF_BOUNDS, 0);
        } else if (node == given.nodes.self()) {
            getOwn(given, message);
        } else {
            int number = begin(given, node, message.word(1));
            Route to = given.nodes.route(node);
            int[] words = number < 0 || to == null ? null : given.outbox.add(1 + node, to, NET_GET);
            if (words != null) {
                words[0] = number;
                words[1] = given.nodes.self() << INDEX_BITS;
                words[2] = message.word(2);
                words[3] = bytes;
            }
        }
        given.outbox.flush();
    }

    private void getOwn(Parts given, Message message) {
        Buffer own = segment;
        int offset = message.word(2);
        int bytes = message.word(3);
        if (own == null || offset < 0 || offset > own.length() - bytes) {
            notify(given, message.word(1), GamProtocol.OUT_OF_BOUNDS, 0);
            return;
        }
        boolean entered = given.outbox.addPieces(given.data, message.word(1), own, offset, bytes, false);
        notify(given, message.word(1), entered ? GamProtocol.DONE : GamProtocol.BUSY, bytes);
    }

    // --- from other nodes

    private void onNet(Parts given, Message message) {
        int node = message.word(1) >>> INDEX_BITS;
        Route back = given.nodes.route(node);
        Route.Way from = node == given.nodes.self() ? Route.Way.LOCAL : Route.Way.NETWORK;
        if (message.way() != from || back == null) {
            given.malformed.increment();
            return;
        }
        switch (message.user()) {
            case NET_REQUEST -> onNetRequest(given, message, node, back);
            case NET_PUT -> onNetPut(given, message, node, back);
            case NET_GET -> onNetGet(given, message, node, back);
            case NET_REPLY, NET_DONE, NET_DATA -> onAnswer(given, message, node);
            default -> given.malformed.increment();
        }
        given.outbox.flush();
    }

    /** Half of the outbox is kept for what ends operations, so that answers always find room. */
    private static boolean hasRoomForMore(Parts given) {
        return given.outbox.free() > OUTBOX / 2;
    }

    private void onNetRequest(Parts given, Message message, int node, Route back) {
        int[] words = hasRoomForMore(given) ? given.outbox.add(Outbox.HOST, given.request, 0) : null;
        if (words == null) {
            answer(given, node, back, message.word(0), GamProtocol.BUSY);
            return;
        }
        given.requests.increment();
        words[0] = message.word(1);
        words[1] = message.word(0);
        copyArguments(message, words);
    }

    private void answer(Parts given, int node, Route back, int number, int status) {
        int[] words = given.outbox.add(1 + node, back, NET_DONE);
        if (words != null) {
            words[0] = number;
            words[1] = given.nodes.self() << INDEX_BITS;
            words[2] = status;
        }
    }

    private void onNetPut(Parts given, Message message, int node, Route back) {
        if (message.kind() != Message.Kind.BULK) {
            given.malformed.increment();
            return;
        }
        answer(given, node, back, message.word(0), copyIn(message, message.word(2)));
    }

    private void onNetGet(Parts given, Message message, int node, Route back) {
        Buffer own = segment;
        int offset = message.word(2);
        int bytes = message.word(3);
        if (own == null || bytes < 1 || bytes > GamProtocol.MAX_BYTES || offset < 0 || offset > own.length() - bytes) {
            answer(given, node, back, message.word(0), GamProtocol.OUT_OF_BOUNDS);
            return;
        }
        int[] words = given.outbox.add(1 + node, back, NET_DATA, own, offset, bytes, false);
        if (words != null) {
            words[0] = message.word(0);
            words[1] = given.nodes.self() << INDEX_BITS;
        }
    }

    private void onAnswer(Parts given, Message message, int node) {
        int index = indexOf(message.word(0), node);
        if (index < 0 || message.user() == NET_DATA && message.kind() != Message.Kind.BULK) {
            given.malformed.increment();
            return;
        }
        int token = end(index);
        switch (message.user()) {
            case NET_REPLY -> {
                int[] words = given.outbox.add(Outbox.HOST, given.reply, 0);
                if (words != null) {
                    words[0] = token;
                    words[1] = node;
                    copyArguments(message, words);
                }
            }
            case NET_DATA -> {
                int bytes = message.buffer().length();
                Buffer data = message.buffer().keep();
                boolean entered = data != null && given.outbox.addPieces(given.data, token, data, 0, bytes, true);
                if (data != null && !entered) {
                    data.release();
                }
                notify(given, token, entered ? GamProtocol.DONE : GamProtocol.BUSY, bytes);
            }
            default -> notify(given, token, message.word(2), 0);
        }
    }

    // --- what does not end

    private void onReturned(Parts given, Message message) {
        int kind = message.user();
        int index = kind == NET_REQUEST || kind == NET_PUT || kind == NET_GET ? ownIndex(message.word(0)) : -1;
        if (index >= 0) {
            given.unanswered.increment();
            notify(given, end(index), GamProtocol.NO_ANSWER, 0);
            given.outbox.flush();
        }
    }

    private int ownIndex(int number) {
        int index = number & INDEX_MASK;
        return index < OPERATIONS && operationNode[index] >= 0 && generation[index] == number >>> INDEX_BITS ? index : -1;
    }

    private void sweep(Parts given) {
        sweeping = false;
        long now = given.context.nowNs();
        for (int i = 0; i < OPERATIONS && operations > 0; i++) {
            if (operationNode[i] >= 0 && operationEnd[i] <= now) {
                given.unanswered.increment();
                notify(given, end(i), GamProtocol.NO_ANSWER, 0);
            }
        }
        if (operations > 0) {
            sweeping = given.context.timer(SWEEP_NS, GamProtocol.SWEEP, 0);
        }
        given.outbox.flush();
    }
}
