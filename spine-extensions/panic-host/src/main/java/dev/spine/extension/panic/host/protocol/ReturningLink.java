package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import java.util.Arrays;
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
    public static final int PLACES = ItemPlaces.PLACES;

    /** Its triggers: an item of the other end, one that has come back, one that was accepted. */
    static final int ITEM = 2;
    static final int BACK = 3;
    static final int ACCEPTED = 4;
    private static final int SEGMENT = 11;

    private final ItemPlaces places;

    /**
     * Loads the program and runs it.
     *
     * @param card where; its VM has the standard clock
     * @param other the hardware address of the other end
     * @param againNs nanoseconds until what came back is sent again, from 100,000 on
     */
    public ReturningLink(PanicCard card, long other, int againNs) {
        places = new ItemPlaces(card, "return", SEGMENT, other, againNs);
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
        return places.send(words);
    }

    /**
     * Looks for items since the last call, and tells the card of what it could not be told before; an exception says why it still cannot.
     *
     * @param each gets their words and their numbers, in the order in which they were accepted
     */
    public void poll(ObjIntConsumer<int[]> each) {
        places.poll(WORDS + 1, item -> each.accept(Arrays.copyOfRange(item, 1, item.length), item[0]));
    }

    /** {@return how many messages came back} */
    public int returned() {
        return places.program().value("returned");
    }

    /** Stops the program, whatever is under way, and takes the memory back. */
    @Override
    public void close() {
        places.close();
    }
}
