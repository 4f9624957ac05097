package dev.spine.extension.runtime.message;

/**
 * Who waits for the end of the transfers that an instance had under way when it asked. A transfer notes in a bit for each who waits for it,
 * so one that nobody waits for costs one comparison. A place is free again when its report has left the queue of messages: who asks and
 * never looks at the answers has a bounded number of them there. Belongs to the card's agent.
 */
public final class TransferFences {
    /** Who tells the extension that the transfers it waits for have ended. */
    public interface Report {
        /** {@return whether the report will be given, and {@link TransferFences#onTaken} be called then} */
        boolean reportFence(int generation, int handler, int number, TransferFences fences, int bit);
    }

    /** The most that wait, or whose report does: a bit of a word each. */
    public static final int CAPACITY = Integer.SIZE;

    private final Report report;
    private final int[] handlers = new int[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private final int[] generations = new int[CAPACITY];
    /** How many transfers each still waits for. */
    private final int[] left = new int[CAPACITY];
    /** Those that wait for transfers, and those whose report waits. */
    private int inUse;

    /** Fences for which nobody waits yet. */
    public TransferFences(Report report) {
        this.report = report;
    }

    /** {@return the bit of one that is free, or 0} */
    public int take() {
        return Integer.lowestOneBit(~inUse);
    }

    /** Somebody waits for some transfers, which have noted the bit; for none, it is told at once. */
    public void begin(int bit, int transfers, int generation, int handler, int number) {
        int index = Integer.numberOfTrailingZeros(bit);
        handlers[index] = handler;
        numbers[index] = number;
        generations[index] = generation;
        left[index] = transfers;
        inUse |= bit;
        if (transfers == 0) {
            end(index);
        }
    }

    /** A transfer has ended that some wait for. */
    public void onTransferEnd(int bits) {
        for (int rest = bits; rest != 0; rest &= rest - 1) {
            int index = Integer.numberOfTrailingZeros(rest);
            if (--left[index] == 0) {
                end(index);
            }
        }
    }

    private void end(int index) {
        int bit = 1 << index;
        if (!report.reportFence(generations[index], handlers[index], numbers[index], this, bit)) {
            onTaken(bit);
        }
    }

    /** A report has left the queue, or there will be none. */
    public void onTaken(int bit) {
        inUse &= ~bit;
    }
}
