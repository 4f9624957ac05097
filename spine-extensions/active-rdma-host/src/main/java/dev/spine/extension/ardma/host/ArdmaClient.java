package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.host.DataListener;
import dev.spine.extension.host.InstanceData;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client of servers on other nodes, whose card has {@link dev.spine.extension.ardma.client.ClientExtension}. Operations beyond {@link
 * ArdmaProtocol#WINDOW} to a server wait here for the first to end. Any thread but the host's agent.
 */
public final class ArdmaClient {
    private static final byte[] NO_DATA = {};
    private static final int PIECES = 8;
    /** Questions of one operation that are under way at a time: their data are in the card's memory. */
    private static final int AT_A_TIME = ArdmaProtocol.WINDOW;
    /** In place of a server's number. */
    private static final int CONNECTING = ArdmaProtocol.MAX_SERVERS;

    private final HostSide side;
    private final int instance;
    private final ExtensionPort port;
    private final Map<Integer, Operation> operations = new HashMap<>();
    private final List<ArrayDeque<Runnable>> waiting = new ArrayList<>();
    private final int[] inFlight = new int[CONNECTING + 1];
    private final SecureRandom random = new SecureRandom();
    private int nextToken;
    private long unexpected;
    private @Nullable InterfaceException over;

    /**
     * Opens a client.
     *
     * @param side the node's host
     * @param instance of the extension on the card
     */
    public ArdmaClient(HostSide side, int instance) {
        this.side = side;
        this.instance = instance;
        this.port = new ExtensionPort(side, instance, this::onEnd);
        for (int i = 0; i <= CONNECTING; i++) {
            waiting.add(new ArrayDeque<>());
        }
        side.runtime().listen(ArdmaProtocol.HOST_ANSWER, new LentBuffers(PIECES, ArdmaProtocol.MAX_BYTES),
            new InstanceData(instance, new DataListener() {
                @Override
                public void onMessage(MessageFrame message, @Nullable ReceivedData data) {
                    onAnswer(message, data);
                }

                @Override
                public void onEnd(@Nullable RequestFailure why) {
                    lose(new InterfaceException("the card was reset, or somebody else listens for its answers: load its half again and open"
                        + " the client again"));
                }
            }));
    }

    /**
     * Connects to a server, or anew to one that has forgotten this client: an earlier connection to it ends.
     *
     * @param address hardware address of its card, low 48 bits
     * @param serverInstance of the extension there
     * @return the server
     * @throws ArdmaException when it does not answer, or all clients that it can have are at work
     */
    public RemoteServer connect(long address, int serverInstance) {
        Operation operation = new Operation(CONNECTING, 0);
        long fence = random.nextLong();
        Answer answer = await("a server", operation, () -> port.send(ArdmaProtocol.CONNECT, operation.token, 0,
            (int) (address >>> Integer.SIZE), (int) address, serverInstance, instance, (int) (fence >>> Integer.SIZE), (int) fence));
        if (answer.status() != ArdmaProtocol.DONE) {
            throw new ArdmaException("no connection to the server", answer.status());
        }
        int first = ArdmaProtocol.FIRST_WORD;
        return new RemoteServer(this, new Connection(answer.word(first), answer.word(first + 1), fence));
    }

    /** {@return messages of the card half that belong to nothing; on the host's agent} */
    public long unexpected() {
        return unexpected;
    }

    // --- operations

    private Answer await(String what, Operation operation, Runnable order) {
        side.tasks().runAndAwait("an answer of " + what, () -> begin(operation, order), operation.end::isDone);
        return operation.end.get();
    }

    /** Asks a server, and reads what comes before the answer. */
    Answer ask(Connection server, int kind, int[] words, byte[] data, StreamReader reader) {
        Operation operation = new Operation(server.server(), server.word());
        String what = "an answer of server " + server.server();
        side.tasks().runAndAwait(what, () -> begin(operation, () -> send(operation, kind, words, data, 0, data.length)),
            operation::hasNews);
        RuntimeException failure = null;
        while (true) {
            byte[] piece = operation.pieces.poll();
            if (piece == null) {
                break;
            }
            try {
                if (failure == null) {
                    reader.read(piece);
                }
            } catch (RuntimeException e) {
                // The run ends as it would have, or the server would wait for its reader.
                failure = e;
            }
            side.tasks().runAndAwait(what, () -> port.send(ArdmaProtocol.READ_ON, operation.token), operation::hasNews);
        }
        if (failure != null) {
            throw failure;
        }
        return operation.end.get();
    }

    /**
     * Asks a server several things, a few at a time, which have no order: {@return the answers, in the order of the questions} When it
     * throws, some of what was asked may still be done.
     */
    List<Answer> askAll(Connection server, int kind, List<Piece> pieces) {
        boolean isWrite = kind == ArdmaProtocol.WRITE;
        AtomicBoolean goesOn = new AtomicBoolean(true);
        AtomicInteger left = new AtomicInteger(pieces.size());
        List<Operation> all = new ArrayList<>();
        ArrayDeque<Runnable> starts = new ArrayDeque<>();
        for (Piece piece : pieces) {
            Operation operation = new Operation(server.server(), server.word());
            operation.into = isWrite ? null : piece;
            operation.next = () -> {
                left.decrementAndGet();
                startNext(starts);
            };
            all.add(operation);
            starts.add(() -> {
                if (goesOn.get()) {
                    begin(operation, () -> send(operation, kind, piece.words, piece.array, piece.at, isWrite ? piece.bytes : 0));
                }
            });
        }
        try {
            // The caller sleeps once: to wake it for each answer takes longer than many an answer.
            side.tasks().runAndAwait("answers of server " + server.server(), () -> {
                for (int i = 0; i < AT_A_TIME; i++) {
                    startNext(starts);
                }
            }, () -> left.get() == 0);
        } catch (RuntimeException e) {
            goesOn.set(false);
            throw e;
        }
        List<Answer> answers = new ArrayList<>();
        all.forEach(operation -> answers.add(operation.end.get()));
        return answers;
    }

    private static void startNext(ArrayDeque<Runnable> starts) {
        Runnable next = starts.poll();
        if (next != null) {
            next.run();
        }
    }

    private void send(Operation operation, int kind, int[] words, byte[] data, int at, int bytes) {
        words[0] = operation.token;
        words[1] = kind << Byte.SIZE | operation.connection;
        if (bytes > 0) {
            operation.data = port.sendBulk(ArdmaProtocol.REQUEST, data, at, bytes, words);
        } else {
            port.send(ArdmaProtocol.REQUEST, words);
        }
    }

    private void begin(Operation operation, Runnable order) {
        InterfaceException why = over;
        if (why != null) {
            operation.end.fail(why);
            operation.next.run();
            return;
        }
        Runnable start = () -> {
            inFlight[operation.server]++;
            operation.token = nextToken++;
            operations.put(operation.token, operation);
            try {
                order.run();
            } catch (HostException e) {
                end(operation).fail(e);
            }
        };
        if (inFlight[operation.server] < ArdmaProtocol.WINDOW) {
            start.run();
        } else {
            waiting.get(operation.server).add(start);
        }
    }

    private void onAnswer(MessageFrame message, @Nullable ReceivedData data) {
        Operation operation = operations.get(message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD));
        Piece into = operation == null ? null : operation.into;
        boolean isElsewhere = into != null && data != null && into.take(data);
        Answer answer = new Answer(message, data == null || isElsewhere ? NO_DATA
            : data.memory().asSlice(0, data.length()).toArray(ValueLayout.JAVA_BYTE));
        if (operation == null) {
            unexpected++;
        } else if (answer.status() == ArdmaProtocol.MORE) {
            operation.pieces.add(answer.data());
        } else if (into == null || isElsewhere || answer.status() != ArdmaProtocol.DONE || into.take(answer)) {
            end(operation).complete(answer);
        } else {
            end(operation).fail(new ArdmaException("a server's answer", ArdmaProtocol.MALFORMED));
        }
    }

    private Pending<Answer> end(Operation operation) {
        operations.remove(operation.token);
        port.free(operation.data);
        inFlight[operation.server]--;
        Runnable next = waiting.get(operation.server).poll();
        if (next != null) {
            next.run();
        }
        operation.next.run();
        return operation.end;
    }

    private void onEnd(InterfaceException why) {
        lose(why);
    }

    /** Nothing is answered any more: what waits begins, and fails with the others, as does what comes later. */
    private void lose(InterfaceException why) {
        over = why;
        waiting.forEach(starts -> {
            starts.forEach(Runnable::run);
            starts.clear();
        });
        List.copyOf(operations.values()).forEach(operation -> end(operation).fail(why));
    }
}
