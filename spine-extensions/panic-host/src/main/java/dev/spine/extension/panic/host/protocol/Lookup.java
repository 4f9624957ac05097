package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * A node of a directory whose questions cards answer: {@code lookup.pdl} on its card. A question goes to all nodes; the card of the one
 * that has the entry answers, and no host is interrupted. {@link #poll}: one thread at a time, any; the rest: as {@link PanicCard}.
 */
public final class Lookup implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 142;
    /** Its trigger for questions. */
    static final int QUESTION = 1;
    /** Its trigger for answers. */
    static final int ANSWER = 2;

    private static final int ASK = 3;
    private static final int NEW_ENTRIES = 4;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    private static final int SEGMENT = 7;
    private static final int PLACES = 64;
    private static final int PLACE_BYTES = 16;
    private static final int ANSWERS_AT = 64;
    private static final int KEYS_AT = ANSWERS_AT + PLACES * PLACE_BYTES;
    private static final int VALUES_AT = KEYS_AT + LookupTable.PLACES * Integer.BYTES;
    private static final int COUNT_MASK = 0x3FFF_FFFF;

    private final CardProtocol program;
    private final PanicSegment segment;
    private int number;
    private int taken;

    /**
     * Loads the program and runs it.
     *
     * @param card where
     * @param table the entries of this node
     */
    public Lookup(PanicCard card, LookupTable table) {
        segment = card.segment(SEGMENT, VALUES_AT + LookupTable.PLACES * Integer.BYTES);
        program = CardProtocol.running(card, "lookup", segment);
        change(table);
    }

    /**
     * Gives the card other entries.
     *
     * @param table all entries of this node from now on
     */
    public void change(LookupTable table) {
        for (int place = 0; place < LookupTable.PLACES; place++) {
            segment.memory().set(WORD, KEYS_AT + (long) place * Integer.BYTES, table.key(place));
            segment.memory().set(WORD, VALUES_AT + (long) place * Integer.BYTES, table.valueAt(place));
        }
        program.send(NEW_ENTRIES);
    }

    /**
     * Asks all other nodes. A question or its answer may be lost, and nobody answers for an entry that is not there: then ask again.
     *
     * @param key not 0
     * @return the question's number
     */
    public int ask(int key) {
        number++;
        program.send(ASK, key, number);
        return number;
    }

    /**
     * Looks for answers since the last call. Of more than 64, the oldest are lost.
     *
     * @param each gets them, oldest first
     */
    public void poll(Consumer<LookupAnswer> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORDS.getAcquire(memory, 0L);
        int first = (count - taken & COUNT_MASK) > PLACES ? count - PLACES & COUNT_MASK : taken;
        for (int i = first; i != count; i = i + 1 & COUNT_MASK) {
            int[] words = new int[LookupAnswer.WORDS];
            MemorySegment.copy(memory, WORD, ANSWERS_AT + (long) (i % PLACES) * PLACE_BYTES, words, 0, words.length);
            each.accept(LookupAnswer.of(words));
        }
        taken = count;
    }

    /** Stops the program and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
