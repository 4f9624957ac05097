package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * An order to a block mover: a private message of this project with the following words from word 5 on. Any thread.
 *
 * <pre>
 *  open     iopId, tid of the disk                                     answered when the disk has said what it is
 *  receive  UDP port                                                   answered at once
 *  send     position (2), bytes (2), bytes of a packet, receiver's hardware address (2), sender's and receiver's IP address, UDP port
 *  show     position (2), bytes (2), IOP_ID and TID of the display, window, width and height in pixels, code of the pixel format
 *           both: how often, times 2, plus 1 to be answered at the end instead of at the beginning; microseconds until then
 * </pre>
 * An ordinary reply. Detailed status on refusal: 0x11 a value is impossible; 0x1B an order of this kind is being carried out; 0x1C there is
 * no such disk, display or wire. At the end of send and show, word 5 counts the chunks that failed.
 */
public final class MoveOrder {
    /** Use a disk. */
    public static final int OPEN = 0x0031;
    /** Write the packets of a port to the disk. */
    public static final int RECEIVE = 0x0032;
    /** Send an extent of the disk as packets. */
    public static final int SEND = 0x0033;
    /** Show an extent of the disk in a window. */
    public static final int SHOW = 0x0034;

    private static final int PAYLOAD_WORD = 5;
    static final int LAPS = 10;
    static final int DELAY_US = 11;

    private MoveOrder() {}

    /**
     * {@return an order to send}
     *
     * @param code which
     * @param words its words
     */
    public static PrivateMessage message(int code, Integer... words) {
        return new PrivateMessage(OrganizationId.SPINE, code, List.of(words), List.of());
    }

    static boolean isAnsweredAtEnd(MessageFrame order) {
        return (word(order, LAPS) & 1) != 0;
    }

    static int word(MessageFrame order, int index) {
        return order.wordOrZero(PAYLOAD_WORD + index);
    }

    static long longAt(MessageFrame order, int index) {
        return (long) word(order, index + 1) << Integer.SIZE | word(order, index) & 0xFFFF_FFFFL;
    }
}
