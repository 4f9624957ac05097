package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A queue of bounded length, into which any number of runs put values and from which any number take them, by compare-and-swap alone. At 0
 * is how many values were taken, at 8 how many were put, at 16 the number of slots, a power of two; the slots follow, of 16 bytes each: a
 * turn, and a value. Slot s is free for value number n, which goes to slot n modulo the number of slots, when its turn is n, and holds that
 * value when its turn is n + 1.
 *
 * <p>A run that is ended between its compare-and-swap and its last instruction leaves a slot that others wait for: the queue is full or
 * empty for them from there on. With a limit of {@link #STEPS} steps, no run is ended there unless others come in between more than ten
 * times. Any thread.
 */
public final class SharedQueue {
    /** A limit of steps for runs. */
    public static final int STEPS = 1_000;
    /** Bytes of a slot. */
    public static final int SLOT_BYTES = 16;

    private static final int TAKEN = 0;
    private static final int PUT = 8;
    private static final int SLOTS = 16;
    private static final int FIRST = 24;
    private static final int VALUE = 8;

    private SharedQueue() {}

    /** {@return where the slot of a value's number is} */
    private static long slot(long number, long slots) {
        return FIRST + (number & slots - 1) * SLOT_BYTES;
    }

    /**
     * {@return 1, or 0 when the queue is full}
     *
     * @param value what is put behind all others
     */
    static long put(long value) {
        long slots = Areas.load64(0, SLOTS);
        while (true) {
            long number = Areas.load64(0, PUT);
            long slot = slot(number, slots);
            long late = Areas.load64(0, slot) - number;
            if (late < 0) {
                return 0;
            }
            if (late == 0 && Areas.cas(0, PUT, number, number + 1) == number) {
                Areas.store64(0, slot + VALUE, value);
                Areas.store64(0, slot, number + 1);
                return 1;
            }
        }
    }

    /**
     * {@return the value that was put before all others, which is taken}
     *
     * @param otherwise the result when the queue is empty
     */
    static long take(long otherwise) {
        long slots = Areas.load64(0, SLOTS);
        while (true) {
            long number = Areas.load64(0, TAKEN);
            long slot = slot(number, slots);
            long late = Areas.load64(0, slot) - (number + 1);
            if (late < 0) {
                return otherwise;
            }
            if (late == 0 && Areas.cas(0, TAKEN, number, number + 1) == number) {
                long value = Areas.load64(0, slot + VALUE);
                Areas.store64(0, slot, number + slots);
                return value;
            }
        }
    }

    /** {@return the routine of {@code (value)} that puts a value and returns 1, or returns 0 when the queue is full} */
    public static byte[] putRoutine() {
        return RoutineLifter.lift(SharedQueue::put).areas(1).build();
    }

    /** {@return the routine of {@code (otherwise)} that takes the oldest value and returns it, or the former when the queue is empty} */
    public static byte[] takeRoutine() {
        return RoutineLifter.lift(SharedQueue::take).areas(1).build();
    }

    /**
     * {@return how many bytes a queue takes}
     *
     * @param slots how many, a power of two
     */
    public static long bytes(int slots) {
        return FIRST + (long) slots * SLOT_BYTES;
    }

    /**
     * Lays an empty queue out.
     *
     * @param area that has room for it
     * @param slots how many values it can hold, a power of two, at least 2
     * @throws IllegalArgumentException when the area is too small or can only be read, or the number of slots is another
     */
    public static void layOut(Area area, int slots) {
        if (slots < 2 || Integer.bitCount(slots) != 1) {
            throw new IllegalArgumentException(slots + " slots are no power of two from 2 on");
        }
        Layout.require(area, bytes(slots));
        area.put64(TAKEN, 0);
        area.put64(PUT, 0);
        area.put64(SLOTS, slots);
        for (int i = 0; i < slots; i++) {
            area.put64(slot(i, slots), i);
        }
    }
}
