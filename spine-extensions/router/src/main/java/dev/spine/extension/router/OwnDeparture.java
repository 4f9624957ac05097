package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/** Frames that leave by the card that they came in by. */
final class OwnDeparture extends Departure {
    private final WireExit exit;
    private final Tally tally;
    private final Buffer frame;

    OwnDeparture(int port, WireExit exit, Tally tally, Buffer frame) {
        super(port);
        this.exit = exit;
        this.tally = tally;
        this.frame = frame;
    }

    @Override
    Buffer buffer() {
        return frame;
    }

    @Override
    int reserve(int bytes) {
        if (bytes > frame.length()) {
            tally.drop(DropReason.OVERSIZE);
            return -1;
        }
        return 0;
    }

    @Override
    void commit(int bytes, int ingressPort, long offload) {
        exit.send(frame, 0, bytes, ingressPort, offload);
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
