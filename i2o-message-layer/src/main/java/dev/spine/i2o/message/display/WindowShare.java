package dev.spine.i2o.message.display;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;

/**
 * Asks a display for a grant of a window's rectangle, for the bus agent that the request comes from.
 *
 * <pre>
 *  request  w4  | organisation [31:16] | 0x0014 [15:0] |
 *           w5  window
 *  reply    w4  standard status
 *           w5  grant, lower half        w6  grant, upper half
 *           w7  bus address of the first byte that may be used
 *           w8  | bytes between lines [31:0]
 *           w9  | y on the surface [31:16] | x on the surface [15:0] |
 *           w10 | height [31:16] | width [15:0] |      visible part, pixels
 *           w11 | lines above [31:16] | columns left of the visible part [15:0] |
 *           w12 pixel format code
 * </pre>
 *
 * <p>The visible part is what lies within the surface; where a window begins left of it or above, {@code w11} says how many of its columns
 * and lines are hidden before the visible part. Source: this project's display class.
 */
public final class WindowShare {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0014;
    public static final int REQUEST_WORDS = 6;
    /** Words of a successful reply. */
    public static final int REPLY_WORDS = 13;

    private static final int WINDOW_WORD = 5;

    private WindowShare() {}

    /**
     * Writes the request.
     *
     * @param frame an open frame
     * @param initiator TID of the sender
     * @param target TID of the display
     * @param cookie returned in the reply as its transaction context
     * @param window the window's number
     */
    public static void request(MessageFrame frame, int initiator, int target, int cookie, int window) {
        frame.header(REQUEST_WORDS, 0, 0, Function.PRIVATE, initiator, target);
        frame.contexts(0, cookie);
        frame.setWord(4, OrganizationId.SPINE << 16 | CODE);
        frame.setWord(WINDOW_WORD, window);
    }

    /**
     * {@return the window that a request asks for}
     *
     * @param request a checked request
     */
    public static int window(MessageFrame request) {
        return request.wordOrZero(WINDOW_WORD);
    }

    /**
     * Writes a successful reply.
     *
     * @param reply an open reply of at least 13 words
     * @param grant the grant's token
     * @param address bus address of the first byte
     * @param strideBytes bytes between lines
     * @param x left column on the surface, 16 bits
     * @param y top line on the surface, 16 bits
     * @param width visible pixels of a line, 16 bits
     * @param height visible lines, 16 bits
     * @param columnsLeft columns of the window left of the visible part, 16 bits
     * @param linesAbove lines of the window above the visible part, 16 bits
     * @param format pixel format code
     */
    public static void reply(MessageFrame request, MessageFrame reply, long grant, long address, int strideBytes, int x, int y, int width,
        int height, int columnsLeft, int linesAbove, int format) {
        Replies.singleWithRoom(request, reply, RequestStatus.SUCCESS, 0, REPLY_WORDS - Replies.SINGLE_WORDS);
        reply.setWord(5, (int) grant);
        reply.setWord(6, (int) (grant >>> 32));
        reply.setWord(7, (int) address);
        reply.setWord(8, strideBytes);
        reply.setWord(9, y << 16 | x & 0xFFFF);
        reply.setWord(10, height << 16 | width & 0xFFFF);
        reply.setWord(11, linesAbove << 16 | columnsLeft & 0xFFFF);
        reply.setWord(12, format);
    }

    /**
     * {@return whether a reply is long enough to be read}
     *
     * @param reply a successful reply
     */
    public static boolean isComplete(MessageFrame reply) {
        return reply.sizeWords() >= REPLY_WORDS;
    }

    /**
     * {@return the grant's token}
     *
     * @param reply a complete reply
     */
    public static long grant(MessageFrame reply) {
        return (long) reply.word(6) << 32 | reply.word(5) & 0xFFFF_FFFFL;
    }

    /**
     * {@return the bus address of the first byte}
     *
     * @param reply a complete reply
     */
    public static long address(MessageFrame reply) {
        return reply.word(7) & 0xFFFF_FFFFL;
    }

    /**
     * {@return bytes between lines}
     *
     * @param reply a complete reply
     */
    public static int strideBytes(MessageFrame reply) {
        return reply.word(8);
    }

    /**
     * {@return the left column on the surface}
     *
     * @param reply a complete reply
     */
    public static int x(MessageFrame reply) {
        return reply.word(9) & 0xFFFF;
    }

    /**
     * {@return the top line on the surface}
     *
     * @param reply a complete reply
     */
    public static int y(MessageFrame reply) {
        return reply.word(9) >>> 16;
    }

    /**
     * {@return visible pixels of a line}
     *
     * @param reply a complete reply
     */
    public static int width(MessageFrame reply) {
        return reply.word(10) & 0xFFFF;
    }

    /**
     * {@return visible lines}
     *
     * @param reply a complete reply
     */
    public static int height(MessageFrame reply) {
        return reply.word(10) >>> 16;
    }

    /**
     * {@return columns of the window that are hidden left of the visible part}
     *
     * @param reply a complete reply
     */
    public static int columnsLeft(MessageFrame reply) {
        return reply.word(11) & 0xFFFF;
    }

    /**
     * {@return lines of the window that are hidden above the visible part}
     *
     * @param reply a complete reply
     */
    public static int linesAbove(MessageFrame reply) {
        return reply.word(11) >>> 16;
    }

    /**
     * {@return the pixel format's code}
     *
     * @param reply a complete reply
     */
    public static int format(MessageFrame reply) {
        return reply.word(12);
    }
}
