package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server on another node, as its client sees it. Each method waits for the answer; {@link ArdmaException} says what was not done. Any
 * thread but the host's agent; operations of several threads have no order.
 */
public final class RemoteServer implements DirectServer {
    /** The most bytes of a read or write. */
    public static final int MAX_TRANSFER_BYTES = 1 << 20;

    private static final int WORDS = 12;
    private static final int INLINE_WORD = 5;
    private static final int INLINE_WORDS = WORDS - INLINE_WORD;
    private static final byte[] NO_DATA = {};

    private final ArdmaClient client;
    private final Connection connection;
    private final Transfers transfers;

    RemoteServer(ArdmaClient client, Connection connection) {
        this.client = client;
        this.connection = connection;
        this.transfers = new Transfers(client, connection);
    }

    static void put(int[] words, int word, long value) {
        words[word] = (int) (value >>> Integer.SIZE);
        words[word + 1] = (int) value;
    }

    private Answer ask(String what, int kind, int[] words, byte[] data) {
        return done(what, client.ask(connection, kind, words, data, StreamReader.NOTHING));
    }

    static Answer done(String what, Answer answer) {
        if (answer.status() != ArdmaProtocol.DONE) {
            throw new ArdmaException(what, answer.status());
        }
        return answer;
    }

    // --- areas

    /**
     * {@return an area of the server}
     *
     * @param name by which the server has opened it
     * @throws ArdmaException when there is none
     */
    public RemoteArea lookup(String name) {
        int[] words = new int[WORDS];
        AreaNames.put(name, words, 2);
        Answer answer = ask("area " + name, ArdmaProtocol.LOOKUP, words, NO_DATA);
        return new RemoteArea(name, answer.word(2), answer.wide(4), answer.word(3) != 0);
    }

    /**
     * {@return the areas that are open, in no order} One that is opened or closed meanwhile may be among them or not.
     *
     * @throws ArdmaException when the server says no, or answers what makes no sense
     */
    public List<ListedArea> areas() {
        List<ListedArea> areas = new ArrayList<>();
        int next = 0;
        do {
            int[] words = new int[WORDS];
            words[2] = next;
            Answer answer = ask("the list of areas", ArdmaProtocol.LIST, words, NO_DATA);
            areas.addAll(ListedArea.read(answer.data(), answer.word(2)));
            if (answer.word(3) != 0 && answer.word(3) <= next) {
                throw new ArdmaException("the list of areas", ArdmaProtocol.MALFORMED);
            }
            next = answer.word(3);
        } while (next != 0);
        return areas;
    }

    static int[] place(RemoteArea area, long offset) {
        int[] words = new int[WORDS];
        words[2] = area.id();
        put(words, 3, offset);
        return words;
    }

    /**
     * {@return bytes of an area} More than {@link ArdmaProtocol#MAX_BYTES} are several reads, a few at a time: others may write between.
     *
     * @param area which
     * @param offset of the first
     * @param bytes 1 to {@value #MAX_TRANSFER_BYTES}
     */
    @Override
    public byte[] read(RemoteArea area, long offset, int bytes) {
        if (bytes > ArdmaProtocol.MAX_BYTES) {
            return transfers.read(area, offset, bytes);
        }
        int[] words = place(area, offset);
        words[5] = bytes;
        Answer answer = ask("reading " + area.name(), ArdmaProtocol.READ, words, NO_DATA);
        return answer.read(bytes);
    }

    /**
     * Writes bytes of an area. More than {@link ArdmaProtocol#MAX_BYTES} are several writes, a few at a time, in any order.
     *
     * @param area which
     * @param offset where the first one goes
     * @param bytes 1 to {@value #MAX_TRANSFER_BYTES}
     */
    @Override
    public void write(RemoteArea area, long offset, byte[] bytes) {
        if (bytes.length > ArdmaProtocol.MAX_BYTES) {
            transfers.write(area, offset, bytes, 0, bytes.length);
        } else {
            write(ArdmaProtocol.WRITE, area, offset, bytes);
        }
    }

