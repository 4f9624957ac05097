package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
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
    public static final int PLACES = ItemPlaces.PLACES;

    /** Its triggers: for items of the other end, and for the number that it expects. */
    static final int ITEM = 2;
    static final int EXPECTED = 3;
    private static final int SEGMENT = 10;

    private final ItemPlaces places;

    /**
     * Loads the program and runs it.
     *
     * @param card where; its VM has the standard clock
     * @param other the hardware address of the other end
     * @param againNs nanoseconds until items of which nothing is heard are sent again, from 100,000 on
     */
    public ReliableLink(PanicCard card, long other, int againNs) {
        places = new ItemPlaces(card, "window", SEGMENT, other, againNs);
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
     * @param each gets them in order
     */
    public void poll(Consumer<int[]> each) {
        places.poll(WORDS, each);
    }

    /** {@return how many items were sent again} */
    public int itemsAgain() {
        return places.program().value("again");
    }

    /** Stops the program, whatever is under way, and takes the memory back. */
    @Override
    public void close() {
        places.close();
    }
}
