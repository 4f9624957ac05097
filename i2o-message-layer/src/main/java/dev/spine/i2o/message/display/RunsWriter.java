package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;

/**
 * Writes one {@link PutRuns} message, run by run, straight into the frame.
 *
 * <pre>{@code
 * writer.begin(frame, initiator, target, context, transactionContext, window, format);
 * while (writer.add(column, line, pixels, address)) { ... }     // false: full, nothing was added
 * writer.end();                                                // now the frame can be posted
 * }</pre>
 *
 * <p>Allocates nothing; used again and again. Belongs to one agent.
 */
public final class RunsWriter {
    private MessageFrame frame = new MessageFrame();
    private int capacity;
    private int count;
    private int format;
    /** Pixels of the last run of even index: words are written, never read back, because the frame lies in the target's memory. */
    private int evenPixels;

    /** A writer that points at nothing: {@link #begin} first. */
    public RunsWriter() {
    }

    /**
     * Begins a message without runs.
     *
     * @param target a frame that the caller holds; it is kept until {@link #end}
     * @param initiator TID of the sender
     * @param display TID of the display
     * @param initiatorContext the sender's cookie for its handler
     * @param transactionContext the sender's cookie for the transaction
     * @param window the window's number
     * @param source format of the source bytes
     */
    public void begin(MessageFrame target, int initiator, int display, int initiatorContext, int transactionContext, int window,
        PixelFormat source) {
        frame = target;
        capacity = PutRuns.capacity(target.slotBytes());
        count = 0;
        format = source.code();
        target.header(PutRuns.LIST_WORD, 0, 0, DisplayFunction.PUT_RUNS, initiator, display);
        target.contexts(initiatorContext, transactionContext);
        target.setWord(4, window);
    }

    /**
     * Adds a run.
     *
     * @param column its first column in window pixels, 0 to 65535
     * @param line its line in window pixels, 0 to 65535
     * @param pixels its length, 1 to 65535
     * @param address bus address of its first byte
     * @return false: the frame is full, nothing was added
     */
    public boolean add(int column, int line, int pixels, int address) {
        int run = count;
        if (run == capacity) {
            return false;
        }
        int pair = PutRuns.LIST_WORD + (run >> 1) * PutRuns.PAIR_WORDS;
        int at = pair + 1;
        if ((run & 1) == 0) {
            evenPixels = pixels;
            frame.setWord(pair, pixels);
        } else {
            frame.setWord(pair, pixels << 16 | evenPixels);
            at += 2;
        }
        frame.setWord(at, line << 16 | column);
        frame.setWord(at + 1, address);
        count = run + 1;
        return true;
    }

    /** {@return how many runs were added} */
    public int count() {
        return count;
    }

    /** Ends the message: writes its count and size. The frame can be posted. */
    public void end() {
        frame.setWord(5, count << 16 | format);
        frame.resize(PutRuns.words(count));
    }
}
