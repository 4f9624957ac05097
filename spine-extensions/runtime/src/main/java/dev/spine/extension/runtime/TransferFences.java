package dev.spine.extension.runtime;

import dev.spine.iop.bus.Transfer;

/**
 * Who waits for the end of the transfers that an instance had under way when it asked. A transfer notes in a bit for each who waits for it,
 * so one that nobody waits for costs one comparison. Belongs to the card's agent.
 */
final class TransferFences {
    /** The most that wait: a bit of a word each. */
    static final int CAPACITY = Integer.SIZE;

    private final ExtensionInstance instance;
    private final int[] handlers = new int[CAPACITY];
    private final int[] numbers = new int[CAPACITY];
    private final int[] generations = new int[CAPACITY];
    /** How many transfers each still waits for. */
    private final int[] left = new int[CAPACITY];
    /** Those in use. */
    private int waiting;

    TransferFences(ExtensionInstance instance) {
        this.instance = instance;
    }

    /** {@return the bit of one that is free, or 0} */
    int take() {
        return Integer.lowestOneBit(~waiting);
    }

    /** Somebody waits for some transfers, which have noted the bit; for none, it is told at once. */
    void begin(int bit, int transfers, int generation, int handler, int number) {
        int index = Integer.numberOfTrailingZeros(bit);
        handlers[index] = handler;
        numbers[index] = number;
        generations[index] = generation;
        left[index] = transfers;
        waiting |= bit;
        if (transfers == 0) {
            end(index);
        }
    }

    /** A transfer has ended that some wait for. */
    void onTransferEnd(int bits) {
        for (int rest = bits; rest != 0; rest &= rest - 1) {
            int index = Integer.numberOfTrailingZeros(rest);
            if (--left[index] == 0) {
                end(index);
            }
        }
    }

    private void end(int index) {
        waiting &= ~(1 << index);
        instance.reportTransfer(generations[index], handlers[index], numbers[index], Transfer.Outcome.DONE);
    }
}
