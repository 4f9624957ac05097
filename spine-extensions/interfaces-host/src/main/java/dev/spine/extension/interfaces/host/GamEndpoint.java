package dev.spine.extension.interfaces.host;

import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.GamProtocol;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Generic Active Messages for an application on one of several nodes: requests to handlers of the applications on others, which answer each
 * with a reply, and puts to and gets from the segments that the nodes' cards hold, for which no host does anything but the one that asks.
 *
 * <p>{@link #request}, {@link #put} and {@link #get} wait and are called from outside the host's agent; the methods that begin with
 * {@code start} do not wait and are called on it. More than {@link GamProtocol#WINDOW} operations to a node wait here for the first to end.
 */
public final class GamEndpoint {
    private static final int FIRST_USER_WORD = RuntimeProtocol.FIRST_USER_WORD;

    /** An operation without its end. */
    private static final class Operation {
        final int node;
        final Pending<int[]> reply = new Pending<>();
        final byte[] bytes;
        int received;
        @Nullable Region data;

        Operation(int node, byte[] bytes) {
            this.node = node;
            this.bytes = bytes;
        }
    }

    private final HostSide side;
    private final ExtensionPort port;
    private final Map<Integer, GamHandler> handlers = new HashMap<>();
    private final Map<Integer, Operation> operations = new HashMap<>();
    private final List<ArrayDeque<Runnable>> waiting = new ArrayList<>();
    private final int[] inFlight;
    private final Pending<Integer> ready = new Pending<>();
    private int nextToken;
    private long unexpected;

    /**
     * Opens the endpoint of a node whose card has the extension {@link dev.spine.extension.interfaces.GamExtension}.
     *
     * @param side the node's host
     * @param self this node's number
     * @param nodes all nodes by number, this one among them, at most 64
     * @param segmentBytes bytes that others may put to and get from, 1 to 64 KiB
     * @throws InterfaceException when the card half cannot be configured so
     */
    public GamEndpoint(HostSide side, int self, List<NodeAddress> nodes, int segmentBytes) {
        this.side = side;
        this.port = new ExtensionPort(side, nodes.get(self).instance(), this::onEnd);
        this.inFlight = new int[nodes.size()];
        for (int i = 0; i < nodes.size(); i++) {
            waiting.add(new ArrayDeque<>());
        }
        port.listen(GamProtocol.HOST_READY, message -> {
            if (!ready.isDone()) {
                ready.complete(message.wordOrZero(FIRST_USER_WORD));
            }
        });
        port.listen(GamProtocol.HOST_REQUEST, this::onRequest);
        port.listen(GamProtocol.HOST_REPLY, this::onReply);
        port.listen(GamProtocol.HOST_DONE, this::onDone);
        port.listen(GamProtocol.HOST_DATA, this::onData);
        side.tasks().run(() -> {
            port.send(GamProtocol.CONFIGURE, self, nodes.size(), segmentBytes);
            for (int node = 0; node < nodes.size(); node++) {
                NodeAddress address = nodes.get(node);
                port.send(GamProtocol.NODE, node, address.highWord(), address.lowWord(), address.instance());
            }
        });
        side.tasks().await("the card half of the endpoint", ready::isDone);
        if (ready.get() != GamProtocol.DONE) {
            throw new InterfaceException("the endpoint of node " + self + " cannot be configured: it is already, the numbers do not fit"
                + " each other, or the card has no memory for a segment of " + segmentBytes + " bytes");
        }
    }

    /** {@return how many nodes there are} */
    public int nodes() {
        return inFlight.length;
    }

    /** {@return messages of the card half that belong to nothing; on the host's agent} */
    public long unexpected() {
        return unexpected;
    }

    /** {@return messages of other extensions of the card, which are not taken for answers of its card half; on the host's agent} */
    public long foreign() {
        return port.foreign();
    }

    /**
     * Installs a handler for requests of other nodes.
     *
     * @param number 0 to 65535; a handler that was there before is replaced
     * @param handler answers on the host's agent
     */
    public void onRequest(int number, GamHandler handler) {
        side.tasks().run(() -> handlers.put(number, handler));
    }

    /**
     * Asks a handler of another node, or of this one, and waits for its reply.
     *
     * @param node whom
     * @param handler which
     * @param arguments at most 10 words
     * @return the reply's 10 words
     * @throws InterfaceException when there is none
     */
    public int[] request(int node, int handler, int... arguments) {
        return Pending.await(side.tasks(), "the reply of node " + node, () -> startRequest(node, handler, arguments));
    }

    /**
     * Begins a request; on the host's agent.
     *
     * @param node whom
     * @param handler which
     * @param arguments at most 10 words
     * @return the reply to come
     */
    public Pending<int[]> startRequest(int node, int handler, int... arguments) {
        if (arguments.length > GamProtocol.ARGUMENTS || handler < 0 || handler > 0xFFFF) {
            throw new IllegalArgumentException("a request has a handler of 0 to 65535 and at most " + GamProtocol.ARGUMENTS + " words");
        }
        Operation operation = new Operation(node, new byte[0]);
        begin(operation, token -> port.send(GamProtocol.REQUEST, words(node << 16 | handler, token, arguments)));
        return operation.reply;
    }

    private static int[] words(int first, int second, int[] arguments) {
        int[] words = new int[GamProtocol.FIRST_ARGUMENT + GamProtocol.ARGUMENTS];
        words[0] = first;
        words[1] = second;
        System.arraycopy(arguments, 0, words, GamProtocol.FIRST_ARGUMENT, Math.min(arguments.length, GamProtocol.ARGUMENTS));
        return words;
    }

    /**
     * Puts bytes into a node's segment and waits until they are there.
     *
     * @param node whose
     * @param offset first byte there
     * @param data 1 to 4096 bytes
     * @throws InterfaceException when they leave the segment, or nobody knows whether they are there
     */
    public void put(int node, int offset, byte[] data) {
        Pending.await(side.tasks(), "the put to node " + node, () -> startPut(node, offset, data));
    }

    /**
     * Begins a put; on the host's agent.
     *
     * @param node whose segment
     * @param offset first byte there
     * @param data 1 to 4096 bytes
     * @return done when they are there
     */
    public Pending<int[]> startPut(int node, int offset, byte[] data) {
        checkBytes(data.length);
        Operation operation = new Operation(node, new byte[0]);
        begin(operation, token -> operation.data = port.sendBulk(GamProtocol.PUT, data, node, token, offset));
        return operation.reply;
    }

    /**
     * Gets bytes of a node's segment.
     *
     * @param node whose
     * @param offset first byte there
     * @param bytes 1 to 4096
     * @return the bytes
     * @throws InterfaceException when they leave the segment, or do not come
     */
    public byte[] get(int node, int offset, int bytes) {
        checkBytes(bytes);
        Operation operation = new Operation(node, new byte[bytes]);
        Pending.await(side.tasks(), "the get from node " + node, () -> {
            begin(operation, token -> port.send(GamProtocol.GET, node, token, offset, bytes));
            return operation.reply;
        });
        return operation.bytes;
    }

    private static void checkBytes(int bytes) {
        if (bytes < 1 || bytes > GamProtocol.MAX_BYTES) {
            throw new IllegalArgumentException("a put or get has 1 to " + GamProtocol.MAX_BYTES + " bytes, not " + bytes + ": split it");
        }
    }

    /** Sends the order of an operation. */
    private interface Order {
        void send(int token);
    }

    private void begin(Operation operation, Order order) {
        int node = operation.node;
        if (node < 0 || node >= inFlight.length) {
            throw new IllegalArgumentException("there is no node " + node + ": their numbers are 0 to " + (inFlight.length - 1));
        }
        InterfaceException over = port.ended();
        if (over != null) {
            operation.reply.fail(over);
            return;
        }
        Runnable start = () -> {
            inFlight[node]++;
            int token = nextToken++;
            operations.put(token, operation);
            order.send(token);
        };
        if (inFlight[node] < GamProtocol.WINDOW) {
            start.run();
        } else {
            waiting.get(node).add(start);
        }
    }

    // --- from the card

    /** Nothing of it is answered any more, and the card uses no memory of it: what waits begins, and fails with the others. */
    private void onEnd(InterfaceException why) {
        waiting.forEach(starts -> {
            starts.forEach(Runnable::run);
            starts.clear();
        });
        List<Operation> unanswered = List.copyOf(operations.values());
        operations.clear();
        unanswered.forEach(operation -> {
            port.free(operation.data);
            inFlight[operation.node]--;
        });
        if (!ready.isDone()) {
            ready.fail(why);
        }
        unanswered.forEach(operation -> operation.reply.fail(why));
    }

    private @Nullable Operation end(int token) {
        Operation operation = operations.remove(token);
        if (operation == null) {
            unexpected++;
            return null;
        }
        port.free(operation.data);
        inFlight[operation.node]--;
        Runnable next = waiting.get(operation.node).poll();
        if (next != null) {
            next.run();
        }
        return operation;
    }

    private static int[] arguments(MessageFrame message) {
        int[] arguments = new int[GamProtocol.ARGUMENTS];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = message.wordOrZero(FIRST_USER_WORD + GamProtocol.FIRST_ARGUMENT + i);
        }
        return arguments;
    }

    private void onRequest(MessageFrame message) {
        int from = message.wordOrZero(FIRST_USER_WORD);
        int number = message.wordOrZero(FIRST_USER_WORD + 1);
        GamHandler handler = handlers.get(from & 0xFFFF);
        int[] reply = handler == null ? new int[0] : handler.onRequest(from >>> 16, arguments(message));
        port.send(GamProtocol.REPLY, words(from >>> 16, number, reply));
    }

    private void onReply(MessageFrame message) {
        Operation operation = end(message.wordOrZero(FIRST_USER_WORD));
        if (operation != null) {
            operation.reply.complete(arguments(message));
        }
    }

    private void onData(MessageFrame message) {
        Operation operation = operations.get(message.wordOrZero(FIRST_USER_WORD));
        int offset = message.wordOrZero(FIRST_USER_WORD + 1);
        if (operation == null || offset < 0 || offset >= operation.bytes.length) {
            unexpected++;
            return;
        }
        operation.received += Pieces.copy(message, offset, operation.bytes);
    }

    private void onDone(MessageFrame message) {
        int status = message.wordOrZero(FIRST_USER_WORD + 1);
        Operation operation = end(message.wordOrZero(FIRST_USER_WORD));
        if (operation == null) {
            return;
        }
        if (status == GamProtocol.DONE && operation.received == operation.bytes.length) {
            operation.reply.complete(new int[0]);
        } else {
            operation.reply.fail(new InterfaceException("the operation on node " + operation.node + " was not carried out: "
                + text(status)));
        }
    }

    private static String text(int status) {
        return switch (status) {
            case GamProtocol.DONE -> "fewer bytes came than were asked for";
            case GamProtocol.NO_NODE -> "this node does not know that one";
            case GamProtocol.BUSY -> "a card had no room: try again";
            case GamProtocol.OUT_OF_BOUNDS -> "the bytes leave the segment";
            case GamProtocol.NO_ANSWER -> "no answer came; whether it was done is not known";
            default -> "status " + status;
        };
    }
}