    /**
     * Writes bytes of an area, as {@link #write} does, and makes them durable with what was written there before.
     *
     * @param area which
     * @param offset where the first one goes
     * @param bytes 1 to {@value #MAX_TRANSFER_BYTES}
     */
    public void writeThrough(RemoteArea area, long offset, byte[] bytes) {
        if (bytes.length <= ArdmaProtocol.MAX_BYTES) {
            write(ArdmaProtocol.WRITE_THROUGH, area, offset, bytes);
        } else {
            write(area, offset, bytes);
            flush(area);
        }
    }

    /**
     * Writes some bytes of an array to an area, as {@link #write(RemoteArea, long, byte[])} does.
     *
     * @param area which
     * @param offset where the first one goes
     * @param from has them
     * @param first the first one's place
     * @param count 1 to {@value #MAX_TRANSFER_BYTES}
     */
    public void write(RemoteArea area, long offset, byte[] from, int first, int count) {
        transfers.write(area, offset, from, first, count);
    }

    /**
     * Reads ranges of areas, a few messages at a time, if eight bytes of their area are what they have to be after each message's bytes
     * were read. So who changes those eight with each change lets others see whether what they have read is of one time.
     *
     * @param ranges at least one, each of 1 to {@value #MAX_TRANSFER_BYTES} bytes
     * @param into gets them, one behind the other
     * @param wordOffset of the first of the eight bytes, in the area of each range
     * @param word what they have to be
     * @return whether they were; if not, what is in {@code into} means nothing
     * @throws ArdmaException when a range cannot be read
     */
    public boolean readUnchanged(List<RemoteRange> ranges, byte[] into, long wordOffset, long word) {
        return transfers.readUnchanged(ranges, into, wordOffset, word);
    }

    /**
     * {@return bytes of several ranges, one behind the other, in one round trip} They are read in their order; others may write between.
     *
     * @param ranges 1 to {@link ArdmaProtocol#MAX_RANGES}, of up to 8 areas, together up to {@link ArdmaProtocol#MAX_BYTES}
     * @throws ArdmaException when one of them cannot be read: none is then
     */
    public byte[] read(List<RemoteRange> ranges) {
        return transfers.read(ranges);
    }

    /**
     * Writes bytes to several ranges in one round trip, in their order; others may read between.
     *
     * @param ranges 1 to {@link ArdmaProtocol#MAX_RANGES}, of up to 8 areas
     * @param bytes those of each range, one behind the other; with 16 for each range up to {@link ArdmaProtocol#MAX_BYTES}
     * @throws ArdmaException when one of them leaves its area or cannot be written: none is written then
     */
    public void write(List<RemoteRange> ranges, byte[] bytes) {
        transfers.write(ranges, bytes);
    }

    /**
     * Makes durable what was written to an area before: it outlives a loss of power at the server. Memory has nothing to flush.
     *
     * @param area which, one that can be written
     * @throws ArdmaException when its disk has failed: nobody knows what of it is durable, until the area is opened anew
     */
    @Override
    public void flush(RemoteArea area) {
        ask("flushing " + area.name(), ArdmaProtocol.FLUSH, place(area, 0), NO_DATA);
    }

    private void write(int kind, RemoteArea area, long offset, byte[] bytes) {
        if (bytes.length < 1) {
            throw new IllegalArgumentException("a write has 1 to " + MAX_TRANSFER_BYTES + " bytes, not none");
        }
        ask("writing " + area.name(), kind, place(area, offset), bytes);
    }

    /**
     * {@return the 64 bits that were there before; if they were what was expected, others are there now}
     *
     * @param area which
     * @param offset of the first of eight bytes
     * @param expected what they must be
     * @param value what they are to be then
     */
    @Override
    public long compareAndSwap(RemoteArea area, long offset, long expected, long value) {
        int[] words = place(area, offset);
        put(words, 5, expected);
        put(words, 7, value);
        return ask("changing " + area.name(), ArdmaProtocol.CAS, words, NO_DATA).wide(2);
    }

