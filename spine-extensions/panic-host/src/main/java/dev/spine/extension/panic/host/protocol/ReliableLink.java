package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * One end of a sliding window aboard cards: {@code window.pdl}. The host puts items into memory and takes those of the other end from it;
 * the cards see to losses, order and the flow. Used as {@link PanicCard}.
 */
public final class ReliableLink implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 146;
    /** Words of an item. */
    public static final int WORDS = 15;
    /** Items that can wait, at each end. */
    public static final int PLACES = 32;

    /** Its triggers: for items of the other end, and for the number that it expects. */
    static final int ITEM = 2;
    static final int EXPECTED = 3;
    private static final int GO = 1;

    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();
    private static final int SEGMENT = 10;
    private static final int PLACE_BYTES = 64;
    private static final long CONFIRMED_AT = 4;
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
     * @param againNs nanoseconds until items of which nothing is heard are sent again, from 100,000 on
     */
    public ReliableLink(PanicCard card, long other, int againNs) {
        segment = card.segment(SEGMENT, IN_AT + PLACES * PLACE_BYTES);
        int[] head = {0, 0, 0, 0, (int) (other >>> Integer.SIZE), (int) other, againNs / TICK_NS};
        MemorySegment.copy(head, 0, segment.memory(), WORD, 0, head.length);
        program = CardProtocol.running(card, "window", segment);
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
        int confirmed = (int) WORD_HANDLE.getVolatile(memory, CONFIRMED_AT);
        if (put - confirmed == PLACES) {
            return false;
        }
        MemorySegment.copy(words, 0, memory, WORD, OUT_AT + (long) Integer.remainderUnsigned(put, PLACES) * PLACE_BYTES, WORDS);
        put++;
        WORD_HANDLE.setVolatile(memory, 0L, put);
        // With items under way, the card looks for more when one is confirmed.
        if ((int) WORD_HANDLE.getVolatile(memory, CONFIRMED_AT) == put - 1) {
            program.send(GO);
        }
        return true;
    }

    /**
     * Looks for items since the last call.
     *
     * @param each gets them in order
     */
    public void poll(Consumer<int[]> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORD_HANDLE.getAcquire(memory, CAME_AT) - taken;
        for (int i = 0; i < count; i++) {
            int[] words = new int[WORDS];
            MemorySegment.copy(memory, WORD, IN_AT + (long) Integer.remainderUnsigned(taken, PLACES) * PLACE_BYTES, words, 0, WORDS);
            taken++;
            WORD_HANDLE.setRelease(memory, TAKEN_AT, taken);
            each.accept(words);
        }
    }

    /** {@return how many items were sent again} */
    public int itemsAgain() {
        return program.value("again");
    }

    /** Stops the program, whatever is under way, and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
