package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for their destination to take them: in order for each destination, without one holding another. Bounded and
 * preallocated.
 */
final class Outbox {
    /** Destination of messages to the host; nodes follow. */
    static final int HOST = 0;
    /** Bytes of data in a message to the host that carries a piece of a buffer: words 2 to 11. */
    static final int PIECE_BYTES = 40;

    private static final int WORDS = 12;
    private static final int FIRST_PIECE_WORD = 2;
    private static final int PIECES_AT_ONCE = 64;
    private static final long FIRST_RETRY_NS = 20_000;
    private static final long LAST_RETRY_NS = 1_000_000;

    /** One message, or a buffer that goes to the host in pieces. */
    private static final class Entry {
        final int[] words = new int[WORDS];
        int destination;
        Route route = Route.NOWHERE;
        int user;
        @Nullable Buffer data;
        /** Where the buffer's part begins. */
        int first;
        /** What has not left yet. */
        int offset;
        int end;
        boolean inPieces;
        boolean released;
    }

    private final ExtensionContext context;
    private final int retryHandler;
    private final Entry[] entries;
    private final boolean[] blocked;
    private int count;
    private boolean retrySet;
    private long retryNs = FIRST_RETRY_NS;

    Outbox(ExtensionContext context, int retryHandler, int capacity, int destinations) {
        this.context = context;
        this.retryHandler = retryHandler;
        this.entries = new Entry[capacity];
        for (int i = 0; i < capacity; i++) {
            entries[i] = new Entry();
        }
        this.blocked = new boolean[destinations];
        context.onMessage(retryHandler, this, (outbox, message) -> outbox.onRetry());
    }

    /** {@return how many more messages have room} */
    int free() {
        return entries.length - count;
    }

    /**
     * Enters a message; its words are to be filled, then {@link #flush} sends what can go.
     *
     * @return its words, zeroed, or null when there is no room
     */
    int @Nullable [] add(int destination, Route route, int user) {
        Entry entry = begin(destination, route, user);
        return entry == null ? null : entry.words;
    }

    /** Enters a message with data; a buffer that is to be released is released when the message has left. */
    int @Nullable [] add(int destination, Route route, int user, Buffer data, int offset, int bytes, boolean release) {
        Entry entry = begin(destination, route, user);
        if (entry == null) {
            return null;
        }
        entry.data = data;
        entry.offset = offset;
        entry.end = offset + bytes;
        entry.released = release;
        return entry.words;
    }

    /** Enters a buffer that goes to the host in pieces: word 0 is the token, word 1 the offset from its first byte, then the bytes. */
    boolean addPieces(Route host, int token, Buffer data, int first, int bytes, boolean release) {
        Entry entry = begin(HOST, host, 0);
        if (entry == null) {
            return false;
        }
        entry.words[0] = token;
        entry.data = data;
        entry.first = first;
        entry.offset = first;
        entry.end = first + bytes;
        entry.inPieces = true;
        entry.released = release;
        return true;
    }

    private @Nullable Entry begin(int destination, Route route, int user) {
        if (count == entries.length) {
            return null;
        }
        Entry entry = entries[count++];
        for (int i = 0; i < WORDS; i++) {
            entry.words[i] = 0;
        }
        entry.destination = destination;
        entry.route = route;
        entry.user = user;
        entry.data = null;
        entry.offset = 0;
        entry.end = 0;
        entry.inPieces = false;
        entry.released = false;
        return entry;
    }

    private void onRetry() {
        retrySet = false;
        flush();
    }

    /** Sends what can go, and comes again for the rest. */
    void flush() {
        for (int i = 0; i < blocked.length; i++) {
            blocked[i] = false;
        }
        int before = count;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Entry entry = entries[i];
            if (blocked[entry.destination] || !leaves(entry)) {
                blocked[entry.destination] = true;
                entries[i] = entries[kept];
                entries[kept++] = entry;
            }
        }
        count = kept;
        // A destination that is gone for good must not keep the card busy.
        retryNs = count < before ? FIRST_RETRY_NS : Math.min(2 * retryNs, LAST_RETRY_NS);
        if (count > 0 && !retrySet) {
            retrySet = context.timer(retryNs, retryHandler, 0);
        }
    }

    private boolean leaves(Entry entry) {
        if (entry.inPieces) {
            return piecesLeave(entry);
        }
        OutgoingMessage message = context.message(entry.route);
        if (message == null) {
            return false;
        }
        for (int i = 0; i < WORDS; i++) {
            message.word(i, entry.words[i]);
        }
        message.user(entry.user);
        Buffer data = entry.data;
        if (data != null && entry.end > entry.offset) {
            message.data(data, entry.offset, entry.end - entry.offset);
        }
        message.send();
        end(entry);
        return true;
    }

    private boolean piecesLeave(Entry entry) {
        Buffer data = entry.data;
        if (data == null) {
            return true;
        }
        for (int piece = 0; entry.offset < entry.end; piece++) {
            OutgoingMessage message = piece == PIECES_AT_ONCE ? null : context.message(entry.route);
            if (message == null) {
                return false;
            }
            message.word(0, entry.words[0]).word(1, entry.offset - entry.first);
            int word = FIRST_PIECE_WORD;
            int at = entry.offset;
            int end = Math.min(entry.end, at + PIECE_BYTES);
            for (; at + Integer.BYTES <= end; at += Integer.BYTES) {
                message.word(word++, data.i32(at));
            }
            if (at < end) {
                message.word(word, tail(data, at, end));
            }
            message.send();
            entry.offset = end;
        }
        end(entry);
        return true;
    }

    private static int tail(Buffer data, int from, int end) {
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = value << Byte.SIZE | (from + i < end ? data.u8(from + i) : 0);
        }
        return value;
    }

    private static void end(Entry entry) {
        Buffer data = entry.data;
        entry.data = null;
        entry.route = Route.NOWHERE;
        if (data != null && entry.released) {
            data.release();
        }
    }
}
