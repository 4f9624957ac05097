package dev.spine.extension.ardma.client;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The card half of a client: takes what its host asks to servers, and brings answers back, each exactly once. A server that is gone, or has
 * forgotten its clients, answers nothing: then the answer is {@link ArdmaProtocol#NO_ANSWER}.
 *
 * <p>Operations that are under way at the same time have no order. What cannot leave now leaves when a timer has expired, so nothing waits
 * behind what another destination cannot take.
 */
public final class ClientExtension implements Extension {
    private static final int OPERATIONS = ArdmaProtocol.MAX_SERVERS * ArdmaProtocol.WINDOW;
    private static final int INDEX_MASK = 0xFF;
    private static final int LAST_INSTANCE = 255;
    private static final int INSTANCE_SHIFT = 48;
    private static final long RETRY_NS = 50_000;
    private static final long SWEEP_NS = 500_000_000;
    private static final long SILENCE_NS = 1_000_000_000;

    private final Operation[] operations = new Operation[OPERATIONS];
    private final @Nullable Route[] servers = new Route[ArdmaProtocol.MAX_SERVERS];
    /** Hardware address and, above it, the instance. */
    private final long[] addresses = new long[ArdmaProtocol.MAX_SERVERS];
    private final int[] sessions = new int[ArdmaProtocol.MAX_SERVERS];
    /** How often each server was said hello to, 16 bits: what the host asks on an earlier connection is not asked on a later one. */
    private final int[] connections = new int[ArdmaProtocol.MAX_SERVERS];
    private int serverCount;
    private int underWay;
    private boolean retrySet;
    private boolean sweeping;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, Route host, Counter requests, Counter malformed, Counter unanswered) {}

    /** Loaded by the runtime. */
    public ClientExtension() {
        for (int i = 0; i < OPERATIONS; i++) {
            operations[i] = new Operation(i);
        }
    }

    @Override
    public void start(ExtensionContext context) {
        Parts made = new Parts(context, context.host(ArdmaProtocol.HOST_ANSWER, ArdmaProtocol.HOST_RETURNED), context.counter("requests"),
            context.counter("messages malformed"), context.counter("operations without answer"));
        context.onMessage(ArdmaProtocol.CONNECT, made, this::onConnect);
        context.onMessage(ArdmaProtocol.REQUEST, made, this::onRequest);
        context.onMessage(ArdmaProtocol.READ_ON, made, this::onReadOn);
        context.onMessage(ArdmaProtocol.NET, made, this::onNet);
        context.onMessage(ArdmaProtocol.RETURNED, made, this::onReturned);
        context.onMessage(ArdmaProtocol.HOST_RETURNED, made, (given, message) -> given.malformed.increment());
        context.onMessage(ArdmaProtocol.RETRY, made, this::onRetry);
        context.onMessage(ArdmaProtocol.SWEEP, made, this::sweep);
    }

    // --- from the host

    private static boolean isOrder(Parts given, Message message) {
        if (message.way() == Route.Way.HOST) {
            return true;
        }
        given.malformed.increment();
        return false;
    }

    /** Takes a free operation, or null: the host has more under way than it may, and is told nothing. */
    private @Nullable Operation begin(Parts given, int token, int server, int kind) {
        for (Operation operation : operations) {
            if (operation.step == Operation.Step.NONE) {
                operation.token = token;
                operation.server = server;
                operation.kind = kind;
                operation.session = sessions[server];
                operation.readPieces = 0;
                operation.asks = false;
                operation.heardNs = given.context.nowNs();
                operation.step = Operation.Step.TO_SERVER;
                operation.clear();
                underWay++;
                given.requests.increment();
                return operation;
            }
        }
        given.malformed.increment();
        return null;
    }

    private void onConnect(Parts given, Message message) {
        int instance = message.word(4);
        int own = message.word(5);
        boolean fits = instance >= 1 && instance <= LAST_INSTANCE && own >= 1 && own <= LAST_INSTANCE;
        if (!isOrder(given, message)) {
            return;
        }
        long address = (long) message.word(2) << Integer.SIZE | message.word(3) & 0xFFFF_FFFFL;
        int server = fits ? serverAt(given, address, instance) : -1;
        Operation operation = begin(given, message.word(0), Math.max(server, 0), ArdmaProtocol.HELLO);
        if (operation == null) {
            return;
        }
        if (server < 0) {
            answer(operation, fits ? ArdmaProtocol.BUSY : ArdmaProtocol.MALFORMED);
        } else {
            long self = given.context.hardwareAddress();
            operation.words[2] = (int) (self >>> Integer.SIZE);
            operation.words[3] = (int) self;
            operation.words[4] = own << Byte.SIZE | ArdmaProtocol.NET;
            operation.words[5] = message.word(6);
            operation.words[6] = message.word(7);
        }
        advance(given, operation);
    }

    /** {@return the number of a server, which is known from now on; -1 when there are too many} */
    private int serverAt(Parts given, long address, int instance) {
        long place = (long) instance << INSTANCE_SHIFT | address & (1L << INSTANCE_SHIFT) - 1;
        int server = 0;
        while (server < serverCount && addresses[server] != place) {
            server++;
        }
        if (server == ArdmaProtocol.MAX_SERVERS) {
            return -1;
        }
        if (server == serverCount) {
            addresses[server] = place;
            servers[server] = given.context.network(address, instance << Byte.SIZE | ArdmaProtocol.NET, ServiceLevel.RELIABLE,
                ArdmaProtocol.RETURNED);
            serverCount++;
        }
        return server;
    }

    private void onRequest(Parts given, Message message) {
        if (!isOrder(given, message)) {
            return;
        }
        int server = message.word(1) & 0xFF;
        int kind = message.word(1) >>> Byte.SIZE & 0xFF;
        boolean isKnown = server < serverCount;
        Operation operation = begin(given, message.word(0), isKnown ? server : 0, kind);
        if (operation == null) {
            return;
        }
        if (!operation.take(message)) {
            answer(operation, ArdmaProtocol.BUSY);
        } else if (!isKnown || message.word(1) >>> Short.SIZE != connections[server] || kind < ArdmaProtocol.LOOKUP
            || kind > ArdmaProtocol.READ_UNCHANGED) {
            answer(operation, ArdmaProtocol.NO_SESSION);
        }
        advance(given, operation);
    }

    private void onReadOn(Parts given, Message message) {
        if (!isOrder(given, message)) {
            return;
        }
        for (Operation operation : operations) {
            if (operation.step == Operation.Step.WAIT && operation.token == message.word(0)) {
                operation.readPieces++;
                advance(given, operation);
                return;
            }
        }
    }

    // --- what leaves

    private static void answer(Operation operation, int status) {
        operation.dropAll();
        operation.clear();
        operation.words[1] = status;
        operation.step = Operation.Step.TO_HOST;
    }

    private void advance(Parts given, Operation operation) {
        boolean left = arePiecesTold(given, operation) && switch (operation.step) {
            case NONE -> true;
            case TO_SERVER -> isSent(given, operation, operation.kind);
            case WAIT -> (operation.readPieces == 0 || isSent(given, operation, ArdmaProtocol.GO_ON))
                && (!operation.asks || isSent(given, operation, ArdmaProtocol.ASK));
            case TO_HOST -> isTold(given, operation);
        };
        if (!left && !retrySet) {
            retrySet = given.context.timer(RETRY_NS, ArdmaProtocol.RETRY, 0);
        }
        if (underWay > 0 && !sweeping) {
            sweeping = given.context.timer(SWEEP_NS, ArdmaProtocol.SWEEP, 0);
        }
    }

    private boolean isSent(Parts given, Operation operation, int kind) {
        Route to = servers[operation.server];
        OutgoingMessage message = to == null ? null : given.context.message(to);
        if (message == null) {
            return false;
        }
        message.user(kind).answerTo(ArdmaProtocol.NET).word(0, operation.number()).word(1, operation.session);
        if (kind == ArdmaProtocol.GO_ON) {
            message.word(2, operation.readPieces);
            operation.readPieces = 0;
        } else if (kind == ArdmaProtocol.ASK) {
            operation.asks = false;
        } else {
            for (int i = ArdmaProtocol.FIRST_WORD; i < Message.WORDS; i++) {
                message.word(i, operation.words[i]);
            }
            Buffer data = operation.data();
            if (data != null) {
                message.data(data, 0, data.length());
            }
            operation.step = Operation.Step.WAIT;
        }
        message.send();
        operation.dropData();
        return true;
    }

    private boolean isTold(Parts given, Operation operation) {
        OutgoingMessage message = given.context.message(given.host);
        if (message == null) {
            return false;
        }
        message.word(0, operation.token).word(1, operation.words[1]);
        for (int i = ArdmaProtocol.FIRST_WORD; i < Message.WORDS; i++) {
            message.word(i, operation.words[i]);
        }
        Buffer data = operation.data();
        if (data != null) {
            message.data(data, 0, data.length());
        }
        message.send();
        end(operation);
        return true;
    }

    private static boolean arePiecesTold(Parts given, Operation operation) {
        for (Buffer piece = operation.piece(); piece != null; piece = operation.piece()) {
            OutgoingMessage message = given.context.message(given.host);
            if (message == null) {
                return false;
            }
            message.word(0, operation.token).word(1, ArdmaProtocol.MORE).data(piece, 0, piece.length()).send();
            operation.dropPiece();
        }
        return true;
    }

    private void end(Operation operation) {
        operation.free();
        underWay--;
    }

    private void onRetry(Parts given, Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            given.malformed.increment();
            return;
        }
        retrySet = false;
        for (Operation operation : operations) {
            advance(given, operation);
        }
    }

    // --- from servers

    private @Nullable Operation numbered(int number) {
        int index = number & INDEX_MASK;
        Operation found = index < OPERATIONS ? operations[index] : null;
        return found != null && found.step == Operation.Step.WAIT && found.number() == number ? found : null;
    }

    /** Who does not know the session's number has not got the request. */
    private static boolean isOfSession(Operation operation, Message message) {
        return operation.kind == ArdmaProtocol.HELLO || message.word(ArdmaProtocol.SESSION_WORD) == operation.session;
    }

    private void onNet(Parts given, Message message) {
        Operation operation = message.way() == Route.Way.NETWORK ? numbered(message.word(0)) : null;
        int kind = message.user();
        if (operation == null || kind != ArdmaProtocol.ANSWER && kind != ArdmaProtocol.STREAM || !isOfSession(operation, message)) {
            given.malformed.increment();
            return;
        }
        operation.heardNs = given.context.nowNs();
        if (kind == ArdmaProtocol.ANSWER && message.word(1) == ArdmaProtocol.MORE) {
            // It is still at work.
            return;
        }
        boolean isTooLong = message.kind() == Message.Kind.BULK && message.buffer().length() > ArdmaProtocol.MAX_BYTES;
        boolean isPiece = kind == ArdmaProtocol.STREAM;
        if (isTooLong || !(isPiece ? operation.takePiece(message) : operation.take(message))) {
            // It was done, and there is no place for what it has brought.
            answer(operation, ArdmaProtocol.NO_ANSWER);
        } else if (!isPiece) {
            onAnswer(given, operation, message.word(1));
        }
        advance(given, operation);
    }

    private void onAnswer(Parts given, Operation operation, int status) {
        operation.words[1] = status;
        operation.step = Operation.Step.TO_HOST;
        if (status == ArdmaProtocol.LOST) {
            given.unanswered.increment();
            answer(operation, ArdmaProtocol.NO_ANSWER);
        } else if (operation.kind == ArdmaProtocol.HELLO && status == ArdmaProtocol.DONE) {
            sessions[operation.server] = operation.words[2];
            connections[operation.server] = connections[operation.server] + 1 & 0xFFFF;
            operation.words[2] = operation.server;
            operation.words[3] = connections[operation.server];
        }
    }

    // --- what does not come

    private void onReturned(Parts given, Message message) {
        Operation operation = message.kind() == Message.Kind.RETURNED && message.user() <= ArdmaProtocol.ASK
            ? numbered(message.word(0)) : null;
        if (operation == null) {
            return;
        }
        if (message.user() == ArdmaProtocol.GO_ON && message.reason() != ReturnReason.NO_ANSWER) {
            operation.readPieces += message.word(2);
        } else {
            given.unanswered.increment();
            answer(operation, ArdmaProtocol.NO_ANSWER);
        }
        advance(given, operation);
    }

    /** Asks after operations of which nothing was heard for long: their server may have begun anew. */
    private void sweep(Parts given, Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            given.malformed.increment();
            return;
        }
        sweeping = false;
        long now = given.context.nowNs();
        for (Operation operation : operations) {
            if (operation.step == Operation.Step.WAIT && now - operation.heardNs >= SILENCE_NS) {
                operation.heardNs = now;
                operation.asks = true;
                advance(given, operation);
            }
        }
        if (underWay > 0 && !sweeping) {
            sweeping = given.context.timer(SWEEP_NS, ArdmaProtocol.SWEEP, 0);
        }
    }
}
