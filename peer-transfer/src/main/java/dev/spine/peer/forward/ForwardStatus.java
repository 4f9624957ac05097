package dev.spine.peer.forward;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * What became of the packets of a stream. Any thread.
 *
 * <pre>
 *  request  w4  | organisation [31:16] | 0x0022 [15:0] |
 *           w5  UDP port
 *  reply    w4  standard status; detailed status 0x11 when the port is not forwarded
 *           w5  messages sent           w6  packets taken        w7  packets put on the screen
 *           w8  packets refused by the display                   w9  packets dropped here
 *           w10 packets given up without an answer               w11 malformed packets
 * </pre>
 * Counts are modulo 2^32.
 *
 * @param messages messages sent to the display
 * @param taken packets of the stream that the card offered
 * @param put packets that the display has put
 * @param refused packets that the display refused
 * @param dropped packets for which there was no room in the window, no frame in time or no connection
 * @param unanswered packets of messages that were not answered in time
 * @param malformed packets without a well-formed RTP and payload header
 */
public record ForwardStatus(long messages, long taken, long put, long refused, long dropped, long unanswered, long malformed) {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0022;
    /** Words of the reply. */
    public static final int REPLY_WORDS = 12;
    /** The stream's port, in the request. */
    public static final Field UDP_PORT = Field.u16("UdpPort", 20);
    /** The fields of the request. */
    public static final Layout LAYOUT = Layout.of("ForwardStatus", 24, UDP_PORT);

    private static final long LOW = 0xFFFF_FFFFL;

    /**
     * The request.
     *
     * @param udpPort the stream's port
     * @return the message to send
     */
    public static PrivateMessage message(int udpPort) {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(udpPort), List.of());
    }

    /**
     * Reads a successful reply.
     *
     * @param reply a checked frame
     * @return its values; what is missing is 0
     */
    public static ForwardStatus parse(MessageFrame reply) {
        return new ForwardStatus(at(reply, 5), at(reply, 6), at(reply, 7), at(reply, 8), at(reply, 9), at(reply, 10), at(reply, 11));
    }

    private static long at(MessageFrame reply, int word) {
        return reply.wordOrZero(word) & LOW;
    }

    /** Writes the reply. */
    void write(MessageFrame request, MessageFrame reply) {
        Replies.singleWithRoom(request, reply, RequestStatus.SUCCESS, 0, REPLY_WORDS - Replies.SINGLE_WORDS);
        reply.setWord(5, (int) messages);
        reply.setWord(6, (int) taken);
        reply.setWord(7, (int) put);
        reply.setWord(8, (int) refused);
        reply.setWord(9, (int) dropped);
        reply.setWord(10, (int) unanswered);
        reply.setWord(11, (int) malformed);
    }
}
