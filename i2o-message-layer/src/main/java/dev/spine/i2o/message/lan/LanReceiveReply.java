package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.TransactionReplyList;
import java.util.ArrayList;
import java.util.List;

/**
 * The reply to {@link LanReceivePost}: buckets that come back, with or without packets. Immutable; any thread.
 *
 * <pre>
 *  w3      control word of a {@link TransactionReplyList}
 *  w4      request status, detailed status ({@link LanStatus})
 *  w5      buckets that the device still holds
 *  w6..    per bucket: its context, then for each packet in it
 *            | flags [31:24]  | offset in the bucket [23:0] |
 *            | status [31:24] | length [23:0]               |
 * </pre>
 *
 * <p>This project sends one packet per bucket (flags 0x80, element size 2), or bare contexts with an error status when buckets are given
 * back. Other forms are read too. On the data path use {@link LanReceiveReplyWriter} and {@link LanReceiveReplyReader}.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header; Linux 2.4, NetBSD and RedCreek drivers.
 *
 * @param requestStatus a value of {@link RequestStatus}
 * @param detailedStatus a value of {@link LanStatus}
 * @param bucketsRemaining buckets that the device still holds
 * @param packets the packets in order; a bucket without packet has one of length -1
 */
public record LanReceiveReply(int requestStatus, int detailedStatus, int bucketsRemaining, List<Packet> packets) implements Reply {
    /** Word index of the list. */
    public static final int LIST_WORD = 6;
    private static final Field BUCKETS_REMAINING = Field.u32("BucketsRemaining", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<LanReceiveReply> KIND = MessageKind.reply(
        Layout.of("LanReceivePostReply", LIST_WORD * Integer.BYTES, TransactionReplyList.COUNT, TransactionReplyList.ELEMENT_WORDS,
            TransactionReplyList.FLAGS, TransactionReplyList.DETAILED_STATUS, TransactionReplyList.REQUEST_STATUS, BUCKETS_REMAINING),
        DeviceClass.LAN, Function.LAN_RECEIVE_POST, LanReceiveReply::parse);

    /**
     * One packet in a bucket.
     *
     * @param bucketContext the bucket's context
     * @param offset byte offset in the bucket
     * @param length bytes; -1 for a bucket that comes back empty
     * @param flags bits of {@link PacketFlags} without those that mark the end of a bucket
     * @param status 0 for a good packet
     */
    public record Packet(int bucketContext, int offset, int length, int flags, int status) {
        /**
         * A bucket that comes back empty.
         *
         * @param bucketContext the bucket's context
         * @return the entry
         */
        public static Packet none(int bucketContext) {
            return new Packet(bucketContext, 0, -1, 0, 0);
        }
    }

    /** Copies the packets. */
    public LanReceiveReply {
        packets = List.copyOf(packets);
    }

    private static LanReceiveReply parse(MessageFrame frame) {
        List<Packet> packets = new ArrayList<>();
        LanReceiveReplyReader reader = new LanReceiveReplyReader();
        reader.begin(frame);
        while (reader.next()) {
            packets.add(reader.hasPacket()
                ? new Packet(reader.bucketContext(), reader.offset(), reader.length(), reader.flags(), reader.status())
                : Packet.none(reader.bucketContext()));
        }
        return new LanReceiveReply(frame.requestStatus(), frame.detailedStatus(), BUCKETS_REMAINING.get(frame), packets);
    }

    @Override
    public MessageKind<LanReceiveReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return LIST_WORD + packets.stream().mapToInt(packet -> packet.length() < 0 ? 1 : 3).sum();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException also if some buckets hold packets and others none: the format has no place for both in one reply
     */
    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.REPLY, LIST_WORD);
        LanReceiveReplyWriter writer = new LanReceiveReplyWriter();
        writer.begin(request, reply);
        for (Packet packet : packets) {
            boolean added = packet.length() < 0
                ? writer.addEmpty(packet.bucketContext())
                : writer.add(packet.bucketContext(), packet.offset(), packet.length(), packet.flags(), packet.status());
            if (!added) {
                throw new IllegalArgumentException("a receive reply holds at most 255 buckets, all with packets or all without");
            }
        }
        writer.end(bucketsRemaining, requestStatus, detailedStatus);
    }
}
