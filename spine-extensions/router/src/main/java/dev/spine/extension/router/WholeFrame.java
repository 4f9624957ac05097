package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;

/**
 * A large frame that goes to another card by itself: the other card's DMA engine fetches it from the receive buffer where it came in, so no
 * processor copies it. A packet is read-only; so the message says what the frame's header becomes, and the other card's router writes it
 * into its copy.
 */
final class WholeFrame {
    /** From how many bytes on a frame goes by itself: a copy costs more than a message then. */
    static final int LEAST_BYTES = 8 << 10;

    private static final int MAC = 14;
    private static final int SOURCE = 8;

    private WholeFrame() {}

    /**
     * Sends a frame.
     *
     * @param message has the frame as its data, and the words of a train
     * @param entries the next hops
     * @param hop where the frame's next hop is
     * @param offload what is left to be done with it
     * @param place where in the frame the word of the IP header is that changes
     * @param word what that word becomes
     */
    static void send(OutgoingMessage message, Buffer entries, int hop, long offload, int place, int word) {
        long mac = entries.i64(hop + NextHops.MAC_HEADER);
        message.word(RouterProtocol.WHOLE_OFFLOAD, (int) (offload >>> Integer.SIZE)).word(RouterProtocol.WHOLE_OFFLOAD + 1, (int) offload)
            .word(RouterProtocol.WHOLE_MAC, (int) (mac >>> Integer.SIZE)).word(RouterProtocol.WHOLE_MAC + 1, (int) mac)
            .word(RouterProtocol.WHOLE_MAC + 2, entries.i32(hop + NextHops.SOURCE)).word(RouterProtocol.WHOLE_PLACE, place)
            .word(RouterProtocol.WHOLE_WORD, word).send();
    }

    /** Writes the header that a message says into the frame that it brings: {@return whether it could be}. */
    static boolean complete(Message message) {
        Buffer frame = message.buffer();
        int place = message.word(RouterProtocol.WHOLE_PLACE);
        if (place < MAC || place > frame.length() - Integer.BYTES) {
            return false;
        }
        frame.put32(0, message.word(RouterProtocol.WHOLE_MAC));
        frame.put32(Integer.BYTES, message.word(RouterProtocol.WHOLE_MAC + 1));
        frame.put32(SOURCE, message.word(RouterProtocol.WHOLE_MAC + 2));
        frame.put32(place, message.word(RouterProtocol.WHOLE_WORD));
        return true;
    }

    /** {@return what is left to be done with the frame that a message brings} */
    static long offload(Message message) {
        return (long) message.word(RouterProtocol.WHOLE_OFFLOAD) << Integer.SIZE
            | message.word(RouterProtocol.WHOLE_OFFLOAD + 1) & 0xFFFF_FFFFL;
    }
}
