package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;

/**
 * A frame of a batch that no processor copies, because a copy would cost more ({@link ExtensionContext#copyLimit}): the batch has only a
 * description of it, and the other card's DMA engine fetches it from the receive buffer where it came in, behind the batch. A packet is
 * read-only; so the description says what the frame's header becomes, and the other card's router writes it into its copy.
 */
final class WholeFrame {
    /** Bytes of a description, with the header that every frame of a batch has. */
    static final int DESCRIPTION_BYTES = RouterProtocol.FRAME_HEADER + RouterProtocol.WHOLE_BYTES;

    private static final int MAC = 14;
    private static final int SOURCE = 8;

    private WholeFrame() {}

    /**
     * Says what the header of a frame becomes.
     *
     * @param batch where the description is written
     * @param at where in it
     * @param entries the next hops
     * @param hop where the frame's next hop is
     * @param place where in the frame the word of the IP header is that changes
     * @param word what that word becomes
     */
    static void describe(Buffer batch, int at, Buffer entries, int hop, int place, int word) {
        batch.put64(at + RouterProtocol.WHOLE_MAC, entries.i64(hop + NextHops.MAC_HEADER));
        batch.put32(at + RouterProtocol.WHOLE_MAC + Long.BYTES, entries.i32(hop + NextHops.SOURCE));
        batch.put32(at + RouterProtocol.WHOLE_PLACE, place);
        batch.put32(at + RouterProtocol.WHOLE_WORD, word);
    }

    /** {@return whether what stands in a batch is the description of a frame, which itself stands behind the batch} */
    static boolean isDescribed(Buffer batch, int header) {
        return batch.i32(header + RouterProtocol.FRAME_PORT) < 0;
    }

    /**
     * {@return where the frame is that is described, or -1 when it is not within the data of its batch}
     *
     * @param batch with what stands behind it
     * @param header where the frame's header is
     * @param near bytes of the batch alone
     */
    static int place(Buffer batch, int header, int near) {
        if (header > near - DESCRIPTION_BYTES) {
            return -1;
        }
        int bytes = batch.i32(header);
        int behind = batch.i32(header + RouterProtocol.FRAME_HEADER + RouterProtocol.WHOLE_BEHIND);
        int rest = batch.length() - near;
        return bytes < MAC || behind < 0 || behind > rest - bytes ? -1 : near + behind;
    }

    /**
     * Writes the headers that descriptions say into the frames behind a batch: {@return whether each of them could be, and it has no more
     * frames than a batch may} Once, when the batch has come: stages may change them afterwards.
     *
     * @param batch with what stands behind it
     * @param near bytes of the batch alone
     */
    static boolean completeAll(Buffer batch, int near) {
        int next = 0;
        int frames = 0;
        for (int header = 0; header <= near - RouterProtocol.FRAME_HEADER; header = next) {
            next = RouterProtocol.nextFrame(batch, header);
            if (++frames > RouterProtocol.MAX_FRAMES || next <= header || next > near
                || isDescribed(batch, header) && !complete(batch, header, near)) {
                return false;
            }
        }
        return true;
    }

    private static boolean complete(Buffer batch, int header, int near) {
        int at = header + RouterProtocol.FRAME_HEADER;
        int frame = place(batch, header, near);
        int place = batch.i32(at + RouterProtocol.WHOLE_PLACE);
        if (frame < 0 || place < MAC || place > batch.i32(header) - Integer.BYTES) {
            return false;
        }
        batch.put64(frame, batch.i64(at + RouterProtocol.WHOLE_MAC));
        batch.put32(frame + SOURCE, batch.i32(at + RouterProtocol.WHOLE_MAC + Long.BYTES));
        batch.put32(frame + place, batch.i32(at + RouterProtocol.WHOLE_WORD));
        return true;
    }
}
