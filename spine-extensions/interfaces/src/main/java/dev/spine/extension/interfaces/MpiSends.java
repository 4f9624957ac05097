package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** The sends of a node that have not ended, in order for each destination: one of them is offered at a time. Preallocated. */
final class MpiSends {
    private static final int INDEX_BITS = 16;
    private static final int MASK = 0xFFFF;

    /** Where a send stands. */
    enum State { FREE, WAITING, OFFERED, ACCEPTED }

    /** One send. */
    static final class Send {
        final int index;
        State state = State.FREE;
        int generation;
        int rank;
        int token;
        int tag;
        long order;
        @Nullable Buffer data;

        private Send(int index) {
            this.index = index;
        }

        int bytes() {
            Buffer held = data;
            return held == null ? 0 : held.length();
        }

        int number() {
            return generation << INDEX_BITS | index;
        }
    }

    private final Send[] sends;
    private long nextOrder;

    MpiSends(int count) {
        sends = new Send[count];
        for (int i = 0; i < count; i++) {
            sends[i] = new Send(i);
        }
    }

    @Nullable Send begin(int rank, int token, int tag, @Nullable Buffer data) {
        for (Send send : sends) {
            if (send.state == State.FREE) {
                send.state = State.WAITING;
                send.rank = rank;
                send.token = token;
                send.tag = tag;
                send.data = data;
                send.order = nextOrder++;
                return send;
            }
        }
        return null;
    }

    void end(Send send) {
        Buffer held = send.data;
        send.data = null;
        send.state = State.FREE;
        send.generation = send.generation + 1 & MASK;
        if (held != null) {
            held.release();
        }
    }

    /** {@return the send that a number names, if its destination is the rank} */
    @Nullable Send find(int number, int rank) {
        int index = number & MASK;
        Send send = index < sends.length ? sends[index] : null;
        return send != null && send.state != State.FREE && send.generation == number >>> INDEX_BITS
            && (rank == MpiProtocol.ANY || send.rank == rank) ? send : null;
    }

    /** {@return the next send to a rank that may be offered, or null while another is} */
    @Nullable Send next(int rank) {
        Send first = null;
        for (Send send : sends) {
            if (send.state == State.OFFERED && send.rank == rank) {
                return null;
            }
            if (send.state == State.WAITING && send.rank == rank && (first == null || send.order < first.order)) {
                first = send;
            }
        }
        return first;
    }
}
