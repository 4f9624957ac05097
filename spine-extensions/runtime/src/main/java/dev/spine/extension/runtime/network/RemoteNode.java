package dev.spine.extension.runtime.network;

import org.jspecify.annotations.Nullable;

/**
 * What this card knows of another node's card: the session of what it sends there, the session of what comes from there, and the streams
 * of both. Belongs to the card's agent.
 */
final class RemoteNode {
    /** Greetings that are older than the last one by less than this are late copies of it. */
    private static final int LATE_GREETINGS = 1 << 16;

    /** Where a session of what this card sends is. */
    enum Outgoing {
        /** Nothing has been sent, or the other side has lost it. */
        NONE,
        /** Asked for. */
        GREETING,
        /** The other side has given it a number. */
        OPEN
    }

    private final NetworkSettings settings;
    private final long address;
    private final NetworkCounters counters;
    private final MessageSink sink;
    private final @Nullable SendChannel[] sending;
    private final @Nullable ReceiveChannel[] receiving;
    final RoundTrip greetings;
    int sendChannels;
    int receiveChannels;
    Outgoing outgoing = Outgoing.NONE;
    int outgoingSession;
    int greeting;
    long greetedNs;
    long greetAgainNs;
    private int session;
    private int sessionGreeting;
    private int offered;
    private int offeredGreeting;
    long heardNs;
    /** Whose extension was the first to send there; nobody's when the node has greeted first. */
    long enteredBy;
    /** Whether it has ever answered a greeting. */
    boolean welcomed;

    RemoteNode(long address, NetworkSettings settings, NetworkCounters counters, MessageSink sink) {
        this.address = address;
        this.settings = settings;
        this.counters = counters;
        this.sink = sink;
        this.greetings = new RoundTrip(settings);
        this.sending = new SendChannel[settings.channels()];
        this.receiving = new ReceiveChannel[settings.channels()];
    }

    long address() {
        return address;
    }

    // --- what is sent

    @Nullable SendChannel sendChannel(int index) {
        return index < sendChannels ? sending[index] : null;
    }

    /** {@return the stream of a pair of extensions, or null when the node has none and all are in use} */
    @Nullable SendChannel find(int sender, int receiver) {
        SendChannel idle = null;
        for (int i = 0; i < sendChannels; i++) {
            SendChannel channel = sending[i];
            if (channel == null) {
                continue;
            }
            if (channel.isOf(sender, receiver)) {
                return channel;
            }
            if (idle == null && channel.isIdle()) {
                idle = channel;
            }
        }
        if (sendChannels < sending.length) {
            // New ones first, so that streams of pairs that pause do not take turns in one.
            idle = new SendChannel(this, sendChannels, settings, counters);
            sending[sendChannels++] = idle;
        }
        if (idle != null) {
            idle.assign(sender, receiver);
        }
        return idle;
    }

    boolean hasOutgoing() {
        for (int i = 0; i < sendChannels; i++) {
            SendChannel channel = sending[i];
            if (channel != null && !channel.isIdle()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether frames of streams could leave now, apart from the wire} */
    boolean hasToSend() {
        for (int i = 0; i < sendChannels && outgoing == Outgoing.OPEN; i++) {
            SendChannel channel = sending[i];
            if (channel != null && channel.hasToSend()) {
                return true;
            }
        }
        return false;
    }

    // --- what is received

    @Nullable ReceiveChannel receiveChannel(int index) {
        return index < receiveChannels ? receiving[index] : null;
    }

    /** {@return the stream of an index, made when its first frame comes, or null when there is no such index} */
    @Nullable ReceiveChannel receiving(int index) {
        if (index >= receiving.length) {
            return null;
        }
        while (receiveChannels <= index) {
            receiving[receiveChannels] = new ReceiveChannel(this, receiveChannels, sink, counters, settings.window());
            receiveChannels++;
        }
        return receiving[index];
    }

    int session() {
        return session;
    }

    /**
     * The other side asks for a session. The one that it may still have stays until the first frame of the new one comes, so that a late
     * copy of an old greeting changes nothing.
     *
     * @return the session's number, 0 when the greeting is a late one
     */
    int onGreeting(int number, int fresh) {
        if (session != 0 && number == sessionGreeting) {
            return session;
        }
        if (offered != 0 && number == offeredGreeting) {
            return offered;
        }
        if (session != 0 && isLate(sessionGreeting - number) || offered != 0 && isLate(offeredGreeting - number)) {
            return 0;
        }
        offered = fresh;
        offeredGreeting = number;
        return fresh;
    }

    private static boolean isLate(int behind) {
        return behind > 0 && behind < LATE_GREETINGS;
    }

    /** {@return whether a frame of a stream is of the session that holds; the first one of a new session begins it} */
    boolean admits(int number) {
        if (number == 0) {
            return false;
        }
        if (number == session) {
            return true;
        }
        if (number != offered) {
            return false;
        }
        session = offered;
        sessionGreeting = offeredGreeting;
        offered = 0;
        for (int i = 0; i < receiveChannels; i++) {
            ReceiveChannel channel = receiving[i];
            if (channel != null) {
                channel.restart();
            }
        }
        return true;
    }

    /** Whether nothing is in flight in either direction, so that the node's place can be another's. */
    boolean isQuiet() {
        for (int i = 0; i < receiveChannels; i++) {
            ReceiveChannel channel = receiving[i];
            if (channel != null && channel.isHeld()) {
                return false;
            }
        }
        return !hasOutgoing();
    }

    /** {@return whether the node has ever answered, or sent in a session of its own: somebody is there} */
    boolean hasTalked() {
        return welcomed || session != 0;
    }

    /** Whether no session was ever used: anybody can send a greeting. */
    boolean isUnused() {
        return session == 0 && outgoing == Outgoing.NONE;
    }

    /** Everything ends without a word: the card is reset, or the node's place becomes another's. */
    void drop() {
        for (int i = 0; i < sendChannels; i++) {
            SendChannel channel = sending[i];
            if (channel != null) {
                channel.dropAll();
            }
        }
        endReceiving();
    }

    private void endReceiving() {
        for (int i = 0; i < receiveChannels; i++) {
            ReceiveChannel channel = receiving[i];
            if (channel != null) {
                channel.end();
            }
        }
    }

    @Override
    public String toString() {
        return String.format("%012x", address);
    }
}
