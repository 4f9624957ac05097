package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/** The way out by a port that this card knows nothing of: frames are dropped and counted. */
final class NoDeparture extends Departure {
    private final Tally tally;
    private final Buffer none;

    NoDeparture(Tally tally, Buffer none) {
        super(0);
        this.tally = tally;
        this.none = none;
    }

    @Override
    Buffer buffer() {
        return none;
    }

    @Override
    int reserve(int bytes) {
        tally.drop(DropReason.PEER_ABSENT);
        return -1;
    }

    @Override
    void commit(int bytes, int ingressPort, long offload) {
        throw new IllegalStateException("nothing can be reserved here");
    }

    @Override
    boolean flush() {
        return true;
    }

    @Override
    void close() {
        // Nothing is gathered here.
    }
}
