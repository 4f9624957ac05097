package dev.spine.i2o.message.lan;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.message.TransactionReplyList;

/**
 * Writes receive replies on the data path: allocated once, pointed again for each reply, one packet per bucket.
 *
 * <p>Confined to one agent. The reply's view must stay pointed at its frame until {@link #end}.
 */
public final class LanReceiveReplyWriter {
    private static final int PACKET_WORDS = 2;

    private MessageFrame reply = new MessageFrame();
    private int words;
    private int count;
    private int elementWords;

    /** Makes a writer that points at nothing. */
    public LanReceiveReplyWriter() {
    }

    /**
     * Begins a reply.
     *
     * @param request the request that posted the buckets, or a frame that keeps its header
     * @param reply a frame that the caller holds, with room for 9 words or more
     */
    public void begin(MessageFrame request, MessageFrame reply) {
        this.reply = reply;
        words = LanReceiveReply.LIST_WORD;
        count = 0;
        elementWords = 0;
        Replies.begin(request, reply, words, MessageFlags.REPLY, words);
    }

    /**
     * Adds a bucket with one packet.
     *
     * @param bucketContext the bucket's context
     * @param offset byte offset of the packet in the bucket, 24 bits
     * @param length bytes of the packet, 24 bits
     * @param flags bits of {@link PacketFlags}; the marks of the bucket's end are added here
     * @param status 0 for a good packet
     * @return false: no room, or the reply already holds empty buckets; end it and begin another
     */
    public boolean add(int bucketContext, int offset, int length, int flags, int status) {
        boolean mixed = count > 0 && elementWords == 0;
        if (mixed || !hasRoom(1 + PACKET_WORDS)) {
            return false;
        }
        elementWords = PACKET_WORDS;
        reply.setWord(words, bucketContext);
        reply.setWord(words + 1, (flags | PacketFlags.LAST_IN_BUCKET) << 24 | offset & 0xFFFFFF);
        reply.setWord(words + 2, status << 24 | length & 0xFFFFFF);
        words += 1 + PACKET_WORDS;
        count++;
        return true;
    }

    /**
     * Adds a bucket that comes back empty.
     *
     * @param bucketContext the bucket's context
     * @return false: no room, or the reply already holds packets; end it and begin another
     */
    public boolean addEmpty(int bucketContext) {
        if (elementWords != 0 || !hasRoom(1)) {
            return false;
        }
        reply.setWord(words, bucketContext);
        words++;
        count++;
        return true;
    }

    private boolean hasRoom(int moreWords) {
        return count < TransactionReplyList.MAX_COUNT && (words + moreWords) * Integer.BYTES <= reply.slotBytes();
    }

    /** {@return how many buckets the reply holds so far} */
    public int count() {
        return count;
    }

    /**
     * Ends the reply.
     *
     * @param bucketsRemaining buckets that the device still holds
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}; not success if the buckets come back empty
     * @param detailedStatus a value of {@link LanStatus}
     */
    public void end(int bucketsRemaining, int requestStatus, int detailedStatus) {
        if (elementWords != 0) {
            int lastFlags = words - PACKET_WORDS;
            reply.setWord(lastFlags, reply.word(lastFlags) | PacketFlags.LAST_IN_REPLY << 24);
        }
        int form = elementWords != 0 ? TransactionReplyList.MULTIPLE_FIXED : TransactionReplyList.SINGLE_FIXED;
        reply.resize(words);
        TransactionReplyList.write(reply, TransactionReplyList.control(form, elementWords, count), requestStatus, detailedStatus);
        reply.setWord(LanReceiveReply.LIST_WORD - 1, bucketsRemaining);
    }
}
