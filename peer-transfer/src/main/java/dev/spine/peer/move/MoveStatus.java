package dev.spine.peer.move;

/** What a block mover counts. Written on the card's agent; others read it roughly, or exactly while the engine stands still. */
public final class MoveStatus {
    private long done;
    private long failed;
    private long malformed;
    private long dropped;

    MoveStatus() {}

    void done() {
        done++;
    }

    void failed() {
        failed++;
    }

    void malformed() {
        malformed++;
    }

    void dropped() {
        dropped++;
    }

    /** {@return chunks that were written, sent or shown} */
    public long chunksDone() {
        return done;
    }

    /** {@return chunks that the disk, the wire or the display refused} */
    public long chunksFailed() {
        return failed;
    }

    /** {@return packets whose headers or place on the disk are impossible} */
    public long packetsMalformed() {
        return malformed;
    }

    /** {@return packets that came while the disk was gone or all requests were in use} */
    public long packetsDropped() {
        return dropped;
    }
}
