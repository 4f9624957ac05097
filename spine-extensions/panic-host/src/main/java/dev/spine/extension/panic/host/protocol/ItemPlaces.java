package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Items in places of a segment, from the host to a program of its card and back: how many were put, done with, have come and were taken;
 * the other end's address and ticks; places to send from, and places for what comes. Used as {@link PanicCard}.
 */
final class ItemPlaces implements AutoCloseable {
    /** Items that can wait, each way. */
    static final int PLACES = 32;
    /** Words of a place that an item may have. */
    static final int WORDS = 16;

    private static final int GO = 1;
    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();
    private static final int PLACE_BYTES = WORDS * Integer.BYTES;
    private static final long DONE_AT = 4;
    private static final long CAME_AT = 8;
    private static final long TAKEN_AT = 12;
    private static final int OUT_AT = PLACE_BYTES;
    private static final int IN_AT = OUT_AT + PLACES * PLACE_BYTES;

    private final PanicSegment segment;
    private final CardProtocol program;
    private int put;
    private int taken;
    /** The program has not heard yet that there is an item. */
    private boolean isGoOwed;

    /** Makes the segment, loads the program and runs it. */
    ItemPlaces(PanicCard card, String name, int number, long other, int againNs) {
        segment = card.segment(number, IN_AT + PLACES * PLACE_BYTES);
        int[] head = {0, 0, 0, 0, (int) (other >>> Integer.SIZE), (int) other, againNs / TICK_NS};
        MemorySegment.copy(head, 0, segment.memory(), WORD, 0, head.length);
        program = CardProtocol.running(card, name, segment);
    }

    CardProtocol program() {
        return program;
    }

    private int done() {
        return (int) WORD_HANDLE.getVolatile(segment.memory(), DONE_AT);
    }

    /** {@return false when all places are taken: the item was not put} */
    boolean send(int[] words) {
        MemorySegment memory = segment.memory();
        if (put - done() == PLACES) {
            return false;
        }
        MemorySegment.copy(words, 0, memory, WORD, OUT_AT + (long) Integer.remainderUnsigned(put, PLACES) * PLACE_BYTES, words.length);
        put++;
        WORD_HANDLE.setVolatile(memory, 0L, put);
        // With items under way, the card looks for more when one is done with.
        isGoOwed |= done() == put - 1;
        try {
            go();
        } catch (InterfaceException e) {
            // The item is there: whoever looks next tells the card, or hears why it cannot be told.
        }
        return true;
    }

    private void go() {
        if (isGoOwed) {
            program.send(GO);
            isGoOwed = false;
        }
    }

    /** Hands on what has come, in order: each time the {@code words} first words of a place, which are the receiver's. */
    void poll(int words, Consumer<int[]> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORD_HANDLE.getAcquire(memory, CAME_AT) - taken;
        for (int i = 0; i < count; i++) {
            int[] item = new int[words];
            MemorySegment.copy(memory, WORD, IN_AT + (long) Integer.remainderUnsigned(taken, PLACES) * PLACE_BYTES, item, 0, words);
            taken++;
            WORD_HANDLE.setRelease(memory, TAKEN_AT, taken);
            each.accept(item);
        }
        go();
    }

    /** Stops the program, whatever is under way, and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
