package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;

/**
 * Writes one {@link PutPackets} message, packet by packet, straight into the frame.
 *
 * <pre>{@code
 * writer.begin(frame, initiator, target, context, transactionContext, window, format);
 * while (writer.add(memory, headerOffset, headerBytes, address, pixelBytes)) { ... }     // false: full, nothing was added
 * writer.end();                                                                         // now the frame can be posted
 * }</pre>
 *
 * <p>Allocates nothing; used again and again. Belongs to one agent.
 */
public final class PacketsWriter {
    private MessageFrame frame = new MessageFrame();
    private int nextWord;
    private int count;
    private int format;

    /** A writer that points at nothing: {@link #begin} first. */
    public PacketsWriter() {
    }

    /**
     * Begins a message without packets.
     *
     * @param target a frame that the caller holds; it is kept until {@link #end}
     * @param initiator TID of the sender
     * @param display TID of the display
     * @param initiatorContext the sender's cookie for its handler
     * @param transactionContext the sender's cookie for the transaction
     * @param window the window's number
     * @param stream format of the stream
     */
    public void begin(MessageFrame target, int initiator, int display, int initiatorContext, int transactionContext, int window,
        PixelFormat stream) {
        frame = target;
        nextWord = PutPackets.LIST_WORD;
        count = 0;
        format = stream.code();
        target.header(PutPackets.LIST_WORD, 0, 0, DisplayFunction.PUT_PACKETS, initiator, display);
        target.contexts(initiatorContext, transactionContext);
        target.setWord(4, window);
    }

    /**
     * Adds a packet.
     *
     * @param memory where its payload header lies
     * @param headerOffset byte offset of the payload header in {@code memory}: behind the RTP header
     * @param headerBytes bytes of the payload header, 8 to 65535: 2, and 6 for each line
     * @param address bus address of its first pixel byte
     * @param pixelBytes bytes from there to the end of the packet, 0 to 65535
     * @return false: the frame is full, nothing was added
     */
    public boolean add(MemorySegment memory, long headerOffset, int headerBytes, int address, int pixelBytes) {
        int word = nextWord;
        int next = word + PutPackets.words(headerBytes);
        if (next * Integer.BYTES > frame.slotBytes()) {
            return false;
        }
        frame.setWord(next - 1, 0);
        frame.setWord(word, address);
        frame.setWord(word + 1, headerBytes << 16 | pixelBytes);
        MemorySegment.copy(memory, headerOffset, frame.memory(), PutPackets.headerOffset(frame, word), headerBytes);
        nextWord = next;
        count++;
        return true;
    }

    /** {@return how many packets were added} */
    public int count() {
        return count;
    }

    /** Ends the message: writes its count and size. The frame can be posted. */
    public void end() {
        frame.setWord(5, count << 16 | format);
        frame.resize(nextWord);
    }
}
