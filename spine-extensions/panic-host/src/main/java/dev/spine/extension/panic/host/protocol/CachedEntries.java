package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;

/**
 * A node of a group that caches entries and has cards make copies invalid: {@code cache.pdl}. Node k of n is the home of entries k, k + n
 * and so on: its host writes them. {@link #read}: any thread, as it looks into memory alone; the rest: as {@link PanicCard}.
 */
public final class CachedEntries implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 148;
    /** Entries of a group. */
    public static final int ENTRIES = 64;
    /** The most nodes of a group. */
    public static final int MAX_NODES = 16;

    private static final int FETCH = 1;
    private static final int WRITE = 4;
    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong ENTRY = ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();
    private static final VarHandle ENTRY_HANDLE = ENTRY.varHandle();
    private static final int SEGMENT = 12;
    private static final long DONE_AT = 12;
    private static final int ADDRESSES_AT = 64;
    private static final int ENTRIES_AT = ADDRESSES_AT + MAX_NODES * Long.BYTES;

    private final CardProtocol program;
    private final PanicSegment segment;
    private final int node;
    private final int nodes;
    private int writes;

    /**
     * Loads the program and runs it; all entries are 0.
     *
     * @param card where; its VM has the standard clock
     * @param node which of the nodes this is
     * @param addresses the hardware addresses of all nodes, 2 to 16
     * @param againNs nanoseconds until nodes that have not confirmed are asked again, from 100,000 on
     */
    public CachedEntries(PanicCard card, int node, List<Long> addresses, int againNs) {
        if (addresses.size() < 2 || addresses.size() > MAX_NODES) {
            throw new IllegalArgumentException("a group has 2 to " + MAX_NODES + " nodes, not " + addresses.size());
        }
        this.node = node;
        nodes = addresses.size();
        segment = card.segment(SEGMENT, ENTRIES_AT + ENTRIES * Long.BYTES);
        MemorySegment memory = segment.memory();
        int[] head = {node, nodes, againNs / TICK_NS};
        MemorySegment.copy(head, 0, memory, WORD, 0, head.length);
        for (int i = 0; i < nodes; i++) {
            memory.set(ENTRY, ADDRESSES_AT + (long) i * Long.BYTES, addresses.get(i));
        }
        for (int key = node; key < ENTRIES; key += nodes) {
            memory.set(ENTRY, ENTRIES_AT + (long) key * Long.BYTES, 1L << Integer.SIZE);
        }
        program = CardProtocol.running(card, "cache", segment);
    }

    private static void check(int key) {
        if (key < 0 || key >= ENTRIES) {
            throw new IllegalArgumentException("an entry is 0 to " + (ENTRIES - 1) + ", not " + key);
        }
    }

    /**
     * {@return an entry, without a message; empty when there is no valid copy here: {@link #fetch} it}
     *
     * @param key 0 to 63
     */
    public OptionalInt read(int key) {
        check(key);
        long entry = (long) ENTRY_HANDLE.getAcquire(segment.memory(), ENTRIES_AT + (long) key * Long.BYTES);
        return entry >>> Integer.SIZE == 0 ? OptionalInt.empty() : OptionalInt.of((int) entry);
    }

    /**
     * Asks for a copy of an entry. Question or answer may be lost, and an entry that changes is not given: then ask again.
     *
     * @param key 0 to 63, of another node
     */
    public void fetch(int key) {
        check(key);
        program.send(FETCH, key);
    }

    /**
     * Gives an entry of this home another value. It counts when no other node has the old one any more.
     *
     * @param key 0 to 63, of this home
     * @param value any
     * @return false when the write before is not done
     */
    public boolean write(int key, int value) {
        check(key);
        if (key % nodes != node) {
            throw new IllegalArgumentException("the home of entry " + key + " is node " + key % nodes + ": write it there");
        }
        if (!isWritten()) {
            return false;
        }
        program.send(WRITE, key, value);
        writes++;
        return true;
    }

    /** {@return whether the last write is done} */
    public boolean isWritten() {
        return (int) WORD_HANDLE.getAcquire(segment.memory(), DONE_AT) == writes;
    }

    /** {@return how often nodes that had not confirmed were asked again} */
    public int askedAgain() {
        return program.value("again");
    }

    /** Stops the program and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
