package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * A node of an ordered multicast aboard cards: {@code order.pdl}. The host gives items and finds those of all nodes in its memory, in the
 * one order; token, losses and order are the cards' affair. A host that does not {@link #poll} holds all others up. Used as {@link
 * PanicCard}.
 */
public final class OrderedMulticast implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 145;
    /** Items of this node that can be without a number. */
    public static final int MAX_WAITING = 8;

    /** Its triggers: the token, an item of this host, an item of another node, a receipt of the token. */
    static final int TOKEN = 1;
    private static final int OWN = 2;
    static final int ITEM = 3;
    static final int RECEIPT = 4;

    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    private static final int SEGMENT = 9;
    private static final int PLACES = 256;
    private static final int PLACE_BYTES = 64;
    private static final long TAKEN_AT = Integer.BYTES;

    private final CardProtocol program;
    private final PanicSegment segment;
    private final int node;
    private int taken;
    private int given;
    private int returned;

    /**
     * Loads the program and runs it.
     *
     * @param card where; its VM has the standard clock
     * @param plan the node's place
     */
    public OrderedMulticast(PanicCard card, OrderPlan plan) {
        node = plan.node();
        segment = card.segment(SEGMENT, PLACE_BYTES + PLACES * PLACE_BYTES);
        int[] head = {0, 0, node, (int) (plan.successor() >>> Integer.SIZE), (int) plan.successor(), plan.againNs() / TICK_NS,
            plan.isFirst() ? 1 : 0};
        MemorySegment.copy(head, 0, segment.memory(), WORD, 0, head.length);
        program = CardProtocol.running(card, "order", segment);
    }

    /**
     * Sends an item to all nodes, this one among them.
     *
     * @param words 13
     * @return false when {@value #MAX_WAITING} are under way: try again when {@link #poll} has brought one of this node
     */
    public boolean send(int... words) {
        if (words.length != OrderedItem.WORDS) {
            throw new IllegalArgumentException("an item has " + OrderedItem.WORDS + " words, not " + words.length);
        }
        if (given - returned == MAX_WAITING) {
            return false;
        }
        program.send(OWN, words);
        given++;
        return true;
    }

    /**
     * Looks for items since the last call.
     *
     * @param each gets them in order
     */
    public void poll(Consumer<OrderedItem> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORDS.getAcquire(memory, 0L) - taken;
        for (int i = 0; i < count; i++) {
            int[] words = new int[OrderedItem.ALL_WORDS];
            long at = PLACE_BYTES + (long) Integer.remainderUnsigned(taken, PLACES) * PLACE_BYTES;
            MemorySegment.copy(memory, WORD, at, words, 0, words.length);
            taken++;
            WORDS.setRelease(memory, TAKEN_AT, taken);
            OrderedItem item = OrderedItem.of(words);
            returned += item.origin() == node ? 1 : 0;
            each.accept(item);
        }
    }

    /** {@return how often the token was sent again as no receipt came} */
    public int tokensAgain() {
        return program.value("again");
    }

    /** {@return how many items were sent again for nodes that lacked them} */
    public int itemsAgain() {
        return program.value("resent");
    }

    /** Stops the program and takes the memory back: the ring is broken then. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
