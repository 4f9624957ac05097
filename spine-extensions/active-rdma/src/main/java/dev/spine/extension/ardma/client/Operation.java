package dev.spine.extension.ardma.client;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
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
        /** A piece of stream is to go to the host, which then says to go on. */
        PIECE_TO_HOST,
        /** The answer is to go to the host. */
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
    /** Requests: whether the server is to be told that a piece was read; whether it is to be asked whether it still works. */
    boolean goesOn;
    boolean asks;
    long heardNs;
    private @Nullable Buffer data;

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

    void free() {
        dropData();
        step = Step.NONE;
        generation = generation + 1 & 0xFF_FFFF;
    }
}