    /**
     * {@return the 64 bits that were there before something was added}
     *
     * @param area which
     * @param offset of the first of eight bytes
     * @param delta what is added
     */
    @Override
    public long fetchAndAdd(RemoteArea area, long offset, long delta) {
        int[] words = place(area, offset);
        put(words, 5, delta);
        return ask("adding to " + area.name(), ArdmaProtocol.FETCH_ADD, words, NO_DATA).wide(2);
    }

    // --- clients that stand still

    /**
     * {@return a number by which any other client that is told it can have this connection ended ({@link #fence}); another one each time
     * until its {@link #turn} is closed, of which there are 255}
     *
     * @throws ArdmaException when all of them are in use
     */
    public long fenceToken() {
        return connection.token();
    }

    /**
     * {@return what is asked for under a token of this connection, or null when it is another one's}
     *
     * @param token a {@link #fenceToken}
     */
    public @Nullable Turn turn(long token) {
        return connection.turn(token);
    }

    /**
     * Ends another client's connection: nothing that it has asked for on it is done any more when this returns, be it on its way or
     * running. It hears that the server does not know it any more. Does nothing when the connection has ended before.
     *
     * @param token a {@link #fenceToken} of it
     * @throws ArdmaException when it is this connection's own
     */
    public void fence(long token) {
        int[] words = new int[WORDS];
        put(words, ArdmaProtocol.FIRST_WORD, token);
        ask("ending another client's connection", ArdmaProtocol.FENCE, words, NO_DATA);
    }

    // --- routines

    /**
     * Sends a routine, which the server keeps for this client.
     *
     * @param routine its binary form
     * @return its hash, by which it is called
     * @throws ArdmaException when it breaks a rule, or the server keeps no more
     */
    public long install(byte[] routine) {
        checkBytes(routine.length);
        Answer answer = client.ask(connection, ArdmaProtocol.INSTALL, new int[WORDS], routine, StreamReader.NOTHING);
        check(answer, "installing a routine");
        return answer.wide(2);
    }

    static void checkBytes(int bytes) {
        if (bytes < 1 || bytes > ArdmaProtocol.MAX_BYTES) {
            throw new IllegalArgumentException("a routine and its arguments have 1 to " + ArdmaProtocol.MAX_BYTES + " bytes, not " + bytes);
        }
    }

    private static void check(Answer answer, String what) {
        switch (answer.status()) {
            case ArdmaProtocol.DONE -> {
                // It has done what it was to do.
            }
            case ArdmaProtocol.REFUSED -> throw ArdmaException.refused(answer.word(2), answer.word(3), answer.word(4));
            case ArdmaProtocol.FAULT -> throw ArdmaException.fault(answer.word(8), answer.word(9), answer.word(10), answer.wide(4));
            default -> throw new ArdmaException(what, answer.status());
        }
    }

    /**
     * Forgets a routine that was installed.
     *
     * @param hash its hash
     */
    public void forget(long hash) {
        int[] words = new int[WORDS];
        put(words, 2, hash);
        ask("forgetting a routine", ArdmaProtocol.FORGET, words, NO_DATA);
    }

    /**
     * Runs a routine that was installed.
     *
     * @param hash its hash
     * @param areas its areas, from number 0 on
     * @param arguments its arguments, as many as it has parameters
     * @return what it has returned
     * @throws ArdmaException when it has ended by a fault, or did not run
     */
    public CallResult call(long hash, List<RemoteArea> areas, long... arguments) {
        return call(hash, StreamReader.NOTHING, areas, arguments);
    }

