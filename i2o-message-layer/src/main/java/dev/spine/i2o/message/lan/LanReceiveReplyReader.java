package dev.spine.i2o.message.lan;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.TransactionReplyList;

/**
 * Walks a receive reply on the data path: allocated once, pointed at reply after reply.
 *
 * <p>Whatever the words are, it throws nothing and stops at the end of the frame. It does not know the buckets: the caller checks that a
 * context is one of its own, and that offset and length lie within that bucket. Confined to one agent.
 */
public final class LanReceiveReplyReader {
    private static final int PACKET_WORDS = 2;

    private MessageFrame reply = new MessageFrame();
    private int position;
    private int end;
    private int bucketsLeft;
    private int elementWords;
    private boolean barren;
    private boolean insideBucket;
    private int bucketContext;
    private boolean packet;
    private int first;
    private int second;

    /** Makes a reader that points at nothing. */
    public LanReceiveReplyReader() {
    }

    /**
     * Points the reader at a reply.
     *
     * @param frame a checked frame, a reply with this function and no transport failure; its view must stay pointed at it
     */
    public void begin(MessageFrame frame) {
        reply = frame;
        position = Math.max(frame.sglOffsetWords(), LanReceiveReply.LIST_WORD);
        end = frame.sizeWords();
        bucketsLeft = TransactionReplyList.COUNT.get(frame);
        elementWords = TransactionReplyList.ELEMENT_WORDS.get(frame);
        barren = frame.requestStatus() != RequestStatus.SUCCESS
            || (TransactionReplyList.FLAGS.get(frame) == TransactionReplyList.SINGLE_FIXED && elementWords == 0);
        insideBucket = false;
        packet = false;
    }

    /**
     * Goes to the next packet, or to the next bucket that comes back empty.
     *
     * @return false: there is no more
     */
    public boolean next() {
        if (insideBucket) {
            return nextPacket();
        }
        if (bucketsLeft == 0 || position >= end) {
            return false;
        }
        bucketsLeft--;
        bucketContext = reply.word(position);
        position++;
        if (barren) {
            packet = false;
            position += elementWords;
            return true;
        }
        return nextPacket();
    }

    private boolean nextPacket() {
        if (end - position < PACKET_WORDS) {
            position = end;
            insideBucket = false;
            return false;
        }
        packet = true;
        first = reply.word(position);
        second = reply.word(position + 1);
        boolean oneFixedPacket = elementWords >= PACKET_WORDS;
        position += oneFixedPacket ? elementWords : PACKET_WORDS;
        insideBucket = !oneFixedPacket && (first >>> 24 & PacketFlags.LAST_IN_BUCKET) == 0;
        return true;
    }

    /**
     * The bucket that the packet is in, or that comes back empty.
     *
     * @return the context that the buffer had when it was posted; any value from a peer
     */
    public int bucketContext() {
        return bucketContext;
    }

    /** {@return whether the bucket holds a packet; false: the bucket comes back empty, and the accessors below mean nothing} */
    public boolean hasPacket() {
        return packet;
    }

    /** {@return where the packet begins: byte offset in the bucket, 24 bits} */
    public int offset() {
        return first & 0xFFFFFF;
    }

    /** {@return how long the packet is: bytes, 24 bits} */
    public int length() {
        return second & 0xFFFFFF;
    }

    /** {@return what is said about the packet: bits of {@link PacketFlags} without the marks of a bucket's end} */
    public int flags() {
        return first >>> 24 & ~PacketFlags.LAST_IN_REPLY;
    }

    /** {@return whether the packet is good: 0 for good} */
    public int status() {
        return second >>> 24;
    }
}
