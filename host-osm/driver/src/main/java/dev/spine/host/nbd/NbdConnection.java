package dev.spine.host.nbd;

import dev.spine.host.nbd.NbdCounters.Counter;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One client: its socket and how far it is. Moves bytes between the socket and memory; {@link Negotiation} and {@link Transmission} know
 * what they mean. Host agent's thread only.
 */
final class NbdConnection {
    private enum State {
        /** Options or requests come. */
        OPEN,
        /** The client has said good-bye, or must go: what is in flight is answered, then the connection is closed. */
        ENDING,
        /** The socket is closed. */
        CLOSED
    }

    /** How often one turn reads, so that others have theirs. */
    private static final int READS = 4;

    private final NbdServer server;
    private final NbdCounters counters;
    private final SocketChannel channel;
    private final ConnectionMemory memory;
    private final InputBuffer in;
    private final OutputQueue out;
    private final ReplyArea area;
    private final Negotiation negotiation;
    private final long acceptedNs;
    private @Nullable SelectionKey key;
    private @Nullable Transmission transmission;
    private State state = State.OPEN;
    private boolean readable;
    private boolean writable = true;
    /** The parser waits for something other than bytes. */
    private boolean parserWaits;
    private int interest = SelectionKey.OP_READ;
    /** The rest of a message. */
    private final Debt message;
    /** The reading of replies. */
    private final Debt reading;

    NbdConnection(NbdServer server, SocketChannel channel, ConnectionMemory memory, long nowNs) {
        this.server = server;
        this.counters = server.counters();
        this.channel = channel;
        this.memory = memory;
        this.in = new InputBuffer(memory);
        this.out = new OutputQueue(memory);
        this.area = new ReplyArea(memory);
        this.acceptedNs = nowNs;
        this.message = new Debt(nowNs);
        this.reading = new Debt(nowNs);
        NbdSettings settings = server.settings();
        this.negotiation = new Negotiation(server.exports(), counters, memory, in, out, area, settings.options());
        negotiation.greet();
    }

    void attach(SelectionKey registered) {
        key = registered;
    }

    ConnectionMemory memory() {
        return memory;
    }

    /** The selector has found that the socket is ready. */
    void onReady(int operations) {
        if ((operations & SelectionKey.OP_READ) != 0) {
            readable = true;
        }
        if ((operations & SelectionKey.OP_WRITE) != 0) {
            writable = true;
        }
    }

    /**
     * {@return whether something may go on without a sign from the socket} Requests that wait while replies are being sent, and the device
     * has none, wait for the memory of those replies: the socket tells when it is free.
     */
    boolean needsDevice() {
        Transmission requests = transmission;
        return requests != null && (requests.inFlight() > 0 || state != State.CLOSED && out.isEmpty() && requests.isWaiting());
    }

    /** {@return whether the socket is closed and nobody uses the memory any more} */
    boolean isOver() {
        return state == State.CLOSED && !isMemoryInUse();
    }

    /** {@return whether nothing is left but memory that the device may use, nobody knows for how long} */
    boolean isMemoryOnly() {
        Transmission requests = transmission;
        return state == State.CLOSED && requests != null && requests.inFlight() == 0 && requests.isMemoryInUse();
    }

    /** {@return whether the device may use the memory, also for requests that have ended without an answer of the device} */
    boolean isMemoryInUse() {
        Transmission requests = transmission;
        return requests != null && requests.isMemoryInUse();
    }

    /** {@return whether everything that the client was promised has been sent} */
    boolean isAnswered() {
        Transmission requests = transmission;
        return state == State.CLOSED || out.isEmpty() && (requests == null || requests.isIdle());
    }

    /** Refuses further requests; a client that negotiates is closed. */
    void shutDown() {
        Transmission requests = transmission;
        if (requests != null) {
            requests.shutDown();
        } else {
            close();
        }
    }

    /**
     * Does what can be done; returns how many pieces of work that were.
     *
     * @param nowNs the agent's clock
     */
    int turn(long nowNs) {
        if (state == State.CLOSED) {
            return 0;
        }
        int work = 0;
        try {
            Transmission requests = transmission;
            if (requests != null && requests.isWaiting()) {
                work += requests.retry();
            }
            if (state == State.OPEN && (readable || parserWaits)) {
                work += receive(nowNs);
            }
            if (writable && !out.isEmpty()) {
                work += send(nowNs);
            }
            closeIfDone();
        } catch (IOException e) {
            counters.increment(Counter.BROKEN);
            close();
        }
        return work;
    }

