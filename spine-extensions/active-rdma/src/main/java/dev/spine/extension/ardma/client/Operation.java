package dev.spine.extension.ardma.client;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/** What a host asks a server, from its request until its answer is with the host. */
final class Operation {
    /** What is to be done next. */
    enum Step {
        /** It is free. */
        NONE,
        /** The request is to leave. */
        TO_SERVER,
        /** The answer is to come. */
        WAIT,
        /** The answer is to go to the host, behind all pieces of stream. */
        TO_HOST
    }

    final int index;
    final int[] words = new int[Message.WORDS];
    Step step = Step.NONE;
    int generation;
    int server;
    /** The server's, when the host asked. */
    int session;
    int token;
    int kind;
    /** Requests: of how many pieces the server is to be told that they were read; whether it is to be asked whether it still works. */
    int readPieces;
    boolean asks;
    long heardNs;
    private @Nullable Buffer data;
    /** Pieces of stream that are to go to the host, in a ring. */
    private final @Nullable Buffer[] pieces = new @Nullable Buffer[ArdmaProtocol.STREAM_PIECES];
    private int firstPiece;
    private int pieceCount;

    Operation(int index) {
        this.index = index;
    }

    /** {@return its number for the server} */
    int number() {
        return generation << Byte.SIZE | index;
    }

    @Nullable Buffer data() {
        return data;
    }

    /** Takes a message's words from index 2 on, and its data. False when the card can keep no more data. */
    boolean take(Message message) {
        for (int i = 2; i < words.length; i++) {
            words[i] = message.word(i);
        }
        if (message.kind() != Message.Kind.BULK) {
            return true;
        }
        data = message.buffer().keep();
        return data != null;
    }

    /** Takes a piece of stream. False when the card can keep no more. */
    boolean takePiece(Message message) {
        Buffer piece = message.kind() == Message.Kind.BULK && pieceCount < pieces.length ? message.buffer().keep() : null;
        if (piece == null) {
            return false;
        }
        int place = firstPiece + pieceCount;
        pieces[place < pieces.length ? place : place - pieces.length] = piece;
        pieceCount++;
        return true;
    }

    /** {@return the next piece of stream for the host, or null} */
    @Nullable Buffer piece() {
        return pieceCount == 0 ? null : pieces[firstPiece];
    }

    /** It is with the host, or nobody wants it. */
    void dropPiece() {
        Buffer piece = pieces[firstPiece];
        if (piece != null) {
            piece.release();
        }
        pieces[firstPiece] = null;
        firstPiece = firstPiece + 1 == pieces.length ? 0 : firstPiece + 1;
        pieceCount--;
    }

    void clear() {
        for (int i = 0; i < words.length; i++) {
            words[i] = 0;
        }
    }

    void dropData() {
        if (data != null) {
            data.release();
            data = null;
        }
    }

    /** Nobody gets what it has brought. */
    void dropAll() {
        dropData();
        while (pieceCount > 0) {
            dropPiece();
        }
    }

    void free() {
        dropAll();
        step = Step.NONE;
        generation = generation + 1 & 0xFF_FFFF;
    }
}
