package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** Receives that wait for messages, and messages that wait for receives; each matches the oldest that fits. Bounded and preallocated. */
final class MpiMatching {
    private static final int UNEXPECTED = 64;
    private static final int INDEX_BITS = 16;
    private static final int MASK = 0xFFFF;

    /** A receive, or a message that was not expected. */
    static final class Entry {
        private final int index;
        private boolean used;
        private int generation;
        private long order;
        /** Of a receive: whose message has been asked for, or ANY. */
        int wantedFrom = MpiProtocol.ANY;
        int source;
        int tag;
        int bytes;
        /** The token of a receive; the sender's number of a message that was offered. */
        int number;
        @Nullable Buffer data;
        boolean offered;

        private Entry(int index) {
            this.index = index;
        }

        int receiveNumber() {
            return generation << INDEX_BITS | index;
        }
    }

    private final Entry[] receives = entries(MpiProtocol.RECEIVES);
    private final Entry[] unexpected = entries(UNEXPECTED);
    private long nextOrder;

    private static Entry[] entries(int count) {
        Entry[] entries = new Entry[count];
        for (int i = 0; i < count; i++) {
            entries[i] = new Entry(i);
        }
        return entries;
    }

    private @Nullable Entry take(Entry[] from) {
        for (Entry entry : from) {
            if (!entry.used) {
                entry.used = true;
                entry.order = nextOrder++;
                entry.wantedFrom = MpiProtocol.ANY;
                entry.data = null;
                entry.offered = false;
                return entry;
            }
        }
        return null;
    }

    @Nullable Entry newReceive() {
        return take(receives);
    }

    @Nullable Entry newUnexpected() {
        return take(unexpected);
    }

    static void end(Entry entry) {
        entry.used = false;
        entry.data = null;
        entry.generation = entry.generation + 1 & MASK;
    }

    private static boolean matches(int wantedSource, int wantedTag, int source, int tag) {
        boolean tagFits = wantedTag == MpiProtocol.ANY ? tag < MpiProtocol.FIRST_COLLECTIVE_TAG : wantedTag == tag;
        return tagFits && (wantedSource == MpiProtocol.ANY || wantedSource == source);
    }

    /** {@return the oldest receive for a message, or null} */
    @Nullable Entry receiveFor(int source, int tag) {
        Entry first = null;
        for (Entry entry : receives) {
            if (entry.used && entry.wantedFrom == MpiProtocol.ANY && matches(entry.source, entry.tag, source, tag)
                && (first == null || entry.order < first.order)) {
                first = entry;
            }
        }
        return first;
    }

    /** {@return the oldest message for a receive, or null} */
    @Nullable Entry messageFor(int source, int tag) {
        Entry first = null;
        for (Entry entry : unexpected) {
            if (entry.used && matches(source, tag, entry.source, entry.tag) && (first == null || entry.order < first.order)) {
                first = entry;
            }
        }
        return first;
    }

    /** {@return the receive that has asked a rank for data by a number, or null} */
    @Nullable Entry wanting(int number, int rank) {
        int index = number & MASK;
        Entry entry = index < receives.length ? receives[index] : null;
        return entry != null && entry.used && entry.generation == number >>> INDEX_BITS && entry.wantedFrom == rank ? entry : null;
    }
}
