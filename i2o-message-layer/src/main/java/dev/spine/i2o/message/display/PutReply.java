package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * The reply to {@link PutRuns} and {@link PutPackets}: how many of them were put. It leaves when the bytes are on the screen, so the
 * initiator may use the source memory again. Thread: the owner of the frame.
 *
 * <pre>
 *  w4  | request status | 0 | detailed status ({@link DisplayStatus})      |
 *  w5  | refused [31:16]         | put [15:0]                             |
 *  w6  | index of the first refused one, 0xFFFFFFFF if there is none      |
 * </pre>
 *
 * <p>Read and written in place; nothing is allocated.
 *
 * <p>Source: this project's display class.
 */
public final class PutReply {
    /** How many runs or packets were put; in a packet, pixels outside the visible rectangle are left out. */
    public static final Field PUT = Field.u16("Put", 20);
    /** How many were refused. */
    public static final Field REFUSED = Field.u16("Refused", 22);
    /** Index of the first that was refused. */
    public static final Field FIRST_REFUSED = Field.u32("FirstRefused", 24);
    /** The fields. */
    public static final Layout LAYOUT = DisplayReply.layout("DisplayPutReply", 28, PUT, REFUSED, FIRST_REFUSED);
    /** {@link #FIRST_REFUSED} when none was. */
    public static final int NONE_REFUSED = -1;

    private PutReply() {
    }

    /**
     * Writes the reply.
     *
     * @param reply where the reply goes
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
     * @param detailedStatus 0, or a value of {@link DisplayStatus}
     * @param put how many were put
     * @param refused how many were refused
     * @param firstRefused index of the first refused one, or {@link #NONE_REFUSED}
     */
    public static void write(
        MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus, int put, int refused, int firstRefused) {
        Replies.single(request, reply, requestStatus, detailedStatus, refused << 16 | put, firstRefused);
    }
}
