package dev.spine.extension.panic.host.protocol;

import java.util.Arrays;
import java.util.List;

/**
 * An item of an ordered multicast.
 *
 * @param number its place in the one order, from 0 on
 * @param origin the node that has sent it
 * @param own its number among those of that node, from 0 on
 * @param words what its sender gave, 13
 */
public record OrderedItem(int number, int origin, int own, List<Integer> words) {
    /** Words that a sender gives. */
    public static final int WORDS = 13;

    /** Words of an item in packets and in memory. */
    static final int ALL_WORDS = 16;
    static final int FIRST_WORD = 3;

    /** Keeps a copy. */
    public OrderedItem {
        words = List.copyOf(words);
    }

    static OrderedItem of(int[] all) {
        return new OrderedItem(all[0], all[1], all[2], Arrays.stream(all, FIRST_WORD, ALL_WORDS).boxed().toList());
    }
}
