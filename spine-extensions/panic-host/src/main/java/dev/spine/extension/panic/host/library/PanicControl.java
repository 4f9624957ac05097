package dev.spine.extension.panic.host.library;

import dev.spine.extension.panic.card.PanicProtocol;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Flags, locks and the display of a card. The host clears flags and sets locks, programs set flags and clear locks; there is no method for
 * the other way. Flags and locks: any number of threads. The display: one thread at a time.
 */
public final class PanicControl implements AutoCloseable {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    /** The card may write a batch over the oldest entries before it counts them. */
    private static final int SAFE_ENTRIES = PanicProtocol.RING_ENTRIES - PanicProtocol.RING_BATCH;

    private final PanicSegment segment;
    private final MemorySegment memory;
    private int next;
    private long lost;

    PanicControl(PanicSegment segment) {
        this.segment = segment;
        memory = segment.memory();
    }

    private static long at(int firstWord, int number) {
        if (number < 0 || number >= PanicProtocol.MAX_FLAGS) {
            throw new IllegalArgumentException("a flag or lock is 0 to " + (PanicProtocol.MAX_FLAGS - 1) + ", not " + number);
        }
        return (firstWord + number) * (long) Integer.BYTES;
    }

    /**
     * {@return whether a program has set a flag} What it delivered before is there then.
     *
     * @param number 0 to 255
     */
    public boolean isFlagSet(int number) {
        return (int) WORDS.getAcquire(memory, at(PanicProtocol.FLAGS_WORD, number)) != 0;
    }

    /**
     * Clears a flag.
     *
     * @param number 0 to 255
     */
    public void clearFlag(int number) {
        WORDS.setRelease(memory, at(PanicProtocol.FLAGS_WORD, number), 0);
    }

    /**
     * Sets a lock. What the host has written before is there when a program sees it.
     *
     * @param number 0 to 255
     */
    public void setLock(int number) {
        WORDS.setRelease(memory, at(PanicProtocol.LOCKS_WORD, number), 1);
    }

    /**
     * {@return whether a lock is set, that is, no program has cleared it}
     *
     * @param number 0 to 255
     */
    public boolean isLockSet(int number) {
        return (int) WORDS.getAcquire(memory, at(PanicProtocol.LOCKS_WORD, number)) != 0;
    }

    /** {@return how many values programs have displayed, taken or not; wraps} */
    public int shownSoFar() {
        return (int) WORDS.getAcquire(memory, (long) PanicProtocol.DISPLAY_COUNT_WORD * Integer.BYTES);
    }

    /** {@return whether there are values that {@link #takeDisplayed} has not returned} */
    public boolean hasDisplayed() {
        return shownSoFar() != next;
    }

    /** {@return the values that programs have displayed since the last call, oldest first; at most 960} */
    public List<DisplayedValue> takeDisplayed() {
        int end = shownSoFar();
        int first = skipTo(end - SAFE_ENTRIES);
        List<DisplayedValue> values = new ArrayList<>();
        for (int i = first; i - end < 0; i++) {
            long at = (PanicProtocol.RING_WORD + Integer.remainderUnsigned(i, PanicProtocol.RING_ENTRIES) * PanicProtocol.ENTRY_WORDS)
                * (long) Integer.BYTES;
            values.add(new DisplayedValue(memory.get(WORD, at), memory.get(WORD, at + Integer.BYTES)));
        }
        VarHandle.acquireFence();
        int safe = skipTo(shownSoFar() - SAFE_ENTRIES);
        List<DisplayedValue> safeValues = values.subList(Math.min(safe - first, values.size()), values.size());
        next = safe - end > 0 ? safe : end;
        return List.copyOf(safeValues);
    }

    /** {@return the next value to return, when those before the oldest are lost} */
    private int skipTo(int oldest) {
        if (oldest - next > 0) {
            lost += oldest - next;
            next = oldest;
        }
        return next;
    }

    /** {@return how many values were overwritten before {@link #takeDisplayed} was called} */
    public long lostValues() {
        return lost;
    }

    /** Takes the memory back and frees it: programs have no flags, locks and display then. */
    @Override
    public void close() {
        segment.close();
    }
}