    /**
     * Runs a routine that was installed, and reads what it emits.
     *
     * @param hash its hash
     * @param reader gets what it emits, in this thread
     * @param areas its areas, from number 0 on
     * @param arguments its arguments, as many as it has parameters
     * @return what it has returned
     * @throws ArdmaException when it has ended by a fault, or did not run
     */
    public CallResult call(long hash, StreamReader reader, List<RemoteArea> areas, long... arguments) {
        int[] words = new int[WORDS];
        put(words, 2, hash);
        byte[] list = list(areas, arguments);
        words[4] = areas.size() | arguments.length << Byte.SIZE;
        if (list.length > INLINE_WORDS * Integer.BYTES) {
            return run(ArdmaProtocol.CALL, words, list, reader);
        }
        ByteBuffer in = ByteBuffer.wrap(list);
        for (int i = INLINE_WORD; in.hasRemaining(); i++) {
            words[i] = in.getInt();
        }
        return run(ArdmaProtocol.CALL, words, NO_DATA, reader);
    }

    /**
     * Sends a routine and runs it, in one trip; the server does not keep it.
     *
     * @param routine its binary form
     * @param reader gets what it emits, in this thread
     * @param areas its areas, from number 0 on
     * @param arguments its arguments, as many as it has parameters
     * @return what it has returned
     * @throws ArdmaException when it breaks a rule, has ended by a fault, or did not run
     */
    public CallResult callOnce(byte[] routine, StreamReader reader, List<RemoteArea> areas, long... arguments) {
        int[] words = new int[WORDS];
        byte[] list = list(areas, arguments);
        words[4] = areas.size() | arguments.length << Byte.SIZE;
        checkBytes(list.length + routine.length);
        byte[] data = ByteBuffer.allocate(list.length + routine.length).put(list).put(routine).array();
        return run(ArdmaProtocol.CALL_ONCE, words, data, reader);
    }

    // --- the same code elsewhere

    /**
     * {@return a procedure of the server: a routine that its host offers, and that runs there}
     *
     * @param name by which it is offered
     * @throws ArdmaException when there is none
     */
    public RemoteRoutine procedure(String name) {
        int[] words = new int[WORDS];
        AreaNames.put(name, words, 2);
        long hash = ask("procedure " + name, ArdmaProtocol.PROCEDURE, words, NO_DATA).wide(2);
        return (reader, areas, arguments) -> call(hash, reader, areas, arguments);
    }

    /**
     * {@return a routine that runs here, in the caller's thread, and reaches the server's areas by direct access: each of its operations on
     * them is a round trip}
     *
     * @param routine its binary form
     * @throws ArdmaException when it breaks a rule
     */
    public RemoteRoutine direct(byte[] routine) {
        return new DirectRoutine(this, routine);
    }

    /**
     * {@return a lookup that runs here as long as few round trips are enough, and else there: when it would make one more, or would write,
     * it is dropped, and the procedure is called in its place}
     *
     * @param routine its binary form
     * @param mostTrips how many round trips it may make, at least 0
     * @param procedure does the same; its areas and arguments are the same, too
     * @throws ArdmaException when the routine breaks a rule
     */
    public RemoteRoutine direct(byte[] routine, int mostTrips, RemoteRoutine procedure) {
        return new FallBack(new DirectRoutine(this, routine), mostTrips, procedure);
    }

    private static byte[] list(List<RemoteArea> areas, long[] arguments) {
        if (areas.size() > RoutineFormat.MAX_AREAS || arguments.length > RoutineFormat.MAX_PARAMETERS) {
            throw new IllegalArgumentException("a call has up to " + RoutineFormat.MAX_AREAS + " areas and "
                + RoutineFormat.MAX_PARAMETERS + " arguments, not " + areas.size() + " and " + arguments.length);
        }
        ByteBuffer list = ByteBuffer.allocate(areas.size() * Integer.BYTES + arguments.length * Long.BYTES);
        areas.forEach(area -> list.putInt(area.id()));
        for (long argument : arguments) {
            list.putLong(argument);
        }
        return list.array();
    }

    private CallResult run(int kind, int[] words, byte[] data, StreamReader reader) {
        Answer answer = client.ask(connection, kind, words, data, reader);
        if (answer.data().length > 0) {
            reader.read(answer.data());
        }
        check(answer, "calling a routine");
        return new CallResult(answer.wide(2), answer.wide(4), answer.wide(6));
    }
}