    private int send(long nowNs) throws IOException {
        long sent = out.send(channel);
        writable = out.isEmpty();
        if (writable) {
            reading.paid(nowNs);
        } else {
            reading.moved(sent, nowNs);
        }
        return sent > 0 ? 1 : 0;
    }

    private int receive(long nowNs) throws IOException {
        if (!owesMessage()) {
            message.paid(nowNs);
        }
        int work = parse(nowNs);
        for (int i = 0; i < READS && readable && state == State.OPEN && !parserWaits; i++) {
            int read = in.read(channel, missing());
            if (read < 0) {
                onEnd();
                return work + 1;
            }
            // If there was less than it asked for, the selector says when more comes.
            readable = in.wasFilled();
            if (read > 0) {
                message.moved(read, nowNs);
                work += 1 + parse(nowNs);
            }
        }
        return work;
    }

    /** {@return whether a message has begun whose rest the client, and nobody else, keeps waiting} */
    private boolean owesMessage() {
        Transmission requests = transmission;
        return state == State.OPEN && !parserWaits && requests != null && requests.isInMessage();
    }

    private int missing() {
        Transmission requests = transmission;
        return requests == null ? negotiation.missing() : requests.missing();
    }

    private int parse(long nowNs) {
        Transmission requests = transmission;
        int before = in.available();
        parserWaits = false;
        if (requests == null) {
            negotiate();
        } else {
            long messages = requests.messages();
            request(requests);
            if (requests.messages() != messages) {
                // A message is paid for with its last byte, although the next one may have begun behind it.
                message.paid(nowNs);
            }
        }
        return before != in.available() ? 1 : 0;
    }

    private void negotiate() {
        switch (negotiation.parse()) {
            // The next option is answered when this answer has left.
            case GO_ON -> parserWaits = !out.isEmpty();
            case SEND_AND_CLOSE -> state = State.ENDING;
            case CLOSE -> close();
            case TRANSMIT -> {
                Agreement agreement = negotiation.agreement();
                if (agreement != null) {
                    Transmission begun = new Transmission(agreement, server.gateOf(agreement.export()), counters, memory, in, out, area,
                        server.settings().requests());
                    transmission = begun;
                    request(begun);
                }
            }
        }
    }

    private void request(Transmission requests) {
        switch (requests.parse()) {
            case BYTES -> parserWaits = false;
            case ROOM -> parserWaits = true;
            case NOTHING -> state = State.ENDING;
            case CLOSE -> close();
        }
    }

    private void onEnd() {
        Transmission requests = transmission;
        if (requests == null || requests.isInMessage()) {
            counters.increment(Counter.CUTS);
        }
        close();
    }

    private void closeIfDone() {
        Transmission requests = transmission;
        if (requests != null && requests.isBroken() || state == State.ENDING && isAnswered()) {
            close();
        } else if (state != State.CLOSED) {
            int wanted = (state == State.OPEN && !parserWaits ? SelectionKey.OP_READ : 0) | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE);
            SelectionKey registered = key;
            if (wanted != interest && registered != null) {
                interest = wanted;
                registered.interestOps(wanted);
            }
        }
    }

    /** Closes a client that is too slow: see {@link Debt}. Returns whether it was closed. */
    boolean closeIfLate(long nowNs) {
        NbdSettings settings = server.settings();
        Transmission requests = transmission;
        if (state == State.CLOSED) {
            return false;
        }
        if (requests == null) {
            if (nowNs - acceptedNs < settings.negotiationNs()) {
                return false;
            }
            counters.increment(Counter.NEGOTIATION_TIMEOUTS);
        } else {
            if (!owesMessage()) {
                message.paid(nowNs);
            }
            if (out.isEmpty()) {
                reading.paid(nowNs);
            }
            if (!message.isOverdue(nowNs, settings.stallNs()) && !reading.isOverdue(nowNs, settings.stallNs())) {
                return false;
            }
            counters.increment(Counter.STALLS);
        }
        close();
        return true;
    }

    /** Closes the socket. The memory stays in use while the device has requests. */
    void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        Transmission requests = transmission;
        if (requests != null) {
            requests.abandon();
        }
        try {
            channel.close();
        } catch (IOException e) {
            counters.increment(Counter.BROKEN);
        }
    }
}
