package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What an outgoing message brings: words, a user byte, and pieces of data. One per instance. Belongs to the card's agent. */
final class MessageContent {
    /** The most data of one message. */
    static final int MAX_DATA_BYTES = 1 << 20;

    /** A piece of the data. */
    static final class Piece {
        @Nullable Buffer from;
        @Nullable Lease lease;
        int offset;
        int bytes;

        private void clear() {
            from = null;
            lease = null;
            offset = 0;
            bytes = 0;
        }
    }

    private final int[] words = new int[Message.WORDS];
    private final Piece[] pieces = new Piece[OutgoingMessage.MAX_PIECES];
    private int user;
    private int answerHandler;
    private int count;

    MessageContent() {
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = new Piece();
        }
    }

    /** Nothing is in it. */
    void clear() {
        user = 0;
        answerHandler = 0;
        forgetData();
        Arrays.fill(words, 0);
    }

    void forgetData() {
        for (int i = 0; i < count; i++) {
            pieces[i].clear();
        }
        count = 0;
    }

    int[] words() {
        return words;
    }

    int user() {
        return user;
    }

    void user(int value) {
        user = value & 0xFF;
    }

    int answerHandler() {
        return answerHandler;
    }

    void answerHandler(int handler) {
        answerHandler = handler;
    }

    /** Adds a piece of a buffer; there is room for one. */
    void add(Buffer from, Lease lease, int offset, int bytes) {
        Piece piece = pieces[count++];
        piece.lease = lease;
        piece.from = from;
        piece.offset = offset;
        piece.bytes = bytes;
    }

    /** {@return what the first piece of the data is of, or null when there are none} */
    @Nullable Lease data() {
        return pieces[0].lease;
    }

    /** {@return where the first piece begins} */
    int dataOffset() {
        return pieces[0].offset;
    }

    /** {@return bytes of the first piece} */
    int dataBytes() {
        return pieces[0].bytes;
    }

    /** {@return how many pieces the data are} */
    int pieces() {
        return count;
    }

    /** {@return a piece, which is empty when there are not so many} */
    Piece piece(int index) {
        return pieces[index];
    }

    /** {@return what a piece is of; null when there is no such piece} */
    @Nullable Lease lease(int piece) {
        return pieces[piece].lease;
    }

    /** {@return bytes of a piece} */
    int bytes(int piece) {
        return pieces[piece].bytes;
    }

    /** {@return the bus address of a piece} */
    long address(int piece) {
        Lease lease = pieces[piece].lease;
        return lease == null ? -1 : lease.address() + pieces[piece].offset;
    }

    int allBytes() {
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += pieces[i].bytes;
        }
        return bytes;
    }
}
