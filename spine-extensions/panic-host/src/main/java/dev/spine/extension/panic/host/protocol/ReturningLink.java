package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;

/**
 * One end of a link whose receiver sends back what it has no room for: {@code return.pdl}. Each item arrives once, over a wire that loses
 * none; their order may change. Used as {@link PanicCard}.
 */
public final class ReturningLink implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 147;
    /** Words of an item. */
    public static final int WORDS = 15;
    /** Items that can wait, at each end. */
    public static final int PLACES = 32;

    /** Its triggers: an item of the other end, one that has come back, one that was accepted. */
    static final int ITEM = 2;
    static final int BACK = 3;
    static final int ACCEPTED = 4;
    private static final int GO = 1;

    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();
    private static final int SEGMENT = 11;
    private static final int PLACE_BYTES = 64;
    private static final long ACCEPTED_AT = 4;
    private static final long CAME_AT = 8;
    private static final long TAKEN_AT = 12;
    private static final int OUT_AT = PLACE_BYTES;
    private static final int IN_AT = OUT_AT + PLACES * PLACE_BYTES;

    private final CardProtocol program;
    private final PanicSegment segment;
    private int put;
    private int taken;

    /**
     * Loads the program and runs it.
     *
     * @param card where; its VM has the standard clock
     * @param other the hardware address of the other end
     * @param againNs nanoseconds until what came back is sent again, from 100,000 on
     */
    public ReturningLink(PanicCard card, long other, int againNs) {
        segment = card.segment(SEGMENT, IN_AT + PLACES * PLACE_BYTES);
        int[] head = {0, 0, 0, 0, (int) (other >>> Integer.SIZE), (int) other, againNs / TICK_NS};
        MemorySegment.copy(head, 0, segment.memory(), WORD, 0, head.length);
        program = CardProtocol.running(card, "return", segment);
    }

    /**
     * Sends an item.
     *
     * @param words 15
     * @return false when {@value #PLACES} wait: try again later
     */
    public boolean send(int... words) {
        if (words.length != WORDS) {
            throw new IllegalArgumentException("an item has " + WORDS + " words, not " + words.length);
        }
        MemorySegment memory = segment.memory();
        if (put - (int) WORD_HANDLE.getVolatile(memory, ACCEPTED_AT) == PLACES) {
            return false;
        }
        MemorySegment.copy(words, 0, memory, WORD, OUT_AT + (long) Integer.remainderUnsigned(put, PLACES) * PLACE_BYTES, WORDS);
        put++;
        WORD_HANDLE.setVolatile(memory, 0L, put);
        // With items under way, the card looks for more when one is accepted.
        if ((int) WORD_HANDLE.getVolatile(memory, ACCEPTED_AT) == put - 1) {
            program.send(GO);
        }
        return true;
    }

    /**
     * Looks for items since the last call.
     *
     * @param each gets their words and their numbers, in the order in which they were accepted
     */
    public void poll(ObjIntConsumer<int[]> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORD_HANDLE.getAcquire(memory, CAME_AT) - taken;
        for (int i = 0; i < count; i++) {
            int[] words = new int[WORDS];
            long at = IN_AT + (long) Integer.remainderUnsigned(taken, PLACES) * PLACE_BYTES;
            int number = memory.get(WORD, at);
            MemorySegment.copy(memory, WORD, at + Integer.BYTES, words, 0, WORDS);
            taken++;
            WORD_HANDLE.setRelease(memory, TAKEN_AT, taken);
            each.accept(words, number);
        }
    }

    /** {@return how many messages came back} */
    public int returned() {
        return program.value("returned");
    }

    /** Stops the program, whatever is under way, and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
