package dev.spine.peer.bridge;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * What became of the packets of a bridge. Any thread.
 *
 * <pre>
 *  request  w4  | organisation [31:16] | 0x0042 [15:0] |
 *  reply    w4  standard status; detailed status 0x11 when the bridge does not run
 *           w5  messages sent           w6  packets taken        w7  packets that the other port has sent
 *           w8  packets refused by it   w9  packets dropped here w10 packets given up without an answer
 * </pre>
 * Counts are modulo 2^32.
 *
 * @param messages messages sent to the other port
 * @param taken packets that the card offered
 * @param sent packets that the other port has sent
 * @param refused packets that it refused, or did not name in its last reply
 * @param dropped packets for which there was no room in the window, no frame in time or no connection, or that were not complete
 * @param unanswered packets of messages that were not answered in time
 */
public record BridgeStatus(long messages, long taken, long sent, long refused, long dropped, long unanswered) {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0042;
    /** Words of the reply. */
    public static final int REPLY_WORDS = 11;

    private static final long LOW = 0xFFFF_FFFFL;

    /** {@return the request} */
    public static PrivateMessage message() {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(), List.of());
    }

    /**
     * Reads a successful reply.
     *
     * @param reply a checked frame
     * @return its values; what is missing is 0
     */
    public static BridgeStatus parse(MessageFrame reply) {
        return new BridgeStatus(at(reply, 5), at(reply, 6), at(reply, 7), at(reply, 8), at(reply, 9), at(reply, 10));
    }

    private static long at(MessageFrame reply, int word) {
        return reply.wordOrZero(word) & LOW;
    }

    /** Writes the reply. */
    void write(MessageFrame request, MessageFrame reply) {
        Replies.singleWithRoom(request, reply, RequestStatus.SUCCESS, 0, REPLY_WORDS - Replies.SINGLE_WORDS);
        reply.setWord(5, (int) messages);
        reply.setWord(6, (int) taken);
        reply.setWord(7, (int) sent);
        reply.setWord(8, (int) refused);
        reply.setWord(9, (int) dropped);
        reply.setWord(10, (int) unanswered);
    }
}
