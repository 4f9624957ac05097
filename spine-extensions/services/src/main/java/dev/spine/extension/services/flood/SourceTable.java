package dev.spine.extension.services.flood;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;

/**
 * What is known of sources, in memory of the card: when the next packet of a kind is due from each. In sets of four; a new source takes the
 * place of the one that was quiet longest, of one that has proven itself only when there is no other.
 */
final class SourceTable {
    static final int BYTES = 32;

    private static final int WAYS = 4;
    private static final int PROVEN = 1 << 16;
    private static final int HIGH = 0;
    private static final int LOW = 8;
    private static final int KIND = 16;
    private static final int DUE = 24;

    private final Buffer memory;
    private final int sets;
    private final long salt;
    private final Counter evicted;

    SourceTable(Buffer memory, int sources, long salt, Counter evicted) {
        this.memory = memory;
        this.sets = sources / WAYS;
        this.salt = salt;
        this.evicted = evicted;
    }

    /** Where a source is, or -1. The kind is never 0. */
    int find(int kind, long high, long low) {
        int at = set(kind, high, low);
        for (int way = 0; way < WAYS; way++, at += BYTES) {
            if ((memory.i32(at + KIND) & PROVEN - 1) == kind && memory.i64(at + LOW) == low && memory.i64(at + HIGH) == high) {
                return at;
            }
        }
        return -1;
    }

    /** Makes a place for a source that has none. */
    int add(int kind, long high, long low, long nowNs) {
        int first = set(kind, high, low);
        int place = first;
        long quietest = Long.MAX_VALUE;
        for (int at = first; at < first + WAYS * BYTES; at += BYTES) {
            int its = memory.i32(at + KIND);
            if (its == 0) {
                place = at;
                break;
            }
            // A day later than any other: whoever has proven himself goes last.
            long due = memory.i64(at + DUE) + ((its & PROVEN) != 0 ? 86_400_000_000_000L : 0);
            if (due < quietest) {
                quietest = due;
                place = at;
            }
        }
        if (memory.i32(place + KIND) != 0) {
            evicted.increment();
        }
        memory.put64(place + HIGH, high);
        memory.put64(place + LOW, low);
        memory.put32(place + KIND, kind);
        memory.put64(place + DUE, nowNs);
        return place;
    }

    private int set(int kind, long high, long low) {
        long mixed = (salt ^ kind ^ high) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 32 ^ low) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 29) * 0x94D0_49BB_1331_11EBL;
        return ((int) (mixed ^ mixed >>> 32) & sets - 1) * WAYS * BYTES;
    }

    long due(int at) {
        return memory.i64(at + DUE);
    }

    void due(int at, long dueNs) {
        memory.put64(at + DUE, dueNs);
    }

    boolean isProven(int at) {
        return (memory.i32(at + KIND) & PROVEN) != 0;
    }

    void prove(int at) {
        memory.put32(at + KIND, memory.i32(at + KIND) | PROVEN);
    }
}
