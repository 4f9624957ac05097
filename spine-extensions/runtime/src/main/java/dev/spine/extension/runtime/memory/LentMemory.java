package dev.spine.extension.runtime.memory;

import org.jspecify.annotations.Nullable;

/** The pieces of memory that applications on the host lend for the data of messages. Preallocated; belongs to the agent of the place. */
public final class LentMemory {
    /** The most pieces that all applications together lend. */
    static final int MAX = 256;

    /** A piece of an application's memory, the runtime's until data are in it. */
    public static final class Piece {
        private int number;
        private long address;
        private long grant;
        private @Nullable Piece next;

        private Piece() {}

        /** {@return by which number its application knows it} */
        public int number() {
            return number;
        }

        /** {@return its bus address} */
        public long address() {
            return address;
        }

        /** {@return under which the runtime may write there} */
        public long grant() {
            return grant;
        }
    }

    /** Pieces that one listener lends, in the order in which they came. */
    public static final class Pieces {
        private @Nullable Piece first;
        private @Nullable Piece last;

        /** {@return whether nothing is lent} */
        public boolean isEmpty() {
            return first == null;
        }

        /** Lends a piece. */
        public void add(Piece piece) {
            piece.next = null;
            Piece tail = last;
            last = piece;
            if (tail == null) {
                first = piece;
            } else {
                tail.next = piece;
            }
        }

        /** {@return the piece that came first, which is no longer among these, or null} */
        public @Nullable Piece poll() {
            Piece piece = first;
            if (piece != null) {
                first = piece.next;
                if (first == null) {
                    last = null;
                }
            }
            return piece;
        }
    }

    private @Nullable Piece free;
    private int lent;

    /** Memory of which nothing is lent yet. */
    public LentMemory() {
        for (int i = 0; i < MAX; i++) {
            Piece piece = new Piece();
            piece.next = free;
            free = piece;
        }
    }

    /** {@return how many pieces are lent now} */
    public int lent() {
        return lent;
    }

    /** {@return a piece that is lent from now on, or null when {@link #MAX} are} */
    public @Nullable Piece take(int number, long address, long grant) {
        Piece piece = free;
        if (piece != null) {
            free = piece.next;
            lent++;
            piece.number = number;
            piece.address = address;
            piece.grant = grant;
        }
        return piece;
    }

    /** A piece that is in no {@link Pieces} is lent no more. */
    public void putBack(Piece piece) {
        lent--;
        piece.next = free;
        free = piece;
    }
}
